import { expect } from 'vitest';
import { type Addresses, type Answer, call, type createNumbers, eventually, newOwner, type Owner } from './system.ts';

/** Who asks: somebody with a token, or nobody at all. */
type Caller = { readonly token: string } | null;

/** A company, its owner's way to the public API, and those who must get nothing of it. */
export interface Bookkeeping {
  readonly owner: Owner;
  /** What bodies and queries name the company by. */
  readonly own: { readonly client_account_id: number };
  /** Somebody with a company of their own. */
  readonly stranger: Owner;
  /** Asks as somebody; paths begin behind `/api/v2`. */
  ask(who: Caller, method: string, path: string, body?: unknown, key?: string): Promise<Answer>;
  /** Asks as the owner; `key` is an `Idempotency-Key`. */
  api(method: string, path: string, body?: unknown, key?: string): Promise<Answer>;
  /** Asks as the owner, expects a success and gives the body. */
  // biome-ignore lint/suspicious/noExplicitAny: journeys look into whatever was answered
  done(method: string, path: string, body?: unknown, key?: string): Promise<any>;
  /** Nobody else gets or changes anything: a stranger, a former colleague, an employee, a visitor without a token. */
  expectClosed(method: string, path: string, body?: unknown): Promise<void>;
  /** Imports a file of the bank, into the company unless another one is named. */
  importFile(who: Caller, file: string, clientAccountId?: number): Promise<Answer>;
}

const PASSWORD = 'Blå-himmel-over-9';
const ROLE = { bookkeeper: 4, employee: 5 } as const;

/** Signs up a company with an employee, a bookkeeper who has left, and a stranger beside it. */
export async function newBookkeeping(
  system: Addresses,
  numbers: ReturnType<typeof createNumbers>,
  settings: object,
): Promise<Bookkeeping> {
  const [owner, stranger] = [await newOwner(system, numbers), await newOwner(system, numbers)];
  const ask: Bookkeeping['ask'] = (who, method, path, body, key) =>
    call(system.gateway, method, `/api/v2${path}`, {
      ...(who ? { token: who.token } : {}),
      ...(body === undefined ? {} : { body }),
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
    });
  const api: Bookkeeping['api'] = (...request) => ask(owner, ...request);
  const done: Bookkeeping['done'] = async (method, path, body, key) => {
    const answer = await api(method, path, body, key);
    expect([200, 201, 204], `${method} ${path}: ${JSON.stringify(answer.body)}`).toContain(answer.status);
    return answer.body;
  };
  const own = { client_account_id: owner.clientAccountId };
  await done('PATCH', `/client-accounts/${owner.clientAccountId}/settings`, settings);
  const join = (role: keyof typeof ROLE) => newColleague({ system, owner, done, ask }, role);
  const [employee, former] = [await join('employee'), await join('bookkeeper')];
  await done('DELETE', `/client-accounts/${owner.clientAccountId}/users/${former.id}`);
  await eventually(
    () => ask(former, 'GET', `/bank-accounts?client_account_id=${owner.clientAccountId}`),
    ({ status }) => status === 403,
  );
  return {
    ...{ owner, own, stranger, ask, api, done },
    expectClosed: async (method, path, body) => {
      for (const [name, who] of Object.entries({ stranger, former, employee })) {
        const { status, body: said } = await ask(who, method, path, body);
        expect([403, 404], `${name} ${method} ${path}: ${JSON.stringify(said)}`).toContain(status);
      }
      expect((await ask(null, method, path, body)).status, `${method} ${path}`).toBe(401);
    },
    importFile: (who, file, clientAccountId = owner.clientAccountId) => importFile(system, who, clientAccountId, file),
  };
}

interface Inviting extends Pick<Bookkeeping, 'owner' | 'done' | 'ask'> {
  readonly system: Addresses;
}

async function newColleague(
  { system, owner, done, ask }: Inviting,
  role: keyof typeof ROLE,
): Promise<{ readonly token: string; readonly id: number }> {
  const email = `${role}-${owner.organizationNumber}@example.test`;
  const account = owner.clientAccountId;
  await done('POST', '/invitations', { client_account_id: account, email, role_id: ROLE[role] });
  const mails = await eventually(
    async () =>
      (await call(system.sandbox, 'GET', `/sandbox/mail?to=${encodeURIComponent(email)}`)).body as { text: string }[],
    (found) => found.length > 0,
  );
  const invitation = /\/invitations\/([\w-]{43})/.exec(mails[0]!.text)![1]!;
  const accepted = await call(system.gateway, 'POST', `/public/v2/invitations/${invitation}/accept`, {
    body: { first_name: 'Andre', last_name: 'Kollega', email, password: PASSWORD },
  });
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(200);
  const colleague = { token: accepted.body.tokens.access_token as string, id: accepted.body.user.id as number };
  await eventually(
    () => ask(colleague, 'GET', `/client-accounts/${account}/users`),
    ({ status }) => status === 200,
  );
  return colleague;
}

async function importFile(system: Addresses, who: Caller, account: number, file: string): Promise<Answer> {
  const form = new FormData();
  form.set('client_account_id', String(account));
  form.set('file', new Blob([file]), 'kontoutskrift.xml');
  const response = await fetch(new URL('/api/v2/bank-statements/import', system.gateway), {
    method: 'POST',
    headers: who ? { authorization: `Bearer ${who.token}` } : {},
    body: form,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Runs a job to its end and gives how many records it changed. */
export async function runJob(system: Addresses, name: string): Promise<number> {
  const { status, body } = await call(system.gateway, 'POST', `/testing/jobs/${name}/run`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.changed;
}

/** The invariants of services that `npm run verify` checks hold over the whole database. */
export async function expectSound(system: Addresses, ...services: readonly string[]): Promise<void> {
  for (const service of services)
    await eventually(
      () => runJob(system, `${service}-verification`),
      (violations) => violations === 0,
    );
}
