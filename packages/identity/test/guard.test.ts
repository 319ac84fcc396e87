import { randomBytes } from 'node:crypto';
import type { AccountAccess, Principal } from '@app/access';
import { unavailable } from '@app/contract/failure';
import { type ChangesAnswer, type ChangesSource, createBroker } from '@app/events';
import { createClock, createLogger } from '@app/runtime';
import { testSigner, testVerifier } from '@app/testing';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import {
  type AccessSources,
  accessChanged,
  apiAudiences,
  type ClosableGuard,
  clientDeleted,
  createGuard,
  createTokenVerifier,
  GATEWAY_HEADER,
  readForwarded,
  type Standing,
  signForwarded,
  toolAudiences,
  userChanged,
} from '../src/index.ts';

const base = 'https://books.example';
const logger = createLogger({ service: 'ledger', level: 'silent' });

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;
const pairs: Record<string, Pair> = {};

beforeAll(async () => {
  for (const [kid, alg] of [
    ['es', 'ES256'],
    ['rs', 'RS256'],
    ['next', 'ES256'],
    ['foreign', 'ES256'],
  ] as const)
    pairs[kid] = await generateKeyPair(alg, { extractable: true });
});

const keySet = async (...kids: string[]): Promise<string> =>
  JSON.stringify({
    keys: await Promise.all(
      kids.map(async (kid) => ({
        ...(await exportJWK(pairs[kid]!.publicKey)),
        kid,
        use: 'sig',
        alg: kid === 'rs' ? 'RS256' : 'ES256',
      })),
    ),
  });

interface TokenChanges {
  readonly kid?: string;
  readonly signedWith?: string;
  readonly alg?: string;
  readonly typ?: string;
  readonly now?: number;
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** An access token of user 7 through client `app`, changed as asked; a claim set to undefined is left out. */
async function mint(changes: TokenChanges = {}): Promise<string> {
  const {
    kid = 'es',
    signedWith = kid,
    alg = kid === 'rs' ? 'RS256' : 'ES256',
    typ = 'at+jwt',
    now = Math.floor(Date.now() / 1_000),
  } = changes;
  const claims = {
    iss: base,
    sub: '7',
    aud: base,
    client_id: 'app',
    scope: 'read write',
    iat: now,
    exp: now + 3_600,
    jti: randomBytes(8).toString('hex'),
    ...changes.claims,
  };
  return new SignJWT(JSON.parse(JSON.stringify(claims)))
    .setProtectedHeader({ alg, typ, kid })
    .sign(pairs[signedWith]!.privateKey);
}

/** Keys and decisions that a test may change, and how often each was asked for. */
function createAuthority() {
  const state = {
    keys: ['es', 'rs'],
    isAway: false,
    standing: { isUserActive: true, isClientActive: true, isSessionLive: true, isAdmin: false } as Standing,
    roles: new Map<number, AccountAccess['role']>([
      [1, 'CA'],
      [2, 'BK'],
    ]),
    asked: { keys: 0, standing: 0, access: 0, accesses: 0 },
  };
  const answer = async <T>(what: keyof typeof state.asked, value: () => T | Promise<T>): Promise<T> => {
    state.asked[what] += 1;
    const given = await value();
    if (state.isAway) throw unavailable('away');
    return given;
  };
  const accessTo = (clientAccountId: number): AccountAccess => {
    const role = state.roles.get(clientAccountId) ?? null;
    return { clientAccountId, exists: clientAccountId < 100, role, directRole: role, isActive: true };
  };
  const sources: AccessSources = {
    standing: () => answer('standing', () => state.standing),
    access: (_user, id) => answer('access', () => accessTo(id)),
    accesses: (_user, all) => answer('accesses', () => (all ? [1, 2, 3] : [...state.roles.keys()]).map(accessTo)),
  };
  return { state, sources, keys: () => answer('keys', () => keySet(...state.keys)) };
}

let authority: ReturnType<typeof createAuthority>;
let broker: ReturnType<typeof createBroker>;
let guard: ClosableGuard;
let clock: ReturnType<typeof createClock>;

const verifier = (audiences = apiAudiences(base)) =>
  createTokenVerifier({ issuer: base, audiences, keys: authority.keys, clock });

beforeEach(async () => {
  authority = createAuthority();
  clock = createClock();
  broker = createBroker({
    url: inject('natsUrl'),
    name: 'identity-test',
    logger,
    prefix: `t${randomBytes(5).toString('hex')}`,
  });
  await broker.ensureStream();
  guard = createGuard({ verify: verifier(), sources: authority.sources, broker, clock, logger });
});

afterEach(async () => {
  vi.restoreAllMocks();
  guard.close();
  await broker.close();
});

const both = ['access', 'session'] as const;
const authenticate = async (token: string, accept: readonly Principal['kind'][] = both) =>
  guard.authenticate(`Bearer ${token}`, accept);
const notice = (event: { name: string; version: number }, payload: object) =>
  broker.publish({
    subject: `events.${event.name}`,
    id: randomBytes(16).toString('hex'),
    data: JSON.stringify(payload),
    headers: { 'event-version': String(event.version) },
  });

const unauthorized = (sent: 'bad' | 'missing', message?: RegExp) => ({
  status: 401,
  code: 'common.unauthorized',
  headers: { 'x-credential': sent },
  ...(message ? { message: expect.stringMatching(message) } : {}),
});

describe('a token', () => {
  it.each([['es'], ['rs']])('signed with %s names user, client and scopes', async (kid) => {
    expect(await authenticate(await mint({ kid }))).toEqual({
      userId: 7,
      clientId: 'app',
      kind: 'access',
      scopes: new Set(['read', 'write']),
      isAdmin: false,
    });
  });

  it('for a session has no client', async () => {
    expect(await authenticate(await mint({ typ: 'session+jwt', claims: { client_id: undefined } }))).toMatchObject({
      kind: 'session',
      clientId: null,
    });
  });

  it('without scope has none', async () => {
    expect((await authenticate(await mint({ claims: { scope: undefined } }))).scopes).toEqual(new Set());
  });

  it.each([[undefined], [''], ['  ']])('is missed when the header is %j', async (header) => {
    await expect(guard.authenticate(header, both)).rejects.toMatchObject(unauthorized('missing'));
  });

  it.each([
    ['Basic YTpi'],
    ['Bearer'],
    ['Bearer a b'],
    ['Bearer x'],
    ['Bearer a.b.c'],
    [`Bearer ${'x'.repeat(9_000)}`],
    ['token abc'],
  ])('is not read from the header %j', async (header) => {
    await expect(guard.authenticate(header, both)).rejects.toMatchObject(unauthorized('bad'));
  });

  it.each<[string, TokenChanges, RegExp]>([
    ['from another issuer', { claims: { iss: 'https://evil.example' } }, /another authorization server/],
    ['for another resource [TKN-R35]', { claims: { aud: 'https://other.example' } }, /another resource/],
    ['that has expired', { claims: { exp: 1_700_000_000 } }, /expired/],
    ['of another type', { typ: 'JWT' }, /neither an access token nor a session token/],
    ['signed by a key of another', { kid: 'es', signedWith: 'foreign' }, /signature/],
    ['naming a key nobody has', { kid: 'foreign' }, /signature/],
    ['without subject', { claims: { sub: undefined } }, /"sub"/],
    ['whose subject is no user', { claims: { sub: 'client-x' } }, /lacks/],
    ['without expiry', { claims: { exp: undefined } }, /"exp"/],
    ['without jti', { claims: { jti: undefined } }, /"jti"/],
    ['for access without a client', { claims: { client_id: undefined } }, /lacks/],
  ])('%s is refused', async (_what, changes, message) => {
    await expect(authenticate(await mint(changes))).rejects.toMatchObject(unauthorized('bad', message));
  });

  it('signed with our public key as a shared secret is refused', async () => {
    const { keys } = JSON.parse(await keySet('es')) as { keys: [object] };
    const forged = await new SignJWT({ scope: 'write', client_id: 'app', jti: 'x' })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: 'es' })
      .setIssuer(base)
      .setSubject('7')
      .setAudience(base)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(JSON.stringify(keys[0])));
    await expect(authenticate(forged)).rejects.toMatchObject(unauthorized('bad'));
  });

  it('without signature is refused', async () => {
    const [, payload] = (await mint()).split('.');
    const header = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url');
    await expect(authenticate(`${header}.${payload}.`)).rejects.toMatchObject(unauthorized('bad'));
  });

  it.each([
    [base, true, true],
    [`${base}/api/v2`, true, false],
    [`${base}/mcp`, true, true],
  ])('for %s is taken by API paths: %s, by the tool endpoint: %s [TKN-R35]', async (aud, api, tool) => {
    const token = await mint({ claims: { aud } });
    const outcome = (verify: ReturnType<typeof verifier>) =>
      verify(token).then(
        () => true,
        () => false,
      );
    expect([await outcome(verifier()), await outcome(verifier(toolAudiences(base)))]).toEqual([api, tool]);
  });

  it('of the kind that the endpoint does not take is refused', async () => {
    await expect(authenticate(await mint(), ['session'])).rejects.toMatchObject({
      status: 403,
      code: 'common.forbidden',
    });
    await expect(authenticate(await mint({ typ: 'session+jwt' }), ['access'])).rejects.toMatchObject(
      unauthorized('bad', /access token/),
    );
  });

  it('expires by the clock that was passed in, also when it was verified before', async () => {
    const token = await mint();
    await authenticate(token);
    clock.set(clock.now().add({ hours: 2 }));
    await expect(authenticate(token)).rejects.toMatchObject(unauthorized('bad', /expired/));
  });
});

describe('keys', () => {
  it('are fetched once for many tokens, and once more for a new kid', async () => {
    await Promise.all([mint(), mint(), mint({ kid: 'rs' })].map(async (token) => authenticate(await token)));
    expect(authority.state.asked.keys).toBe(1);
  });

  it('that were rotated are fetched when their kid is seen, at most every few seconds', async () => {
    let now = 0;
    const { createKeyFinder } = await import('../src/keys.ts');
    const find = createKeyFinder(authority.keys, () => now);
    const header = (kid: string) =>
      [
        { alg: 'ES256', kid },
        { payload: '', signature: '' },
      ] as const;
    await find(...header('es'));
    authority.state.keys = ['es', 'next'];
    await expect(find(...header('next'))).rejects.toThrow();
    expect(authority.state.asked.keys).toBe(1);
    now = 6_000;
    await find(...header('next'));
    expect(authority.state.asked.keys).toBe(2);
    for (let i = 0; i < 5; i++) await expect(find(...header('unknown'))).rejects.toThrow();
    expect(authority.state.asked.keys).toBe(2);
  });

  it('are kept when fetching fails', async () => {
    let now = 0;
    const { createKeyFinder } = await import('../src/keys.ts');
    const find = createKeyFinder(authority.keys, () => now);
    await find({ alg: 'ES256', kid: 'es' }, { payload: '', signature: '' });
    authority.state.isAway = true;
    now = 400_000;
    await find({ alg: 'ES256', kid: 'es' }, { payload: '', signature: '' });
    expect(authority.state.asked.keys).toBe(2);
  });

  it('that were never had are 503, not 401', async () => {
    authority.state.isAway = true;
    await expect(authenticate(await mint())).rejects.toMatchObject({ status: 503 });
    authority.state.isAway = false;
    expect(await authenticate(await mint())).toMatchObject({ userId: 7 });
  });
});

/**
 * From now on nothing gets older, however long the machine takes: what is trusted for a second stays so, and what ends is
 * ended by a notice.
 */
const stopTime = (): void => void vi.spyOn(performance, 'now').mockReturnValue(performance.now());

describe('standing', () => {
  it.each([
    ['a deactivated user [TKN-R37]', { isUserActive: false }, /user .* not active/],
    ['a deleted client [TKN-R36]', { isClientActive: false }, /client .* no longer exists/],
    ['a session that has ended [PPL-R07]', { isSessionLive: false }, /session .* has ended/],
  ])('refuses %s', async (_who, change, message) => {
    authority.state.standing = { ...authority.state.standing, ...change };
    await expect(authenticate(await mint())).rejects.toMatchObject(unauthorized('bad', message));
  });

  it.each([
    ['a deactivated user', { isUserActive: false }],
    ['a deleted client', { isClientActive: false }],
    ['a session that has ended', { isSessionLive: false }],
  ])('is looked at again without the token: %s', async (_who, change) => {
    const principal = await authenticate(await mint());
    await guard.assertStanding(principal);
    authority.state.standing = { ...authority.state.standing, ...change };
    guard.forget();
    await expect(guard.assertStanding(principal)).rejects.toMatchObject(unauthorized('bad'));
  });

  it('is asked once for many requests', async () => {
    stopTime();
    const token = await mint();
    await Promise.all(Array.from({ length: 20 }, () => authenticate(token)));
    await authenticate(await mint());
    expect(authority.state.asked.standing).toBe(1);
  });

  it.each([
    ['a deactivated user', userChanged, { user_id: 7, is_active: false }, { isUserActive: false }],
    ['a deleted client', clientDeleted, { client_id: 'app', user_id: 7 }, { isClientActive: false }],
    ['a session that was ended [PPL-R07]', userChanged, { user_id: 7, is_active: true }, { isSessionLive: false }],
  ])(
    'is lost by the notice, before the second is over in which it is trusted without: %s',
    async (_who, event, payload, change) => {
      const token = await mint();
      stopTime();
      await authenticate(token);
      authority.state.standing = { ...authority.state.standing, ...change };
      expect(await authenticate(token)).toMatchObject({ userId: 7 });
      await notice(event, payload);
      await expect
        .poll(() =>
          authenticate(token).then(
            () => 200,
            ({ status }) => status,
          ),
        )
        .toBe(401);
    },
  );

  it('is asked for each session, and not for an access token’s claim of one [PPL-R07]', async () => {
    const asked: (string | null)[] = [];
    const asking = createGuard({
      verify: verifier(),
      sources: {
        ...authority.sources,
        standing: async (_user, _client, sessionId) => {
          asked.push(sessionId);
          return { ...authority.state.standing, isSessionLive: sessionId !== 'ended' };
        },
      },
      broker,
      clock,
      logger,
    });
    const session = (sid?: string) => mint({ typ: 'session+jwt', claims: { client_id: undefined, sid } });
    const come = async (token: string) => asking.authenticate(`Bearer ${token}`, both);
    expect(await come(await session('one'))).toMatchObject({ sessionId: 'one' });
    await expect(come(await session('ended'))).rejects.toMatchObject(unauthorized('bad', /session .* has ended/));
    expect((await come(await session())).sessionId).toBeUndefined();
    expect((await come(await mint({ claims: { sid: 'ended' } }))).sessionId).toBeUndefined();
    expect(asked).toEqual(['one', 'ended', null, null]);
    asking.close();
  });

  it('is kept when the notice is about somebody else', async () => {
    stopTime();
    await authenticate(await mint());
    await notice(userChanged, { user_id: 77, is_active: true });
    await notice(clientDeleted, { client_id: 'other', user_id: 7 });
    await notice(userChanged, { user_id: 70, is_active: true });
    await authenticate(await mint());
    expect(authority.state.asked.standing).toBe(1);
  });

  it('that cannot be had is 503, even with a token known before', async () => {
    const short = createGuard({
      verify: verifier(),
      sources: authority.sources,
      broker,
      clock,
      logger,
      standingMillis: 0,
    });
    const token = await mint();
    await short.authenticate(`Bearer ${token}`, both);
    authority.state.isAway = true;
    await expect(short.authenticate(`Bearer ${token}`, both)).rejects.toMatchObject({ status: 503 });
    short.close();
  });
});

describe('access', () => {
  const principal: Principal = {
    userId: 7,
    clientId: 'app',
    kind: 'access',
    scopes: new Set(['read']),
    isAdmin: false,
  };

  it('of this service’s own tables is asked in the transaction of who asks, whoever waits for the same answer', async () => {
    let isInTransaction = false;
    let answer = (): void => {};
    const first = new Promise<void>((resolve) => (answer = resolve));
    const access = vi.fn(async (...asked: readonly [number, number]) => {
      if (!isInTransaction) await first;
      return authority.sources.access(...asked);
    });
    const own = createGuard({
      ...{ verify: verifier(), sources: { ...authority.sources, access }, broker, clock, logger, accessMillis: 0 },
      isInTransaction: () => isInTransaction,
    });
    const waiting = [own.account(principal, 1), own.account(principal, 1)];
    isInTransaction = true;
    expect(await own.account(principal, 1)).toMatchObject({ role: 'CA' });
    expect(access).toHaveBeenCalledTimes(2);
    answer();
    expect(await Promise.all(waiting)).toMatchObject([{ role: 'CA' }, { role: 'CA' }]);
    own.close();
  });

  it('is asked once and kept while organisation is away', async () => {
    stopTime();
    expect(await guard.account(principal, 1)).toMatchObject({ role: 'CA' });
    authority.state.isAway = true;
    expect(await guard.account(principal, 1)).toMatchObject({ role: 'CA' });
    expect(authority.state.asked.access).toBe(1);
    await expect(guard.account(principal, 2)).rejects.toMatchObject({ status: 503 });
    await expect(guard.accounts(principal)).rejects.toMatchObject({ status: 503 });
  });

  it('is asked again on the day after, when a contract may have ended without anybody changing it [CON-R20]', async () => {
    stopTime();
    clock.set(Temporal.Instant.from('2026-03-14T22:59:59Z'));
    const reached = async () => (await guard.accounts(principal)).map(({ clientAccountId }) => clientAccountId);
    expect([(await guard.account(principal, 1)).role, await reached()]).toEqual(['CA', [1, 2]]);
    authority.state.roles.delete(1);
    expect([(await guard.account(principal, 1)).role, await reached()]).toEqual(['CA', [1, 2]]);
    clock.set(Temporal.Instant.from('2026-03-14T23:00:00Z'));
    expect([(await guard.account(principal, 1)).role, await reached()]).toEqual([null, [2]]);
  });

  it('that was refused is asked again, so that a new role counts at once', async () => {
    expect((await guard.account(principal, 3)).role).toBeNull();
    authority.state.roles.set(3, 'EM');
    expect((await guard.account(principal, 3)).role).toBe('EM');
  });

  it.each([
    ['of one user on one account', { user_id: 7, client_account_id: 1 }, 1],
    ['of everybody on the account', { client_account_id: 1 }, 1],
    ['of the user everywhere', { user_id: 7 }, 2],
  ])(
    'is lost by the notice, before the second is over in which it is trusted without: %s',
    async (_what, payload, asked) => {
      stopTime();
      await Promise.all([guard.account(principal, 1), guard.account(principal, 2), guard.accounts(principal)]);
      const before = { ...authority.state.asked };
      authority.state.roles.delete(1);
      await notice(accessChanged, payload);
      await expect.poll(async () => (await guard.account(principal, 1)).role).toBeNull();
      await guard.account(principal, 2);
      expect((await guard.accounts(principal)).map(({ clientAccountId }) => clientAccountId)).toEqual([2]);
      expect(authority.state.asked.access - before.access).toBe(asked);
    },
  );

  it('answered from before a change is not kept after its notice', async () => {
    let release = () => {};
    let heard = 0;
    broker.subscribe('events.organisation.access.changed', () => {
      heard += 1;
    });
    const stale: AccessSources = {
      ...authority.sources,
      access: async (user, id) => {
        const answer = await authority.sources.access(user, id);
        if (authority.state.asked.access === 1) await new Promise<void>((resolve) => (release = resolve));
        return answer;
      },
    };
    const racing = createGuard({ verify: verifier(), sources: stale, broker, clock, logger });
    const first = racing.account(principal, 1);
    await expect.poll(() => authority.state.asked.access).toBe(1);
    authority.state.roles.set(1, 'EM');
    await notice(accessChanged, { client_account_id: 1 });
    await expect.poll(() => heard).toBe(1);
    const second = racing.account(principal, 1);
    expect((await second).role).toBe('EM');
    release();
    expect((await first).role).toBe('CA');
    expect((await racing.account(principal, 1)).role).toBe('EM');
    racing.close();
  });

  it('is asked for again a second after its question where nothing proves it [JEX-R45]', async () => {
    expect(await guard.account(principal, 1)).toMatchObject({ role: 'CA' });
    // No notice: the broker is frozen, or the owner died before it was published.
    authority.state.roles.delete(1);
    await expect.poll(async () => (await guard.account(principal, 1)).role).toBeNull();
    authority.state.isAway = true;
    await expect(guard.account(principal, 2)).rejects.toMatchObject({ status: 503 });
  });

  it('is kept beyond that second while organisation says that nothing changed, and goes with what it says', async () => {
    const published: ChangesAnswer['changes'][number][] = [];
    const source: ChangesSource = {
      GetChanges: async ({ since }) => ({
        now: String(published.length),
        isReset: false,
        hasMore: false,
        changes: published.slice(Number(since ?? published.length)),
      }),
    };
    const proven = createGuard({
      verify: verifier(),
      sources: authority.sources,
      broker,
      changes: { organisation: source },
      clock,
      logger,
    });
    const publish = (payload: object) =>
      published.push({
        id: published.length + 1,
        eventId: '',
        subject: 'events.organisation.access.changed',
        version: 1,
        occurredAt: '',
        payload: JSON.stringify(payload),
      });
    await proven.account(principal, 1);
    const started = performance.now();
    const state = { since: started };
    let asked = 0;
    // Since the first beat began it is kept for longer than it could be without one.
    await expect
      .poll(
        async () => {
          await proven.account(principal, 1);
          if (asked !== authority.state.asked.access)
            [asked, state.since] = [authority.state.asked.access, performance.now()];
          return performance.now() - state.since;
        },
        { timeout: 60_000 },
      )
      .toBeGreaterThan(1_500);
    expect(performance.now() - started).toBeGreaterThan(1_500);
    authority.state.roles.delete(1);
    publish({ user_id: 7, client_account_id: 1 });
    await expect.poll(async () => (await proven.account(principal, 1)).role).toBeNull();
    // What cannot be read may be about anybody.
    await proven.account(principal, 2);
    const before = authority.state.asked.access;
    publish({ user_id: 'nobody' });
    await expect
      .poll(async () => {
        await proven.account(principal, 2);
        return authority.state.asked.access;
      })
      .toBeGreaterThan(before);
    proven.close();
  });

  it('of an administrator is SA on every account that exists', async () => {
    const admin = { ...principal, isAdmin: true };
    expect(await guard.account(admin, 50)).toMatchObject({ role: 'SA', exists: true });
    expect(await guard.account(admin, 500)).toMatchObject({ role: null, exists: false });
    expect((await guard.accounts(admin)).map(({ clientAccountId, role }) => [clientAccountId, role])).toEqual([
      [1, 'SA'],
      [2, 'SA'],
      [3, 'SA'],
    ]);
    expect((await guard.account(principal, 50)).role).toBeNull();
  });
});

describe('what the gateway passes on', () => {
  const gateway = testSigner('gateway');
  const verifier = testVerifier();
  const read = (header: string | string[] | undefined) => readForwarded(verifier, 'ledger', header);

  it('is read as it was signed', () => {
    expect(GATEWAY_HEADER).toBe('x-gateway-context');
    const forwarded = { address: '2001:db8::/64', dryRun: true };
    expect(read(signForwarded(gateway, 'ledger', forwarded))).toEqual(forwarded);
  });

  it('is not believed when it is missing, forged or said twice', () => {
    const header = signForwarded(gateway, 'ledger', { address: '1.2.3.4', dryRun: false });
    for (const wrong of [undefined, '', 'x', 'a.b.c', `${header}x`, header.slice(0, -3)])
      expect(read(wrong)).toBeUndefined();
    expect(read([header, header])).toBeUndefined();
    expect(read(header)).toEqual({ address: '1.2.3.4', dryRun: false });
  });

  it('is the word of the gateway alone: another service, or the same word at another service, is not believed', () => {
    const said = { address: '1.2.3.4', dryRun: false };
    expect(read(signForwarded(testSigner('payroll'), 'ledger', said))).toBeUndefined();
    expect(readForwarded(verifier, 'auth', signForwarded(gateway, 'ledger', said))).toBeUndefined();
  });
});
