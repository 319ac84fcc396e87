import { randomUUID } from 'node:crypto';
import type { RoleCode } from '@app/access';
import { notFound } from '@app/contract/failure';
import type { NewEvent } from '@app/db';
import { Auth, Changes, Organisation } from '@app/rpc';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { type Stub, serveStubs, stub } from './stub.ts';

export const testBaseUrl = 'https://books.test';

export interface WorldUser {
  readonly id: number;
  readonly isActive: boolean;
  readonly isAdmin: boolean;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

export interface WorldAccount {
  readonly id: number;
  readonly isActive: boolean;
  readonly displayName: string;
  readonly accountingCurrency: string;
  readonly accountingLanguage: string;
  readonly organizationNumber: string;
  readonly vatLiable: boolean;
  readonly earlyAccess: boolean;
  /** YEARLY, HALF_YEARLY or VAT_TERM; null reads as yearly. */
  readonly reconciliationFrequency: string | null;
  readonly vatReturnFrequency: string;
}

export interface TokenOptions {
  readonly userId: number;
  /** `read write` by default. */
  readonly scope?: string;
  readonly kind?: 'access' | 'session';
  readonly clientId?: string;
  /** Of a session token. */
  readonly sessionId?: string;
  readonly audience?: string;
  readonly issuer?: string;
  /** Seconds from the moment of issue; negative for a token that has expired. */
  readonly expiresIn?: number;
  /** The moment of issue, for tests that move the clock. */
  readonly now?: Temporal.Instant;
}

/** Who there is and what they may do, as a service under test learns it from auth and organisation over real gRPC. */
export interface World {
  /** Makes or changes a user; active and no administrator unless said otherwise. */
  user(changes?: Partial<WorldUser>): WorldUser;
  /** Makes or changes a client account, active and in NOK unless said otherwise; returns its id. */
  account(changes?: Partial<WorldAccount>): number;
  grant(userId: number, clientAccountId: number, role: RoleCode): void;
  revoke(userId: number, clientAccountId: number): void;
  deleteClient(clientId: string): void;
  /**
   * Answers whoever asks a service what changed; made by `create` of the event's definition, whose name begins with the
   * service.
   */
  announce(event: NewEvent): void;
  /** What organisation says of the access of a user: of all accounts, or of those that they reach. */
  accessOf(userId: number, of: { readonly all: boolean }): readonly WorldAccess[];
  /** As a logout ends it. */
  endSession(sessionId: string): void;
  /** A bearer token as auth would issue it. */
  token(options: TokenOptions): Promise<string>;
  /** While true, the other services answer 503 to everything. */
  isAway: boolean;
}

interface WorldAccess {
  readonly clientAccountId: number;
  readonly isActive: boolean;
  readonly role?: RoleCode;
  readonly directRole?: RoleCode;
}

export interface RunningWorld extends World {
  /** `host:port` of each service that is played. */
  readonly addresses: Readonly<Record<string, string>>;
  /** Called after every change. */
  onChange(listener: () => void): void;
  close(): Promise<void>;
}

/**
 * Starts stand-ins of other services. Auth and organisation are always among them; stubs given for them win per method.
 */
export async function createWorld(others: Readonly<Record<string, readonly Stub[]>> = {}): Promise<RunningWorld> {
  const users = new Map<number, WorldUser>();
  const accounts = new Map<number, WorldAccount>();
  const roles = new Map<string, RoleCode>();
  const deletedClients = new Set<string>();
  const endedSessions = new Set<string>();
  const listeners: (() => void)[] = [];
  const published: { readonly eventId: string; readonly event: NewEvent }[] = [];
  const keys = await createKeys();
  let nextId = 1_000;
  const changed = (): void => {
    for (const listener of listeners) listener();
  };

  const accessOf = (userId: number, account: WorldAccount) => {
    const role = roles.get(`${userId} ${account.id}`);
    return { clientAccountId: account.id, isActive: account.isActive, ...(role ? { role, directRole: role } : {}) };
  };
  const byId = () => [...accounts.values()].sort((a, b) => a.id - b.id);

  const auth = stub(Auth, {
    GetKeys: async () => ({ jwks: keys.jwks }),
    CheckStanding: async ({ userId, clientId, sessionId }) => {
      const user = users.get(userId);
      return {
        userActive: user?.isActive ?? false,
        clientActive: clientId === undefined || !deletedClients.has(clientId),
        isAdmin: user?.isAdmin ?? false,
        sessionEnded: sessionId !== undefined && endedSessions.has(sessionId),
      };
    },
    GetUsers: async ({ ids }) => ({ users: ids.flatMap((id) => users.get(id) ?? []).map(userMessage) }),
  });
  const organisation = stub(Organisation, {
    CheckAccess: async ({ userId, clientAccountId }) => {
      const account = accounts.get(clientAccountId);
      return account ? { exists: true, ...accessOf(userId, account) } : { exists: false, isActive: false };
    },
    ListAccess: async ({ userId, all }) => ({ access: world.accessOf(userId, { all }) }),
    GetAccount: async ({ clientAccountId }) => {
      const account = accounts.get(clientAccountId);
      if (!account) throw notFound(`There is no client account ${clientAccountId}`, 'client_account.not_found');
      return { account: accountMessage(account) };
    },
    GetCompany: async ({ clientAccountId }) => {
      const account = accounts.get(clientAccountId);
      if (!account) throw notFound(`There is no client account ${clientAccountId}`, 'client_account.not_found');
      return companyMessage(account);
    },
    ListAccounts: async ({ afterId }) => ({
      accounts: byId()
        .filter(({ id }) => id > afterId)
        .map(accountMessage),
    }),
  });

  const changesOf = (service: string) =>
    stub(Changes, {
      GetChanges: async ({ since, subjects }) => ({
        now: String(published.length),
        isReset: false,
        hasMore: false,
        changes: published
          .slice(Number(since ?? published.length))
          .map(({ eventId, event }, index) => ({ ...messageOf(event), id: Number(since) + index + 1, eventId }))
          .filter(({ subject }) => subject.startsWith(`events.${service}.`) && subjects.includes(subject)),
      }),
    });

  const world = {
    isAway: false,
    accessOf: (userId: number, { all }: { readonly all: boolean }) =>
      byId()
        .map((account) => accessOf(userId, account))
        .filter(({ role }) => all || role !== undefined),
    user: (changes: Partial<WorldUser> = {}): WorldUser => {
      const id = changes.id ?? nextId++;
      const fresh = {
        id,
        isActive: true,
        isAdmin: false,
        firstName: 'Kari',
        lastName: `Nordmann ${id}`,
        email: `user${id}@books.test`,
      };
      const user = { ...fresh, ...users.get(id), ...changes };
      users.set(id, user);
      changed();
      return user;
    },
    account: (changes: Partial<WorldAccount> = {}): number => {
      const id = changes.id ?? nextId++;
      const fresh = {
        id,
        displayName: `Company ${id}`,
        isActive: true,
        accountingCurrency: 'NOK',
        accountingLanguage: 'nob',
        organizationNumber: '810000000',
        vatLiable: true,
        earlyAccess: false,
        reconciliationFrequency: null,
        vatReturnFrequency: 'BIMONTHLY',
      };
      accounts.set(id, { ...fresh, ...accounts.get(id), ...changes });
      changed();
      return id;
    },
    grant: (userId: number, clientAccountId: number, role: RoleCode): void => {
      roles.set(`${userId} ${clientAccountId}`, role);
      changed();
    },
    revoke: (userId: number, clientAccountId: number): void => {
      roles.delete(`${userId} ${clientAccountId}`);
      changed();
    },
    deleteClient: (clientId: string): void => {
      deletedClients.add(clientId);
      changed();
    },
    announce: (event: NewEvent): void => void published.push({ eventId: randomUUID(), event }),
    endSession: (sessionId: string): void => {
      endedSessions.add(sessionId);
      changed();
    },
    token: keys.token,
    onChange: (listener: () => void): void => {
      listeners.push(listener);
    },
  };

  const played = {
    ...others,
    auth: [auth, ...(others.auth ?? [])],
    organisation: [organisation, ...(others.organisation ?? [])],
  };
  const served = await Promise.all(
    Object.entries(played).map(async ([service, stubs]) => ({
      service,
      ...(await serveStubs(service, [changesOf(service), ...stubs], () => !world.isAway)),
    })),
  );
  return Object.assign(world, {
    addresses: Object.fromEntries(served.map(({ service, address }) => [service, address])),
    close: async (): Promise<void> => void (await Promise.all(served.map(({ stop }) => stop()))),
  });
}

async function createKeys() {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'test', alg: 'ES256', use: 'sig' }] });
  const token = (options: TokenOptions): Promise<string> => {
    const {
      userId,
      scope = 'read write',
      kind = 'access',
      clientId = 'test-client',
      sessionId,
      audience = testBaseUrl,
      issuer = testBaseUrl,
      expiresIn = 3_600,
    } = options;
    const now = Math.floor((options.now ?? Temporal.Now.instant()).epochMilliseconds / 1_000);
    return new SignJWT({
      scope,
      ...(kind === 'access' ? { client_id: clientId } : {}),
      ...(sessionId === undefined ? {} : { sid: sessionId }),
    })
      .setProtectedHeader({ alg: 'ES256', kid: 'test', typ: kind === 'access' ? 'at+jwt' : 'session+jwt' })
      .setIssuer(issuer)
      .setSubject(String(userId))
      .setAudience(audience)
      .setJti(randomUUID())
      .setIssuedAt(Math.min(now, now + expiresIn - 1))
      .setExpirationTime(now + expiresIn)
      .sign(privateKey);
  };
  return { jwks, token };
}

const messageOf = (event: NewEvent) => ({
  subject: `events.${event.name}`,
  version: event.version,
  occurredAt: new Date().toISOString(),
  payload: JSON.stringify(event.payload),
  ...(event.clientAccountId === null ? {} : { clientAccountId: event.clientAccountId }),
});

const userMessage = ({ id, firstName, lastName, email }: WorldUser) => ({
  id,
  firstName,
  lastName,
  fullName: `${firstName} ${lastName}`,
  email,
  createdAt: '2024-01-01T00:00:00Z',
});

const companyMessage = ({ organizationNumber, displayName }: WorldAccount) => ({
  organizationNumber,
  name: displayName,
  streetAddress: 'Storgata 1',
  postalCode: '0155',
  city: 'Oslo',
  countryCode: 'NO',
});

const accountMessage = (account: WorldAccount) => {
  const { id, displayName, isActive, accountingCurrency, accountingLanguage, organizationNumber, vatLiable } = account;
  const { earlyAccess, reconciliationFrequency, vatReturnFrequency } = account;
  const counter = { nextNumber: 1, setAtVersion: 1 };
  return {
    id,
    uniqueName: `company-${id}`,
    displayName,
    accountingCurrency,
    accountingLanguage,
    isActive,
    organizationId: id,
    organizationNumber,
    organizationName: displayName,
    vatLiable,
    isProvider: false,
    version: 1,
    settings: [
      {
        ...{ activeFrom: '2000-01-01', vatLiable, earlyAccess, vatReturnFrequency },
        ...(reconciliationFrequency === null ? {} : { reconciliationFrequency }),
      },
    ],
    saleInvoice: counter,
    saleCreditNote: counter,
    countryCode: 'NO',
  };
};
