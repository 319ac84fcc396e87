import type { Demonstration } from './demonstration.ts';
import type { Platform } from './platform.ts';

/** What a person needs to know when the platform is ready: addresses, accounts, a first request. */
export function summarise(platform: Platform, demonstration: Demonstration | undefined): string {
  const { settings, secrets } = platform;
  const base = settings.get('PUBLIC_BASE_URL');
  const accounts = [
    { what: 'administrator', email: settings.get('BOOTSTRAP_ADMIN_EMAIL'), password: secrets.BOOTSTRAP_ADMIN_PASSWORD! },
    ...(demonstration?.users ?? []),
  ];
  // The owner of the demo company sees something; the administrator of an empty platform is there in any case.
  const first = accounts[1] ?? accounts[0]!;
  return [
    '',
    ...columns([
      ['API', `${base}/api/v2`],
      ['Reference', `${base}/docs`],
      ['OpenAPI', `${base}/openapi.json`],
      ['Tools (MCP)', `${base}/mcp`],
      ['Outside systems', `${platform.sandboxUrl} (sandbox)`],
      ['Logs', platform.logDir],
    ]),
    '',
    ...columns(accounts.map(({ what, email, password }) => [email, `${password}   ${what}`])),
    '',
    'A first request:',
    '',
    `  ${signIn(base, first)}`,
    '',
    'Ctrl-C stops everything. "npm start" goes on with the same data, "npm run reset" forgets it.',
    '',
  ].join('\n');
}

const columns = (rows: readonly (readonly string[])[]): string[] => {
  const width = Math.max(...rows.map(([title]) => title!.length));
  return rows.map(([title, text]) => `  ${title!.padEnd(width)}   ${text}`);
};

function signIn(base: string, account: { readonly email: string; readonly password: string }): string {
  const body = JSON.stringify({ email: account.email, password: account.password }).replaceAll("'", `'\\''`);
  return `curl -s ${base}/v2/oauth/login -H 'Content-Type: application/json' -d '${body}'`;
}
