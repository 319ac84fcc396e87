import type { RoleCode } from '@app/access';
import { backendNames } from '@app/registry';
import { Auth, Erasure, Ledger, Records } from '@app/rpc';
import { createLogger } from '@app/runtime';
import { type Sandbox, startSandbox } from '@app/sandbox';
import {
  type CallOptions,
  type Stub,
  startTestService,
  stub,
  type TestAnswer,
  type TestService,
  type WorldUser,
} from '@app/testing';
import { afterAll, beforeAll, expect } from 'vitest';
import { roleId } from '../src/roles/roles.ts';
import { organisation } from '../src/service.ts';
import { linkUser } from '../src/tenancy/link-store.ts';

/** An order of a currency as the ledger is asked. */
export interface CurrencyOrderAsked {
  readonly clientAccountId: number;
  readonly commandKey: string;
  readonly currencyCode: string;
  readonly accountVersion: number;
}

/** What the played ledger and its neighbours say. */
export interface Played {
  readonly withPostings: Set<number>;
  /** What the ledger does about an order of a currency; by default it takes it unless there are postings. */
  onCurrency: ((order: CurrencyOrderAsked) => Promise<boolean>) | undefined;
  counts: Record<string, number>;
  readonly asked: string[];
  /** What a service does when it is to remove records; by default it has none. */
  onErase: ((service: string, asked: ErasureAsked) => Promise<ErasureSaid>) | undefined;
}

export interface ErasureAsked {
  readonly clientAccountId: number;
  readonly categories: readonly string[];
  readonly commandKey: string;
}

interface ErasureSaid {
  readonly isDone: boolean;
  readonly counts: { category: string; count: number }[];
}

export interface NewOrganization {
  readonly name?: string;
  readonly organization_form?: string;
  readonly industry_code?: string;
  readonly country_code?: string;
  readonly roles?: readonly object[];
}

export interface ReceivedMail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Running {
  readonly service: TestService;
  readonly played: Played;
  user(changes?: Partial<WorldUser>): WorldUser;
  /** A call as a user, with a fresh token; without one when the user is null. */
  as(user: WorldUser | null, method: string, path: string, body?: unknown, options?: CallOptions): Promise<TestAnswer>;
  /** Defines a company in the registry and gives its number. */
  company(company?: NewOrganization): Promise<string>;
  /** Defines a company of a number, or defines it anew. */
  define(number: string, company: NewOrganization): Promise<void>;
  /** Asks the registry past the service; gives the status. */
  askRegistry(number: string): Promise<number>;
  /** Makes the sandbox fail. */
  fault(
    fault: { readonly status?: number; readonly count: number; readonly delay_ms?: number },
    system?: 'registry' | 'smtp',
  ): Promise<void>;
  /** What arrived for an address, newest first. */
  mailTo(address: string): Promise<readonly ReceivedMail[]>;
  /** Opens the books of a new company; the user becomes owner. */
  account(
    owner: WorldUser,
    company?: NewOrganization,
    body?: object,
  ): Promise<{ readonly id: number; readonly unique_name: string } & Record<string, unknown>>;
  /** Links a user directly, with roles that only invitations give too. */
  link(clientAccountId: number, user: WorldUser, role: RoleCode): Promise<void>;
  /** A firm of accountants with its owner, confirmed by the administrator. */
  firm(owner: WorldUser): Promise<number>;
  /** Lets the administrator confirm that whoever runs an account may act for its organization. */
  prove(clientAccountId: number): Promise<void>;
}

let serial = 0;

/** The next organization number of the synthetic series with a valid check digit. */
export function nextOrganizationNumber(): string {
  for (;;) {
    const first = `3${String(++serial).padStart(7, '0')}`;
    const sum = [3, 2, 7, 6, 5, 4, 3, 2].reduce((total, weight, i) => total + weight * Number(first[i]), 0);
    const check = (11 - (sum % 11)) % 11;
    if (check < 10) return `${first}${check}`;
  }
}

export interface Neighbours {
  /** More methods of other services, beside or instead of those below. */
  readonly others?: Readonly<Record<string, readonly Stub[]>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** The service with a registry, a ledger and people of its own. */
export function useOrganisation(neighbours: Neighbours = {}): Running {
  let service: TestService;
  let sandbox: Sandbox;
  const played: Played = { withPostings: new Set(), onCurrency: undefined, counts: {}, asked: [], onErase: undefined };

  const people = new Map<number, WorldUser>();
  const auth = stub(Auth, {
    GetUsers: async ({ ids }) => {
      played.asked.push(`GetUsers ${ids.length}`);
      const found = ids.flatMap((id) => people.get(id) ?? []);
      return {
        users: found.map((one) => ({
          ...one,
          fullName: `${one.firstName} ${one.lastName}`,
          createdAt: '2024-01-01T00:00:00Z',
        })),
      };
    },
  });
  const records = stub(Records, {
    CountRecords: async () => ({ counts: Object.entries(played.counts).map(([kind, count]) => ({ kind, count })) }),
  });
  const ledger = stub(Ledger, {
    HasPostings: async ({ clientAccountId }) => {
      played.asked.push(`HasPostings ${clientAccountId}`);
      return { hasPostings: played.withPostings.has(clientAccountId) };
    },
    ChangeCurrency: async (order) => ({
      isChanged: played.onCurrency ? await played.onCurrency(order) : !played.withPostings.has(order.clientAccountId),
    }),
  });

  const erasing = (name: string): Stub =>
    stub(Erasure, {
      EraseRecords: async (asked) => (await played.onErase?.(name, asked)) ?? { isDone: true, counts: [] },
    });

  beforeAll(async () => {
    sandbox = await startSandbox(
      {
        bindHost: '127.0.0.1',
        httpPort: 0,
        smtpPort: 0,
        baseUrl: undefined,
        browserUrl: undefined,
        dataDir: undefined,
        logLevel: 'error',
        clientId: 'accounting-platform',
        credential: { kind: 'secret', secret: 'a secret of this test' },
        redirectUris: ['http://127.0.0.1:8080/callback'],
      },
      createLogger({ service: 'sandbox', level: 'fatal' }),
    );
    service = await startTestService(organisation, {
      env: {
        BUSINESS_REGISTRY_URL: `${sandbox.baseUrl}/registry`,
        SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
        MAIL_FROM: 'Regnskap <ikke-svar@books.test>',
        APP_BASE_URL: 'https://app.books.test',
        ...neighbours.env,
      },
      others: {
        ...Object.fromEntries(backendNames.map((name) => [name, [erasing(name)]])),
        auth: [auth, erasing('auth'), ...(neighbours.others?.auth ?? [])],
        ledger: [ledger, records, erasing('ledger'), ...(neighbours.others?.ledger ?? [])],
        documents: [records, erasing('documents')],
        reconciliation: [records, erasing('reconciliation'), ...(neighbours.others?.reconciliation ?? [])],
      },
    });
  });
  afterAll(async () => {
    await service?.stop();
    await sandbox?.stop();
  });

  const control = async (path: string, body: unknown): Promise<void> => {
    const response = await fetch(`${sandbox.baseUrl}/sandbox${path}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.status >= 300) throw new Error(`The sandbox refused: ${await response.text()}`);
  };

  const running: Running = {
    get service() {
      return service;
    },
    played,
    user: (changes) => {
      const user = service.world.user(changes);
      people.set(user.id, user);
      return user;
    },
    as: async (user, method, path, body, options = {}) => {
      const token =
        user === null
          ? undefined
          : await service.world.token({ userId: user.id, now: service.running.composition.clock.now() });
      return service.call(method, path, {
        ...(token === undefined ? {} : { token }),
        ...(body === undefined ? {} : { body }),
        ...options,
      });
    },
    company: async (company = {}) => {
      const number = nextOrganizationNumber();
      await running.define(number, {
        name: `Company ${number} AS`,
        organization_form: 'AS',
        industry_code: '62.010',
        ...company,
      });
      return number;
    },
    askRegistry: async (number) =>
      (await fetch(`${sandbox.baseUrl}/registry/enhetsregisteret/api/enheter/${number}`)).status,
    define: (number, company) => control(`/organizations/${number}`, company),
    fault: (fault, system = 'registry') => control(`/faults/${system}`, fault),
    mailTo: async (address) =>
      (await fetch(`${sandbox.baseUrl}/sandbox/mail?to=${encodeURIComponent(address)}`)).json() as Promise<
        readonly ReceivedMail[]
      >,
    account: async (owner, company = {}, body = {}) => {
      const number = await running.company(company);
      const { status, body: account } = await running.as(owner, 'POST', '/api/v2/client-accounts', {
        organization_number: number,
        ...body,
      });
      expect(account).toMatchObject({ id: expect.any(Number) });
      expect(status).toBe(201);
      return account;
    },
    link: async (clientAccountId, user, role) => {
      const link = { clientAccountId, userId: user.id, roleId: roleId(role), createdById: null };
      await service.db.write((tx) => linkUser(tx, link, new Date()));
    },
    firm: async (owner) => {
      const { id } = await running.account(owner, { industry_code: '69.201' });
      await running.prove(id);
      return id;
    },
    prove: async (clientAccountId) => {
      const admin = running.user({ isAdmin: true });
      const { status } = await running.as(admin, 'PATCH', `/api/v2/client-accounts/${clientAccountId}`, {
        is_proven: true,
      });
      expect(status).toBe(200);
    },
  };
  return running;
}
