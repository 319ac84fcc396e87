import type { AccountAccess, Guard, Principal, RoleCode } from '@app/access';
import { Failure, unauthorized } from '@app/contract/failure';
import { type Beat, type Broker, type ChangesSource, createBeat, requireHearable } from '@app/events';
import { type Clock, createCalendar, currentContext, type Logger } from '@app/runtime';
import { createCache } from './cache.ts';
import { accessChanged, clientDeleted, userChanged } from './events.ts';
import { hear, type Notice, notice } from './notices.ts';
import type { TokenVerifier } from './verify-token.ts';

/** What auth knows of a caller beyond the token. */
export interface Standing {
  readonly isUserActive: boolean;
  /** True for a session token, which has no client. */
  readonly isClientActive: boolean;
  /** False once somebody logged out or the session was ended otherwise; true for a token without a session. */
  readonly isSessionLive: boolean;
  readonly isAdmin: boolean;
}

/**
 * Where decisions come from: the other services, or this one's own tables. Each throws `Failure` 503 when it cannot
 * tell.
 */
export interface AccessSources {
  standing(userId: number, clientId: string | null, sessionId: string | null): Promise<Standing>;
  access(userId: number, clientAccountId: number): Promise<AccountAccess>;
  /** With `all`, every client account there is, with the user's role where there is one. */
  accesses(userId: number, all: boolean): Promise<readonly AccountAccess[]>;
}

interface Options {
  readonly verify: TokenVerifier;
  readonly sources: AccessSources;
  /** Carries the notices that clear the caches at once. */
  readonly broker: Broker;
  /**
   * Whom to ask for the beats that let decisions live longer than a second: the owners of users and of access. Without
   * them none does.
   */
  readonly changes?: { readonly auth?: ChangesSource; readonly organisation?: ChangesSource };
  /** Says the day: access by a contract ends with one, and nothing is told of that. */
  readonly clock: Clock;
  readonly logger: Logger;
  /** Longest life of a decision: 10 000 by default, never more; 0 where the source is this service's own tables. */
  readonly standingMillis?: number;
  readonly accessMillis?: number;
  /**
   * Whether who asks has a transaction, where the source is this service's own tables: it asks there. Were it to share the
   * answer of somebody without one, it would wait for a connection while it holds one; and what it has changed is nobody
   * else's before the commit.
   */
  readonly isInTransaction?: () => boolean;
}

export interface ClosableGuard extends Guard {
  /** Drops every cached decision. */
  forget(): void;
  close(): void;
}

const SIZE = 20_000;
const LIFE_MILLIS = 10_000;
const roleCodes: ReadonlySet<string> = new Set(['SA', 'AA', 'CA', 'BK', 'EM', 'US']);

/** A role code from another service; anything unknown is no role. */
export const roleCode = (text: string | undefined | null): RoleCode | null =>
  roleCodes.has(text ?? '') ? (text as RoleCode) : null;

/**
 * Decides who calls and what they reach. Decisions are kept for seconds, dropped on the notices of auth and
 * organisation and used only while their owner is known not to have changed them a second ago; those about access are
 * of one day, as contracts end with one (docs/decisions/0077-how-late-a-change-may-be.md). In doubt the answer is 503,
 * never access.
 */
export function createGuard(options: Options): ClosableGuard {
  const {
    verify,
    sources,
    broker,
    changes = {},
    clock,
    logger,
    standingMillis = LIFE_MILLIS,
    accessMillis = LIFE_MILLIS,
    isInTransaction = () => false,
  } = options;

  /** Of a cache of decisions. One that keeps nothing is of this service's own tables. */
  const cacheOptions = (lifeMillis: number, beat: Beat | undefined) => ({
    ...{ size: SIZE, lifeMillis, ...provenBy(beat) },
    ...(lifeMillis === 0 ? { asksAlone: isInTransaction } : {}),
  });
  const beatOf = (owner: 'auth' | 'organisation', notices: readonly Notice[], forgetAll: () => void) => {
    const source = changes[owner];
    const subjects = notices.map(({ subject }) => subject);
    return (
      source &&
      createBeat({ source, owner, subjects, apply: (published) => hear(notices, published, forgetAll, logger), logger })
    );
  };
  const ofUsers: readonly Notice[] = [
    notice(userChanged, ({ user_id }) => standings.clear((key) => key.startsWith(`${user_id} `))),
    notice(clientDeleted, ({ client_id }) => standings.clear((key) => key.split(' ')[1] === client_id)),
  ];
  const ofAccess: readonly Notice[] = [
    notice(accessChanged, ({ user_id, client_account_id }) => {
      const [user, account] = [user_id ?? '*', client_account_id ?? '*'].map(String);
      single.clear((key) => {
        const [ofUser, ofAccount] = key.split(' ');
        return (user === '*' || user === ofUser) && (account === '*' || account === ofAccount);
      });
      lists.clear((key) => user === '*' || key.startsWith(`${user} `));
    }),
  ];
  const userBeat = beatOf('auth', ofUsers, () => standings.clear());
  const accessBeat = beatOf('organisation', ofAccess, () => {
    single.clear();
    lists.clear();
  });

  const today = createCalendar(clock);
  const standings = createCache<Standing>(cacheOptions(standingMillis, userBeat));
  const ofAccounts = cacheOptions(accessMillis, accessBeat);
  // A refusal is asked again, so that a new role counts at once.
  const single = createCache<AccountAccess>({ ...ofAccounts, keep: ({ role }) => role !== null });
  const lists = createCache<readonly AccountAccess[]>(ofAccounts);

  const forget = (): void => {
    for (const cache of [standings, single, lists]) cache.clear();
  };
  requireHearable([...ofUsers, ...ofAccess].map(({ subject }) => subject.replace(/^events\./, '')));
  const stops = [
    ...[...ofUsers, ...ofAccess].map(({ subject, clear }) =>
      broker.subscribe(subject, (data) => hear([{ subject, clear }], [{ subject, payload: data }], forget, logger)),
    ),
    broker.onReconnect(forget),
    () => userBeat?.close(),
    () => accessBeat?.close(),
  ];

  const standingOf = (userId: number, clientId: string | null, sessionId: string | null): Promise<Standing> =>
    standings.get(`${userId} ${clientId ?? ''} ${sessionId ?? ''}`, () =>
      sources.standing(userId, clientId, sessionId),
    );

  const raise = (access: AccountAccess, principal: Principal): AccountAccess =>
    principal.isAdmin && access.exists ? { ...access, role: 'SA' } : access;

  return {
    asksOthers: accessMillis > 0,
    authenticate: async (authorization, accept) => {
      const claims = await verify(bearerOf(authorization));
      const { userId, clientId, sessionId, kind, scopes } = claims;
      const standing = await standingOf(userId, clientId, sessionId);
      const context = currentContext();
      if (context) {
        context.userId = userId;
        if (clientId !== null) context.clientId = clientId;
      }
      assertLive(standing);
      if (!accept.includes(kind)) throw wrongKind(kind);
      return {
        userId,
        clientId,
        kind,
        scopes,
        isAdmin: standing.isAdmin,
        ...(sessionId === null ? {} : { sessionId }),
      };
    },
    assertStanding: async ({ userId, clientId, sessionId }) =>
      assertLive(await standingOf(userId, clientId, sessionId ?? null)),
    account: async (principal, clientAccountId) => {
      const { userId, isAdmin } = principal;
      const load = async () => raise(await sources.access(userId, clientAccountId), principal);
      const access = await single.get(`${userId} ${clientAccountId} ${isAdmin} ${today()}`, load);
      const context = currentContext();
      if (context && access.role !== null) context.clientAccountId = clientAccountId;
      else if (context) context.refusedAccountId = clientAccountId;
      return access;
    },
    accounts: async (principal) => {
      const { userId, isAdmin } = principal;
      const all = await lists.get(`${userId} ${isAdmin} ${today()}`, () => sources.accesses(userId, isAdmin));
      return all.map((access) => raise(access, principal)).filter((access) => access.role !== null);
    },
    forget,
    close: () => {
      for (const stop of stops) stop();
    },
  };
}

/** @throws Failure 401 */
function assertLive({ isUserActive, isClientActive, isSessionLive }: Standing): void {
  if (!isUserActive) throw unauthorized('The user of this token is not active', true);
  if (!isClientActive) throw unauthorized('The client of this token no longer exists', true);
  if (!isSessionLive) throw unauthorized('The session of this token has ended; log in again', true);
}

const provenBy = (beat: Beat | undefined) => (beat ? { provenAt: beat.provenAt } : {});

/**
 * A good access token is known and refused (REG-R25); a session token is no token at all to the tool endpoint
 * (MCP-R15).
 */
const wrongKind = (kind: Principal['kind']): Failure =>
  kind === 'access'
    ? new Failure('common.forbidden', 403, 'This call takes the session token of a person, not an access token')
    : unauthorized('This call takes an access token, not a session token', true);

/** RFC 6750 section 2.1; the scheme's letter case does not matter. */
function bearerOf(authorization: string | undefined): string {
  if (authorization === undefined || authorization.trim() === '') throw unauthorized();
  const match = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization);
  if (!match) throw unauthorized('The Authorization header must read "Bearer <token>"', true);
  return match[1]!;
}
