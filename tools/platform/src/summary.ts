import { DEMO_PASSWORD } from '@app/demo/password';
import type { Demonstration } from './demonstration.ts';
import { administratorFile, demoPasswordFile } from './people-passwords.ts';
import type { Platform } from './platform.ts';
import type { Lap } from './progress.ts';
import type { Settings } from './settings.ts';

/**
 * What a person needs to know when the platform is ready: how long it took, addresses, accounts, a first request, and
 * last the page where one begins.
 */
export function summarise(platform: Platform, demonstration: Demonstration | undefined, laps: readonly Lap[]): string {
  const { settings } = platform;
  const base = settings.get('PUBLIC_BASE_URL');
  const accounts = [
    administrator(settings),
    ...(demonstration?.users ?? []).map(({ what, email, password }): Account => {
      const file = demoPasswordFile(settings);
      return {
        what,
        email,
        ...(password === DEMO_PASSWORD
          ? { shown: password, typed: password }
          : { shown: `password in ${file}`, typed: contentsOf(file) }),
      };
    }),
  ];
  // The owner of the demo company sees something; the administrator of an empty platform is there in any case.
  const first = accounts[1] ?? accounts[0]!;
  return [
    '',
    ...columns([
      ['API', `${base}/api/v2`],
      ['Guides', `${base}/docs/guides`],
      ['Reference', `${base}/docs`],
      ['OpenAPI', `${base}/openapi.json`],
      ['Tools (MCP)', `${base}/mcp`],
      ['Outside systems', platform.processes.has('sandbox') ? `${platform.sandboxUrl} (sandbox)` : 'as set'],
      ['Logs', platform.logDir],
      ['It took', took(laps)],
    ]),
    '',
    ...columns(accounts.map(({ what, email, shown }) => [email, `${shown}   ${what}`])),
    '',
    'A first request:',
    '',
    `  ${signIn(base, first)}`,
    '',
    'Ctrl-C stops everything. "npm start" goes on with the same data, "npm run reset" forgets it.',
    '',
    `Begin here: ${base}/`,
    '',
  ].join('\n');
}

const took = (laps: readonly Lap[]): string =>
  laps.map(({ step, seconds }) => `${step} ${seconds.toFixed(1)} s`).join(', ');

const columns = (rows: readonly (readonly string[])[]): string[] => {
  const width = Math.max(...rows.map(([title]) => title!.length));
  return rows.map(([title, text]) => `  ${title!.padEnd(width)}   ${text}`);
};

/** Somebody to sign in as. A password that is nobody else's business is not shown, but where it is. */
interface Account {
  readonly what: string;
  readonly email: string;
  readonly shown: string;
  /** The password as a shell is to read it, within single quotes. */
  readonly typed: string;
}

const contentsOf = (file: string): string => `'"$(cat "${file}")"'`;

function administrator(settings: Settings): Account {
  const who = { what: 'administrator', email: settings.get('BOOTSTRAP_ADMIN_EMAIL') };
  if (settings.get('BOOTSTRAP_ADMIN_PASSWORD') !== '')
    return { ...who, shown: 'password as BOOTSTRAP_ADMIN_PASSWORD says', typed: `'"$BOOTSTRAP_ADMIN_PASSWORD"'` };
  const file = administratorFile(settings);
  return { ...who, shown: `password in ${file}`, typed: contentsOf(file) };
}

function signIn(base: string, { email, typed }: Account): string {
  const body = `{"email":${JSON.stringify(email).replaceAll("'", `'\\''`)},"password":"${typed}"}`;
  return `curl -s ${base}/v2/oauth/login -H 'Content-Type: application/json' -d '${body}'`;
}
