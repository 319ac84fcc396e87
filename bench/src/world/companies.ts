import { createCaller, signUp } from '@app/demo';
import type { Platform } from '@app/platform';
import type postgres from 'postgres';
import type { Companies, Company } from './company.ts';
import { entryBody } from './entries.ts';

const COMPANIES = 100;
/** Who signs up and posts. */
export const NEWCOMER = {
  pid: '01818510055',
  givenName: 'Kari',
  familyName: 'Målestokk',
  email: 'bench@example.test',
  password: 'Blå-himmel-over-9',
  organizationNumber: '310000000',
} as const;

/**
 * Signs one company up as anybody would and copies its records for the others: signing up a hundred would measure the
 * identity provider. What they need beyond that is made through the API.
 */
export async function makeCompanies(
  platform: Platform,
  sql: postgres.Sql,
  say: (text: string) => void,
): Promise<Companies> {
  say(`making ${COMPANIES} companies`);
  await introduce(platform.sandboxUrl);
  const { token: session, clientAccountId } = await signUp(platform.gatewayUrl, NEWCOMER);
  const [{ user_id }] = (await sql`
    select user_id from organisation.client_account_users where client_account_id = ${clientAccountId}`) as unknown as [
    { user_id: string },
  ];
  const registered = await createCaller(platform.gatewayUrl, session).send<{
    client_id: string;
    client_secret: string;
  }>('POST', '/v2/oauth/clients', { client_name: 'Bench', redirect_uris: '', grant_types: 'client_credentials' });
  const client = { id: registered.client_id, secret: registered.client_secret };
  const token = renewing(() => requestToken(platform.gatewayUrl, client));

  const furnish = async (id: number, isPosted = true): Promise<Company> => {
    const api = createCaller(platform.gatewayUrl, await token());
    const make = async (path: string) =>
      (await api.send<{ id: number }>('POST', path, { client_account_id: id, name: 'Bench' })).id;
    const company = { id, projectId: await make('/api/v2/projects'), departmentId: await make('/api/v2/departments') };
    // The ledger hears of a company and its records when it first needs them: from here on it knows them.
    await api.send('POST', '/api/v2/journal-entries/', {
      client_account_id: id,
      ...entryBody(company, 0),
      is_draft: !isPosted,
    });
    return company;
  };
  let copies = 0;
  const copy = async (): Promise<number> => copyCompany(sql, clientAccountId, 900_000_000 + copies++);

  const all = [await furnish(clientAccountId)];
  while (all.length < COMPANIES) all.push(await furnish(await copy()));
  return {
    all,
    userId: Number(user_id),
    client,
    token,
    add: async (options) => furnish(await copy(), options?.isPosted),
  };
}

async function introduce(sandbox: string): Promise<void> {
  const put = (path: string, body: unknown) =>
    fetch(new URL(path, sandbox), {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const { pid, givenName, familyName, organizationNumber } = NEWCOMER;
  await put(`/sandbox/organizations/${organizationNumber}`, {
    name: 'Målestokk AS',
    organization_form: 'AS',
    industry_code: '62.010',
    country_code: 'NO',
    is_vat_registered: true,
  });
  await put(`/sandbox/persons/${pid}`, {
    given_name: givenName,
    family_name: familyName,
    organizations: [organizationNumber],
  });
}

async function requestToken(origin: string, { id, secret }: Companies['client']): Promise<string> {
  const response = await fetch(new URL('/v2/oauth/token', origin), {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const answer = (await response.json()) as { access_token: string };
  if (!response.ok) throw new Error(`No token: ${response.status} ${JSON.stringify(answer)}`);
  return answer.access_token;
}

const TOKEN_LIFE_MILLIS = 4 * 60_000;

function renewing(get: () => Promise<string>): () => Promise<string> {
  let [known, until] = ['', 0];
  return async () => {
    if (Date.now() > until) [known, until] = [await get(), Date.now() + TOKEN_LIFE_MILLIS];
    return known;
  };
}

/** Copies organization, account, membership and settings, whatever columns they have. */
function copyCompany(sql: postgres.Sql, from: number, organizationNumber: number): Promise<number> {
  return sql.begin(async (tx) => {
    await tx`set local search_path = organisation, extensions`;
    const copy = async (
      table: string,
      key: string,
      value: string | number,
      changes: Readonly<Record<string, unknown>>,
    ): Promise<number> => {
      const columns = await tx<{ name: string }[]>`
        select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attname <> 'id'`;
      const names = columns.map(({ name }) => `"${name}"`);
      const [row] = await tx.unsafe(
        `insert into ${table} (${names.join(', ')}) select ${names.map((name) => `n.${name}`).join(', ')}
         from ${table} r, jsonb_populate_record(r, $1::text::jsonb) n where r.${key} = $2 limit 1 returning id`,
        [JSON.stringify(changes), String(value)],
      );
      return Number(row!.id);
    };
    const [source] = await tx<
      { organization_id: string }[]
    >`select organization_id from client_accounts where id = ${from}`;
    const named = { organization_number: String(organizationNumber), name: `Bench ${organizationNumber} AS` };
    const organization = await copy('organizations', 'id', source!.organization_id, named);
    const account = await copy('client_accounts', 'id', from, {
      organization_id: organization,
      unique_name: `bench-${organizationNumber}`,
    });
    await copy('client_account_users', 'client_account_id', from, { client_account_id: account });
    await copy('settings_versions', 'client_account_id', from, { client_account_id: account });
    return account;
  });
}
