import type { Platform } from './platform.ts';

/** What the demonstration data brings: people to sign in as, and requests to try. */
export type Demonstration = {
  readonly accounts: readonly { readonly role: string; readonly email: string; readonly password: string }[];
  /** Shell commands. */
  readonly requests: readonly string[];
};

/** What a person needs to know when the platform is ready: addresses, accounts, a first request. */
export function summarise(platform: Platform, demonstration: Demonstration | undefined): string {
  const { settings, secrets } = platform;
  const base = settings.get('PUBLIC_BASE_URL');
  const accounts = [
    { role: 'administrator', email: settings.get('BOOTSTRAP_ADMIN_EMAIL'), password: secrets.BOOTSTRAP_ADMIN_PASSWORD! },
    ...(demonstration?.accounts ?? []),
  ];
  const [administrator] = accounts;
  const requests = demonstration?.requests.length ? demonstration.requests : [signIn(base, administrator!)];
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
    ...columns(accounts.map(({ role, email, password }) => [role, `${email}   ${password}`])),
    '',
    requests.length === 1 ? 'A first request:' : 'First requests:',
    '',
    ...requests.map((request) => `  ${request}`),
    '',
    'Ctrl-C stops everything. "npm start" goes on with the same data, "npm run reset" forgets it.',
    '',
  ].join('\n');
}

const columns = (rows: readonly (readonly [string, string] | string[])[]): string[] => {
  const width = Math.max(...rows.map(([title]) => title!.length));
  return rows.map(([title, text]) => `  ${title!.padEnd(width)}   ${text}`);
};

function signIn(base: string, account: { readonly email: string; readonly password: string }): string {
  const body = JSON.stringify({ email: account.email, password: account.password }).replaceAll("'", `'\\''`);
  return `curl -s ${base}/v2/oauth/login -H 'Content-Type: application/json' -d '${body}'`;
}
