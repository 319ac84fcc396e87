import type { RoleCode } from '@app/access';
import { unavailable } from '@app/contract/failure';
import { checkInvariants, queryOn } from '@app/invariants';
import { BankAccounts, type ClientOf, Matching, Organisation, Partners, Payments, Reconciliations } from '@app/rpc';
import { startTestService, stub, type TestAnswer, type TestService, type WorldAccount } from '@app/testing';
import { expect } from 'vitest';
import type { HouseAccount } from '../src/documents/payee.ts';
import { verification } from '../src/invariants.ts';
import { documentsService } from '../src/service.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';
import { type PlayedBooks, playBooks } from './played-books.ts';

type Match = Awaited<ReturnType<ClientOf<typeof Matching>['MatchVoucher']>>['matches'][number];
export type Body = Readonly<Record<string, unknown>>;

/** A person who writes the documents of a company. */
export interface Trader {
  readonly clientAccountId: number;
  readonly userId: number;
  readonly customer: number;
  readonly supplier: number;
  call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<TestAnswer>;
  /** POST /documents with the client account filled in. */
  create(document: Body, headers?: Readonly<Record<string, string>>): Promise<TestAnswer>;
  /** Creates, expects 201 and gives the document. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape they assert
  made(document: Body): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape they assert
  read(id: number, more?: string): Promise<any>;
}

export interface Trade extends TestService {
  /** Where mails arrive. */
  readonly mailbox: Mailbox;
  readonly books: PlayedBooks;
  /** The played records of reconciliation; what asks for them meets an outage while `isAway`. */
  readonly reconciled: { readonly records: PlayedRecord[]; isAway: boolean; asked: number };
  /** Active bank accounts of companies that reconciliation knows, by client account. */
  readonly accountsOf: Map<number, readonly HouseAccount[]>;
  /** Companies whose bank accounts cannot be asked for. */
  readonly bankIsAway: Set<number>;
  /** Logos of companies, by client account. */
  readonly logos: Map<number, Buffer>;
  /** How far the platform acts by itself for a company; DRAFT unless it stands here. */
  readonly autonomy: Map<number, string>;
  /** What reconciliation was asked to match, what it answers by company, and the companies for which it is away. */
  readonly matching: {
    readonly asked: { readonly clientAccountId: number; readonly documentIds: readonly number[] }[];
    readonly matches: Map<number, Omit<Match, 'documentId'>>;
    readonly away: Set<number>;
  };
  /** Payments that reconciliation knows, by document: what they pay, and of which state. */
  readonly payments: Map<number, { readonly amount: string; readonly version: number }>;
  /** What happens while organisation is next asked for partners of a company. */
  readonly meanwhile: Map<number, () => Promise<unknown>>;
  /** Partners that organisation knows. */
  readonly partners: Map<number, Readonly<Record<string, unknown>>>;
  trader(options?: Partial<WorldAccount> & { readonly role?: RoleCode }): Promise<Trader>;
  colleague(trader: Trader, role: RoleCode): Promise<Trader>;
  /** The entry of a document, as account and signed amount of each line. */
  booked(document: { readonly journal_entry_id: number }): readonly (readonly [string, string])[];
  expectSound(clientAccountId: number): Promise<void>;
}

/** An external reconciliation of a line of a document. */
export interface PlayedRecord {
  readonly clientAccountId: number;
  readonly id: number;
  readonly relationType: string;
  readonly relationId: number;
  readonly relationLineId: number;
  readonly isPending: boolean;
  standing: 'RECONCILED' | 'EXPLAINED' | 'DRIFTED';
}

export const line = (more: Body = {}): Body => ({ description: 'Kaffe', quantity: '2', price: '50', ...more });

/** Accounts of a company: one for withheld tax, two in kroner and one in euros. */
export const houseAccounts = [
  {
    id: 1,
    accountCode: '1950',
    type: 'TAX',
    currencyCode: 'NOK',
    iban: 'NO5915032044708',
    bban: '15032044708',
    bankCountry: 'NO',
  },
  { id: 2, type: 'CURRENT', currencyCode: 'NOK', iban: 'NO9386011117947', bban: '86011117947', bankCountry: 'NO' },
  { id: 3, type: 'CURRENT', currencyCode: 'NOK', iban: 'NO1590401000000', bban: '90401000000', bankCountry: 'NO' },
  { id: 4, type: 'CURRENT', currencyCode: 'EUR', iban: 'NO8330001234567', bban: '30001234567', bankCountry: 'NO' },
];

type PartnersQuestion = Parameters<ClientOf<typeof Partners>['GetPartners']>[0];

export async function startTrade(): Promise<Trade> {
  const mailbox = await openMailbox();
  const books = playBooks();
  const partners = new Map<number, Readonly<Record<string, unknown>>>();
  const meanwhile: Trade['meanwhile'] = new Map();
  let serial = 0;
  const partnersOf = async ({ clientAccountId, ids }: PartnersQuestion) => {
    const work = meanwhile.get(clientAccountId);
    meanwhile.delete(clientAccountId);
    await work?.();
    return {
      partners: ids.flatMap((id) => {
        const partner = partners.get(id);
        return partner?.clientAccountId === clientAccountId ? [partner as never] : [];
      }),
    };
  };
  const played = stub(Partners, {
    FindPartnersByOrganization: async ({ clientAccountId, organizationNumbers }) => ({
      partners: [...partners.values()].filter(
        (one) =>
          one.clientAccountId === clientAccountId && organizationNumbers.includes(String(one.organizationNumber)),
      ) as never,
    }),
    ImportPartners: async ({ clientAccountId, partners: wanted }) => ({
      ids: wanted.map(({ name, registrationNumber }) =>
        partner(clientAccountId, { name, organizationNumber: registrationNumber }),
      ),
    }),
    GetPartners: partnersOf,
    GetPartnersOfMany: async ({ questions }) => ({ answers: await Promise.all(questions.map(partnersOf)) }),
  });
  const matching: Trade['matching'] = { asked: [], matches: new Map(), away: new Set() };
  const matcher = stub(Matching, {
    MatchVoucher: async ({ clientAccountId, documentIds }) => {
      matching.asked.push({ clientAccountId, documentIds });
      if (matching.away.has(clientAccountId)) throw unavailable('away');
      const match = matching.matches.get(clientAccountId);
      return { matches: match ? [{ ...match, documentId: documentIds[0]! }] : [] };
    },
  });
  const logos: Trade['logos'] = new Map();
  const autonomy: Trade['autonomy'] = new Map();
  const companies = stub(Organisation, {
    GetAccountSettings: async ({ clientAccountId, asOf }) =>
      ({
        clientAccountId,
        autonomyLevel: autonomy.get(clientAccountId) ?? 'DRAFT',
        vatLiable: books.isLiable(clientAccountId, asOf),
      }) as never,
    GetCompany: async ({ clientAccountId, includesLogo }) => {
      const logo = includesLogo ? logos.get(clientAccountId) : undefined;
      const company = { organizationNumber: '810000000', name: `Company ${clientAccountId}`, countryCode: 'NO' };
      return { ...company, ...(logo ? { logo } : {}) };
    },
  });
  const payments: Trade['payments'] = new Map();
  const known = (ids: readonly number[]) => ids.filter((id) => payments.has(id));
  const payers = stub(Payments, {
    GetPendingAmounts: async ({ documentIds }) => ({
      pendingAmounts: known(documentIds).map((documentId) => ({ documentId, ...payments.get(documentId)! })),
    }),
    GetPayments: async ({ documentIds }) => ({
      payments: known(documentIds).map((documentId) => ({
        ...{ id: documentId, documentId },
        content: JSON.stringify(paymentOf(documentId, payments.get(documentId)!.amount)),
      })),
    }),
  });
  const accountsOf: Trade['accountsOf'] = new Map();
  const bankIsAway: Trade['bankIsAway'] = new Set();
  const bank = stub(BankAccounts, {
    ListHouseAccounts: async ({ clientAccountId }) => {
      if (bankIsAway.has(clientAccountId)) throw unavailable('away');
      return { houseAccounts: [...(accountsOf.get(clientAccountId) ?? [])] };
    },
  });
  const reconciled: Trade['reconciled'] = { records: [], isAway: false, asked: 0 };
  const reconciliations = stub(Reconciliations, {
    GetLiveRecords: async ({ clientAccountId, subjects, includesStanding }) => {
      reconciled.asked += 1;
      if (reconciled.isAway) throw unavailable('away');
      const isAsked = (record: PlayedRecord): boolean =>
        record.clientAccountId === clientAccountId &&
        subjects.some(
          ({ relationType, relationId }) => relationType === record.relationType && relationId === record.relationId,
        );
      return {
        records: reconciled.records.filter(isAsked).map(({ standing, ...record }) => ({
          ...record,
          ...(includesStanding && !record.isPending ? { standing: `RECORD_STANDING_${standing}` as const } : {}),
        })),
      };
    },
  });
  const service = await startTestService(documentsService, {
    others: {
      ...{ ledger: [books.stub], organisation: [played, companies] },
      reconciliation: [matcher, payers, reconciliations, bank],
    },
    env: { SMTP_URL: mailbox.url },
  });
  const { stop } = service;
  function partner(clientAccountId: number, more: Body = {}): number {
    const id = 10_000 + ++serial;
    partners.set(id, {
      ...{ id, clientAccountId, name: `Partner ${id}`, isActive: true, sequenceNumber: serial, countryCode: 'NO' },
      ...{
        paymentTermsDays: 14,
        version: 1,
        isOrganization: true,
        isCustomer: true,
        isSupplier: true,
        isEmployee: false,
      },
      ...{ isOwner: false, hasNationalIdentityNumber: false, metadata: '{}' },
      ...{ createdAt: '2024-01-01T00:00:00Z', updatedAt: '2024-01-01T00:00:00Z', ...more },
    });
    return id;
  }
  const as = async (clientAccountId: number, role: RoleCode, known?: Trader): Promise<Trader> => {
    const { id: userId } = service.world.user();
    service.world.grant(userId, clientAccountId, role);
    const token = await service.world.token({ userId });
    const call: Trader['call'] = (method, path, body, headers) =>
      service.call(method, `/api/v2${path}`, {
        token,
        ...(body === undefined ? {} : { body }),
        ...(headers ? { headers } : {}),
      });
    const create: Trader['create'] = (document, headers) =>
      call('POST', '/documents', { client_account_id: clientAccountId, ...document }, headers);
    return {
      ...{ clientAccountId, userId, call, create },
      customer: known?.customer ?? partner(clientAccountId, { email: 'kunde@books.test' }),
      supplier: known?.supplier ?? partner(clientAccountId, { paymentTermsDays: 30, defaultAccountCode: '6300' }),
      made: async (document) => {
        const answer = await create(document);
        expect(answer.status, JSON.stringify(answer.body)).toBe(201);
        return answer.body;
      },
      read: async (id, more = '') => (await call('GET', `/documents/${id}${more}`)).body,
    };
  };
  return Object.assign(service, {
    stop: async () => {
      await stop();
      await mailbox.close();
    },
    mailbox,
    books,
    reconciled,
    accountsOf,
    bankIsAway,
    logos,
    autonomy,
    matching,
    meanwhile,
    partners,
    payments,
    trader: ({ role = 'AA', ...changes }: Partial<WorldAccount> & { readonly role?: RoleCode } = {}) =>
      as(service.world.account(changes), role),
    colleague: (trader: Trader, role: RoleCode) => as(trader.clientAccountId, role, trader),
    booked: ({ journal_entry_id }: { readonly journal_entry_id: number }) =>
      books.entries
        .find(({ id }) => id === journal_entry_id)!
        .lines.map(({ account, amount }) => [account, amount] as const),
    expectSound: async (clientAccountId: number) => {
      const findings = await checkInvariants(queryOn(service.db.raw, 'documents'), verification, clientAccountId);
      expect(findings.filter(({ broken }) => broken > 0).map(({ invariant }) => invariant.name)).toEqual([]);
    },
  });
}

/** A payment as its owner shows it. */
const paymentOf = (documentId: number, amount: string) => ({
  ...{ id: documentId, created_at: '2026-01-01T00:00:00Z', created_by_id: 1, updated_at: '2026-01-01T00:00:00Z' },
  ...{ updated_by_id: 1, client_account_id: 1, document_id: documentId, business_partner_id: 1, bank_account_id: 1 },
  ...{ creditor_bank_account_id: 2, amount, currency_code: 'NOK', payment_date: '2026-01-01', payment_ref: null },
  ...{ message: null, status: 'PENDING', bank_transaction_id: null, transfer: null, error_message: null },
  ...{ end_to_end_id: `P${documentId}`, approved_at: null, approved_by_id: null, external_id: null, metadata: null },
});

export const codeOf = (answer: TestAnswer): string => answer.body?.error?.code;
/** The faults of a 400 by field. */
export const faultsOf = (answer: TestAnswer): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ((answer.body?.error?.details?.fields ?? []) as { field: string; message: string }[]).map(({ field, message }) => [
      field,
      message,
    ]),
  );
