import { createHash, randomBytes } from 'node:crypto';
import { Browser } from '../../src/browser.ts';
import { type Answer, call } from '../../src/system.ts';
import type { Fault } from './fault.ts';
import type { World } from './world.ts';

const CALLERS = 50;

const atOnce = (ask: (index: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: CALLERS }, (_, i) => ask(i)));

const entryOf = (world: World, date: string, isDraft = false) => ({
  client_account_id: world.racer.owner.clientAccountId,
  description: 'race',
  is_draft: isDraft,
  lines: [
    { posting_date: date, account_code: '1920', debit: '12.50', credit: '0' },
    { posting_date: date, account_code: '3000', debit: '0', credit: '12.50' },
  ],
});

const ask = (world: World, method: string, path: string, body: unknown) =>
  call(world.system.gateway, method, path, { token: world.racer.token, body });

async function created(world: World, date: string, isDraft = false): Promise<number> {
  const answer = await ask(world, 'POST', '/api/v2/journal-entries/', entryOf(world, date, isDraft));
  if (answer.status !== 201)
    throw new Error(`an entry was answered with ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body.id as number;
}

const count = async (world: World): Promise<number> => {
  const [row] = await world.sql<{ entries: number }[]>`
    select count(*)::int as entries from ledger.journal_entries where client_account_id = ${world.racer.owner.clientAccountId} and not is_draft`;
  return row!.entries;
};

/** Exactly one of the callers wins, every other is refused as documented. */
function judge(answers: readonly Answer[], won: number, refused: readonly number[]): string[] {
  const winners = answers.filter(({ status }) => status === won).length;
  const others = answers.filter(({ status }) => status !== won && !refused.includes(status));
  return [
    ...(winners === 1 ? [] : [`${winners} of ${answers.length} callers were answered that they had won`]),
    ...others
      .slice(0, 3)
      .map(({ status, body }) => `a caller was answered with ${status}: ${JSON.stringify(body).slice(0, 200)}`),
  ];
}

const grew = async (world: World, before: number, by: number): Promise<string[]> => {
  const now = await count(world);
  return now - before === by ? [] : [`${now - before} entries came into the books, not ${by}`];
};

export const raceForReversal: Fault = {
  kind: '50 callers at one reversal',
  inject: async (world) => {
    const id = await created(world, '2026-05-04');
    const before = await count(world);
    const answers = await atOnce(() =>
      ask(world, 'PATCH', `/api/v2/journal-entries/${id}`, { cancelled: 'Y', cancellation_reason: 'race' }),
    );
    return [...judge(answers, 200, [400]), ...(await grew(world, before, 1))];
  },
};

export const raceForDraft: Fault = {
  kind: '50 callers posting one draft',
  inject: async (world) => {
    const id = await created(world, '2026-05-04', true);
    const before = await count(world);
    const { lines } = entryOf(world, '2026-05-04');
    const answers = await atOnce(() => ask(world, 'PUT', `/api/v2/journal-entries/${id}`, { is_draft: false, lines }));
    return [...judge(answers, 200, [400, 409]), ...(await grew(world, before, 1))];
  },
};

/** Months are locked one after the other, while others post into them. */
export const raceForLock: Fault = {
  kind: '50 callers at one period lock and into its period',
  inject: async (world) => {
    const account = world.racer.owner.clientAccountId;
    const [last] = await world.sql<{ date: string | null }[]>`
      select max(locked_until_date)::text as date from ledger.period_locks where client_account_id = ${account}`;
    const first = last?.date
      ? Temporal.PlainDate.from(last.date).add({ days: 1 })
      : Temporal.PlainDate.from('2021-01-01');
    const until = first.add({ months: 1 }).subtract({ days: 1 }).toString();
    const date = first.add({ days: 9 }).toString();
    const before = await count(world);
    const lock = () =>
      ask(world, 'POST', '/api/v2/period-locks', {
        client_account_id: account,
        locked_until_date: until,
        locking_comment: 'race',
      });
    const answers = await atOnce((i) =>
      i % 10 === 3 ? lock() : ask(world, 'POST', '/api/v2/journal-entries/', entryOf(world, date)),
    );
    const late = await ask(world, 'POST', '/api/v2/journal-entries/', entryOf(world, date));
    const locks = answers.filter((_, i) => i % 10 === 3);
    const posts = answers.filter((_, i) => i % 10 !== 3);
    const posted = posts.filter(({ status }) => status === 201).length;
    const others = posts.filter(
      ({ status, body }) => status !== 201 && !(status === 409 && body.error?.code === 'accounting.period_locked'),
    );
    return [
      ...locks
        .filter(({ status }) => status !== 201)
        .map(({ status, body }) => `a lock was answered with ${status}: ${JSON.stringify(body)}`),
      ...others.slice(0, 3).map(({ status, body }) => `a posting was answered with ${status}: ${JSON.stringify(body)}`),
      ...(late.status === 409 ? [] : [`a posting into the locked period was answered with ${late.status}`]),
      ...(await grew(world, before, posted)),
    ];
  },
};

const REDIRECT = 'http://127.0.0.1:8976/callback';

const form = async (world: World, fields: Record<string, string>): Promise<Answer> => {
  const response = await fetch(`${world.system.gateway}/v2/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: JSON.parse(text) };
};

/** A code of the browser flow, with what is needed to redeem it. */
async function obtainCode(world: World): Promise<Record<string, string>> {
  const { gateway } = world.system;
  const registered = await call(gateway, 'POST', '/v2/oauth/register', {
    body: {
      client_name: 'Race',
      redirect_uris: [REDIRECT],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
    },
  });
  if (registered.status !== 201)
    throw new Error(`registering a client was answered with ${registered.status}: ${JSON.stringify(registered.body)}`);
  const clientId = registered.body.client_id as string;
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: REDIRECT,
    response_type: 'code',
    state: 'race',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const back = await new Browser().authorize(new URL(`${gateway}/v2/oauth/authorize?${query}`), world.racer.owner);
  const code = back.searchParams.get('code');
  if (!code) throw new Error(`no code came back: ${back.search}`);
  return {
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: REDIRECT,
    code,
    code_verifier: verifier,
  };
}

export const raceForCode: Fault = {
  kind: '50 callers at one authorization code',
  inject: async (world) => {
    const fields = await obtainCode(world);
    return judge(await atOnce(() => form(world, fields)), 200, [400]);
  },
};

export const raceForRefreshToken: Fault = {
  kind: '50 callers at one refresh token',
  inject: async (world) => {
    const fields = await obtainCode(world);
    const first = await form(world, fields);
    if (first.status !== 200) return [`the code was answered with ${first.status}: ${JSON.stringify(first.body)}`];
    const refresh = {
      grant_type: 'refresh_token',
      client_id: fields.client_id!,
      refresh_token: first.body.refresh_token as string,
    };
    return judge(await atOnce(() => form(world, refresh)), 200, [400]);
  },
};
