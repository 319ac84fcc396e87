import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Areas, allEndpoints, areas } from '@app/api/endpoints';
import type { AnyEndpoint } from '@app/contract';
import { verifyDatabase } from '@app/platform/verification';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { foreignRequests, malformedRequests, oddRequests, type Side, soundRequest } from '../src/hostile/attacks.ts';
import { type Contents, openContents } from '../src/hostile/database.ts';
import { createChoices } from '../src/hostile/random.ts';
import { type Attack, inParallel, type Outcome, Sender } from '../src/hostile/send.ts';
import { forgeTokens } from '../src/hostile/tokens.ts';
import { faultOf } from '../src/hostile/verdict.ts';
import { ownSystem } from '../src/own-system.ts';
import { call, type Owner } from '../src/system.ts';

/** Another seed makes other requests; more rounds make more of them, for a sweep by hand. */
const seed = Number(process.env.HOSTILE_SEED ?? 20_261_121);
const rounds = Number(process.env.HOSTILE_ROUNDS ?? 1);
const WIDTH = 6;
const timeout = 600_000 * rounds;

const own = ownSystem();
let sender: Sender;
let contents: Contents;
let victim: Owner;
let mine: Side;
let theirs: Side;
const choices = createChoices(seed);

/** Ends the session that asks: sent once everything else was. */
const endsSession = (endpoint: AnyEndpoint): boolean => /log-?out|session\/refresh/i.test(endpoint.path);
const isHook = (endpoint: AnyEndpoint): boolean => endpoint.path.startsWith('/testing/');
/** The operations of the service that alone has changed; all of them where more has. */
const { ONE_SERVICE } = process.env;
const asked = allEndpoints.filter(
  (endpoint) => !ONE_SERVICE || (Object.values(areas[ONE_SERVICE as keyof Areas]) as unknown[]).includes(endpoint),
);
/** What takes records away comes after what needs them. */
const inOrder = asked.toSorted((a, b) => rank(a) - rank(b));
function rank(endpoint: AnyEndpoint): number {
  if (endsSession(endpoint)) return 3;
  if (endpoint.methods[0] === 'DELETE' || /reset|deactivate|disable/.test(endpoint.path)) return 2;
  return endpoint.methods[0] === 'GET' ? 0 : 1;
}

beforeAll(async () => {
  console.log(`hostile requests of seed ${seed}, ${rounds} round(s)`);
  sender = new Sender(own.system.gateway);
  contents = await openContents(own.system);
  victim = await own.newOwner();
  const attacker = await own.newOwner();
  [theirs, mine] = [await settle(victim), await settle(attacker)];
});

afterAll(async () => {
  sender?.[Symbol.dispose]();
  await contents?.close();
});

/** Fills a company with one record of every kind that can be made by a plain request. */
async function settle(owner: Owner): Promise<Side> {
  const ids: Record<string, number> = {};
  const login = await call(own.system.gateway, 'POST', '/v2/oauth/login', {
    body: { email: owner.email, password: owner.password },
  });
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  const side = { token: owner.token, cookie, known: { ...owner, ids } };
  const makers = allEndpoints.filter(
    ({ methods, path, auth }) => methods[0] === 'POST' && auth !== 'public' && !path.includes('{'),
  );
  // A second time for what needs another record first, or met a value that was taken.
  for (const _pass of [1, 2]) {
    for (const endpoint of makers) {
      const collection = collectionOf(endpoint.path);
      if (ids[collection] !== undefined || endsSession(endpoint)) continue;
      const answer = await sender.send(soundRequest(endpoint, side));
      const made = answer.status === 201 ? (JSON.parse(answer.text) as { id?: unknown }) : {};
      if (typeof made.id === 'number') ids[collection] = made.id;
    }
  }
  const me = await sender.send({
    title: '',
    method: 'GET',
    path: '/api/v2/users/me',
    headers: { authorization: `Bearer ${owner.token}` },
  });
  ids.users = (JSON.parse(me.text) as { id: number }).id;
  return side;
}

/** What the records are called that a path makes: `/equity/transactions/issue` makes transactions. */
const collectionOf = (path: string): string => {
  const names = path.replace(/\/$/, '').split('/');
  return names.at(names.at(-2) === 'transactions' ? -2 : -1)!.replaceAll('-', '_');
};

type Sent = readonly [AnyEndpoint, Attack, Outcome];

async function sendAll(of: (endpoint: AnyEndpoint) => readonly Attack[]): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  for (const endpoint of inOrder) {
    const answers = await inParallel(of(endpoint), WIDTH, async (attack) => {
      const outcome = await sender
        .send(attack)
        .catch((error: unknown) => ({ status: 599, headers: {}, text: String(error) }));
      return [endpoint, attack, outcome] as const;
    });
    sent.push(...answers);
  }
  return sent;
}

const describeSent = ([endpoint, attack, { status, text }]: Sent, fault: string | undefined): string =>
  `${endpoint.name} with ${attack.title}: ${fault} [${status}] ${attack.path.slice(0, 120)} ${String(attack.body ?? '').slice(0, 200)} → ${text.slice(0, 300)}`;

const faultsIn = (sent: readonly Sent[]): readonly string[] =>
  sent.flatMap((each) => {
    const fault = faultOf(...each);
    return fault === undefined ? [] : [describeSent(each, fault)];
  });

it('every kind of record that the attacks need could be made', () => {
  expect(Object.keys(mine.known.ids).sort()).toEqual(Object.keys(theirs.known.ids).sort());
  for (const kind of [
    'journal_entries',
    'business_partners',
    'projects',
    'departments',
    'tags',
    'general_ledger_accounts',
  ])
    expect(mine.known.ids, kind).toHaveProperty(kind);
});

it('malformed requests are refused in the documented envelope, and nothing comes of them', { timeout }, async () => {
  const before = await contents.of(mine.known.clientAccountId);
  const sent = await sendAll((endpoint) => malformedRequests(endpoint, mine, choices, rounds));
  console.log(`${sent.length} malformed requests`);
  expect(faultsIn(sent)).toEqual([]);
  // Pages send a browser on to where it can put things right.
  const taken = sent.filter(([, , { status }]) => status < 300);
  expect(taken.map((each) => describeSent(each, 'was taken'))).toEqual([]);
  expect(await contents.of(mine.known.clientAccountId)).toEqual(before);
});

it('nobody gets in with a credential that is not ours', { timeout }, async () => {
  const jwks = (await call(own.system.gateway, 'GET', '/.well-known/jwks.json')).body;
  const forged = [...forgeTokens(mine.token, jwks)];
  const sent = await sendAll((endpoint) => {
    if (endpoint.auth === 'public') return [];
    return choices.some(forged, 3 * rounds).map(([title, authorization]) => {
      const { authorization: _good, ...headers } = soundRequest(endpoint, mine).headers;
      return {
        ...soundRequest(endpoint, mine, title),
        headers: { ...headers, ...(authorization === undefined ? {} : { authorization }) },
      };
    });
  });
  console.log(`${sent.length} requests with forged credentials`);
  expect(faultsIn(sent)).toEqual([]);
  expect(sent.filter(([, , { status }]) => status !== 401).map((each) => describeSent(each, 'is not 401'))).toEqual([]);
});

it('nobody reaches the records of another company', { timeout }, async () => {
  const before = await contents.of(theirs.known.clientAccountId);
  const sent = await sendAll((endpoint) => foreignRequests(endpoint, mine, theirs.known));
  console.log(`${sent.length} requests for records of another company`);
  expect(sent.length).toBeGreaterThan(ONE_SERVICE ? 1 : 30);
  expect(faultsIn(sent)).toEqual([]);
  expect(sent.filter(([, , { status }]) => status < 400).map((each) => describeSent(each, 'was taken'))).toEqual([]);
  expect(await contents.of(theirs.known.clientAccountId)).toEqual(before);
});

it('odd values are taken or refused, never broken by; what was refused left nothing behind', { timeout }, async () => {
  const before = await contents.of(theirs.known.clientAccountId);
  const sent = await sendAll((endpoint) =>
    isHook(endpoint) || endsSession(endpoint) ? [] : oddRequests(endpoint, mine, choices, rounds),
  );
  console.log(
    `${sent.length} requests with odd values, ${sent.filter(([, , { status }]) => status < 400).length} taken`,
  );
  expect(faultsIn(sent)).toEqual([]);
  expect(await contents.of(theirs.known.clientAccountId)).toEqual(before);

  // Whatever was refused for what it says (a conflict may be over by now) is refused again, and now nothing that was
  // taken in between can hide what it leaves behind.
  const own = await contents.of(mine.known.clientAccountId);
  const refused = sent.filter(([, { method }, { status }]) => method !== 'GET' && status >= 400 && status !== 409);
  const again = await inParallel(
    refused,
    WIDTH,
    async ([endpoint, attack]) => [endpoint, attack, await sender.send(attack)] as const,
  );
  expect(
    again.filter(([, , { status }]) => status < 400).map((each) => describeSent(each, 'was taken the second time')),
  ).toEqual([]);
  expect(await contents.of(mine.known.clientAccountId)).toEqual(own);
});

it('the books are whole after all of it', { timeout }, async () => {
  const findings = await verifyDatabase({
    postgresUrl: own.system.platform.postgres.url,
    database: own.system.platform.settings.get('POSTGRES_DATABASE'),
    settleMillis: 300_000,
  });
  expect(findings.length).toBeGreaterThan(10);
  expect(findings.filter(({ broken }) => broken > 0)).toEqual([]);
});

it('a token that has expired opens nothing', async () => {
  const now = new Date(Date.now() + 2 * 86_400_000).toISOString();
  expect((await call(own.system.gateway, 'PUT', '/testing/clock', { body: { now } })).status).toBe(200);
  const sent = await sendAll((endpoint) =>
    endpoint.auth === 'public' ? [] : [soundRequest(endpoint, mine, 'an expired token')],
  );
  expect(faultsIn(sent)).toEqual([]);
  expect(sent.filter(([, , { status }]) => status !== 401).map((each) => describeSent(each, 'is not 401'))).toEqual([]);
});

it('no log has a secret, a number of a person, a body or a fault of ours', () => {
  const secrets = [
    victim.token,
    mine.token,
    victim.password,
    victim.pid,
    '01010112345',
    'no_such_thing',
    'pg_sleep',
    '<script>',
    'yyyyyyyyyyyyyyyyyyyy',
  ];
  const files = readdirSync(own.system.platform.logDir).filter((name) => name.endsWith('.log'));
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    const text = readFileSync(join(own.system.platform.logDir, file), 'utf8');
    for (const secret of secrets) expect(text.includes(secret), `${file} holds ${secret.slice(0, 12)}`).toBe(false);
    expect(text.match(/eyJ[\w-]{10,}\.[\w-]{10,}|\$argon2|\$scrypt/g) ?? [], file).toEqual([]);
    expect(
      text.split('\n').filter((line) => /"msg":"request failed"/.test(line)),
      file,
    ).toEqual([]);
  }
});
