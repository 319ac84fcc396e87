import type { RoleCode } from '@app/access';
import { unavailable } from '@app/contract/failure';
import { checkInvariants, queryOn } from '@app/invariants';
import { Partners, References } from '@app/rpc';
import {
  type Stub,
  startTestService,
  stub,
  type TestAnswer,
  type TestOptions,
  type TestService,
  type WorldAccount,
} from '@app/testing';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { expect, inject, vi } from 'vitest';
import { verification } from '../src/invariants.ts';
import { ledgerService } from '../src/service.ts';

/** A record of another service, as its owner would say of it. */
export interface OwnedRecord {
  readonly id: number;
  readonly name: string;
  readonly isActive: boolean;
}

/** A person with a role on a client account of their own. */
export interface Books {
  readonly clientAccountId: number;
  readonly userId: number;
  readonly token: string;
  call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<TestAnswer>;
  /** POST /journal-entries/ with the client account filled in. */
  post(entry: Readonly<Record<string, unknown>>): Promise<TestAnswer>;
  /** Posts and expects 201; gives the entry. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape they assert
  posted(entry?: Readonly<Record<string, unknown>>): Promise<any>;
}

export interface Ledger extends TestService {
  /** A client account with somebody who may write in it. */
  books(options?: Partial<WorldAccount> & { readonly role?: RoleCode }): Promise<Books>;
  /** Makes or changes a record that another service owns. */
  own(clientAccountId: number, type: string, record: Partial<OwnedRecord> & { readonly id: number }): void;
  /** A general ledger account of the client account's own; gives its id. */
  addAccount(
    clientAccountId: number,
    code: string,
    options?: { readonly isActive?: boolean; readonly taxCodes?: readonly string[] },
  ): Promise<number>;
  /** Claims an amount of a line as a reconciliation would; gives the claim's id. */
  claim(clientAccountId: number, lineId: number, kind: 'internal' | 'external', amount: string): Promise<number>;
  release(clientAccountId: number, claimId: number): Promise<void>;
  /** Works as the role that owns the tables. */
  asOwner<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T>;
  /** Resolves once at least `count` statements wait for a lock. */
  waitForBlocked(count: number): Promise<void>;
  /** The books of an account have no flaw. */
  expectSound(clientAccountId: number): Promise<void>;
  /** Ids of records whose owner cannot be asked. */
  readonly unreachable: Set<number>;
  /** How often other services were asked about records. */
  readonly asked: { resolve: number };
}

/** Starts the ledger with the services it asks played from memory. */
export async function startLedger(
  options: Pick<TestOptions, 'connection' | 'env'> & {
    readonly service?: typeof ledgerService;
    readonly organisation?: readonly Stub[];
    readonly documents?: readonly Stub[];
    readonly reconciliation?: readonly Stub[];
  } = {},
): Promise<Ledger> {
  const {
    service: definition = ledgerService,
    organisation = [],
    documents = [],
    reconciliation = [],
    ...others
  } = options;
  const records = new Map<string, OwnedRecord>();
  const asked = { resolve: 0 };
  const unreachable = new Set<number>();
  const owner = stub(References, {
    Resolve: async ({ clientAccountId, type, ids }) => {
      asked.resolve += 1;
      if (ids.some((id) => unreachable.has(id))) throw unavailable('away');
      return { references: ids.flatMap((id) => records.get(`${clientAccountId} ${type} ${id}`) ?? []) };
    },
  });
  const partners = stub(Partners, {
    GetPartners: async ({ clientAccountId, ids }) => ({
      partners: ids.flatMap((id) => {
        const known = records.get(`${clientAccountId} businesspartner ${id}`);
        return known ? [partnerMessage(clientAccountId, known)] : [];
      }),
    }),
  });
  const service = await startTestService(definition, {
    ...others,
    others: {
      organisation: [owner, partners, ...organisation],
      reconciliation: [owner, ...reconciliation],
      documents: [owner, ...documents],
    },
  });

  const books = async ({
    role = 'AA',
    ...changes
  }: Partial<WorldAccount> & { readonly role?: RoleCode } = {}): Promise<Books> => {
    const clientAccountId = service.world.account(changes);
    const { id: userId } = service.world.user();
    service.world.grant(userId, clientAccountId, role);
    const token = await service.world.token({ userId });
    const call: Books['call'] = (method, path, body, headers) =>
      service.call(method, `/api/v2${path}`, {
        token,
        ...(body === undefined ? {} : { body }),
        ...(headers ? { headers } : {}),
      });
    const post: Books['post'] = (entry) =>
      call('POST', '/journal-entries/', { client_account_id: clientAccountId, ...entry });
    return {
      clientAccountId,
      userId,
      token,
      call,
      post,
      posted: async (entry = rent()) => {
        const answer = await post(entry);
        if (answer.status !== 201) throw new Error(`Posting answered ${answer.status}: ${JSON.stringify(answer.body)}`);
        return answer.body;
      },
    };
  };

  const asOwner = async <T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> => {
    const url = new URL(inject('postgresUrl'));
    url.pathname = new URL(service.env.DATABASE_URL!).pathname;
    const connection = postgres(url.href, { max: 1, onnotice: () => undefined, connection: { search_path: 'ledger' } });
    try {
      await connection`set role ledger_owner`;
      return await work(connection);
    } finally {
      await connection.end();
    }
  };
  let nextClaim = 1;

  return Object.assign(service, {
    asked,
    unreachable,
    books,
    asOwner,
    claim: (clientAccountId: number, lineId: number, kind: 'internal' | 'external', amount: string) =>
      asOwner(async (owner) => {
        const [row] = await owner<{ id: string }[]>`
          insert into line_claims (client_account_id, journal_line_id, kind, reconciliation_id, reconciliation_entry_id, amount, amount_fc, claimed_at)
          values (${clientAccountId}, ${lineId}, ${kind}, 1, ${nextClaim++}, ${amount}, ${amount}, now()) returning id`;
        return Number(row!.id);
      }),
    release: (clientAccountId: number, claimId: number) =>
      asOwner(async (owner) => {
        await owner`update line_claims set released_at = now() where client_account_id = ${clientAccountId} and id = ${claimId}`;
      }),
    waitForBlocked: (count: number) =>
      vi.waitFor(
        async () => {
          const [row] = await asOwner(
            (owner) =>
              owner<
                { waiting: number }[]
              >`select count(*)::int as waiting from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`,
          );
          expect(row!.waiting).toBeGreaterThanOrEqual(count);
        },
        { timeout: 60_000, interval: 20 },
      ),
    addAccount: async (
      clientAccountId: number,
      code: string,
      { isActive = true, taxCodes = [] }: { readonly isActive?: boolean; readonly taxCodes?: readonly string[] } = {},
    ) => {
      const rows = await service.db.executor.execute<{ id: string }>(sql`
        insert into accounts (client_account_id, account_code, description_nob, is_active, grouping_category, grouping_code, grouping_is_derived, created_at, updated_at)
        select ${clientAccountId}, ${code}, 'Egen konto', ${isActive}, grouping_category, grouping_code, true, now(), now()
        from accounts where account_code = '6300' and client_account_id is null returning id`);
      const id = Number(rows[0]!.id);
      for (const taxCode of taxCodes)
        await service.db.executor.execute(
          sql`insert into account_tax_codes (account_id, tax_code_id) select ${id}, id from tax_codes where code = ${taxCode} order by id limit 1`,
        );
      return id;
    },
    expectSound: async (clientAccountId: number) => {
      const findings = await checkInvariants(queryOn(service.db.raw, 'ledger'), verification, clientAccountId);
      expect(
        findings
          .filter(({ broken }) => broken > 0)
          .map(({ invariant, offenders }) => ({ invariant: invariant.name, offenders })),
      ).toEqual([]);
    },
    own: (clientAccountId: number, type: string, record: Partial<OwnedRecord> & { readonly id: number }) => {
      const key = `${clientAccountId} ${type} ${record.id}`;
      records.set(key, { name: `${type} ${record.id}`, isActive: true, ...records.get(key), ...record });
    },
  });
}

const partnerMessage = (clientAccountId: number, { id, name, isActive }: OwnedRecord) => ({
  ...{ id, clientAccountId, name, isActive, sequenceNumber: id, countryCode: 'NO', paymentTermsDays: 14, version: 1 },
  ...{ isOrganization: false, isCustomer: false, isSupplier: false, isEmployee: false, isOwner: true },
  ...{ hasNationalIdentityNumber: false, metadata: '{"kept":1.50}' },
  ...{ createdAt: '2024-01-01T00:00:00Z', updatedAt: '2024-01-01T00:00:00Z' },
});

export type LineBody = Readonly<Record<string, unknown>>;

export const debit = (accountCode: string, amount: string, more: LineBody = {}): LineBody => ({
  posting_date: '2026-03-14',
  account_code: accountCode,
  debit: amount,
  credit: '0',
  ...more,
});

export const credit = (accountCode: string, amount: string, more: LineBody = {}): LineBody => ({
  posting_date: '2026-03-14',
  account_code: accountCode,
  debit: '0',
  credit: amount,
  ...more,
});

/** An ordinary entry: rent from the bank. */
export const rent = (amount = '100.00', more: LineBody = {}): Readonly<Record<string, unknown>> => ({
  description: 'Rent',
  lines: [debit('6300', amount, more), credit('1920', amount, more)],
});

/** The faults of a 400 by field. */
export const faultsOf = (answer: TestAnswer): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ((answer.body?.error?.details?.fields ?? []) as { field: string; message: string }[]).map(({ field, message }) => [
      field,
      message,
    ]),
  );

export const codeOf = (answer: TestAnswer): string => answer.body?.error?.code;
