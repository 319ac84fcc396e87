import type { RoleCode } from '@app/access';
import { checkInvariants, queryOn } from '@app/invariants';
import { Ledger, Partners, Questions, References, Vouchers } from '@app/rpc';
import {
  type Stub,
  startTestService,
  stub,
  type TestAnswer,
  type TestOptions,
  type TestService,
  type WorldAccount,
} from '@app/testing';
import { expect } from 'vitest';
import { verification } from '../src/invariants.ts';
import { reconciliationService } from '../src/service.ts';

/** A person with a role on a client account of their own. */
export interface Company {
  readonly clientAccountId: number;
  readonly userId: number;
  readonly token: string;
  call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<TestAnswer>;
  /** Sends, expects a success and gives its body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape they assert
  done(method: string, path: string, body?: unknown): Promise<any>;
}

/** The service with the others played in memory. */
export interface BankWorld extends TestService {
  /** A client account with somebody who may do everything on it. */
  company(options?: Partial<WorldAccount> & { readonly role?: RoleCode }): Promise<Company>;
  /** Somebody else of the same client account. */
  colleague(company: Pick<Company, 'clientAccountId'>, role: RoleCode): Promise<Company>;
  /** Says that another service has a record of the company; gives its id. */
  own(company: Pick<Company, 'clientAccountId'>, type: 'businesspartner' | 'voucher'): number;
  /** Accounts of the books that every company has. */
  readonly accountCodes: Set<string>;
  /** The rows of an account have no flaw. */
  expectSound(clientAccountId: number): Promise<void>;
}

const DEFAULT_ACCOUNTS = ['1500', '1920', '1930', '1950', '2220', '2400', '7770'];

/** @param options.others plays more of other services, or other methods of those that are played here */
export async function startBank(options: TestOptions = {}): Promise<BankWorld> {
  const records: { readonly clientAccountId: number; readonly type: string; readonly id: number }[] = [];
  const accountCodes = new Set(DEFAULT_ACCOUNTS);
  let serial = 50_000;
  const found = (clientAccountId: number, type: string, ids: readonly number[]) =>
    records.filter((one) => one.clientAccountId === clientAccountId && one.type === type && ids.includes(one.id));
  const references = stub(References, {
    Resolve: async ({ clientAccountId, type, ids }) => ({
      references: found(clientAccountId, type, ids).map(({ id }) => ({ id, name: `${type} ${id}`, isActive: true })),
    }),
  });
  const partners = stub(Partners, {
    GetPartners: async ({ clientAccountId, ids }) => ({
      partners: found(clientAccountId, 'businesspartner', ids).map(({ id }) => partnerOf(clientAccountId, id)),
    }),
  });
  const vouchers = stub(Vouchers, {
    GetVouchers: async ({ clientAccountId, ids }) => ({
      vouchers: found(clientAccountId, 'voucher', ids).map(({ id }) => voucherOf(id)),
    }),
  });
  const questions = stub(Questions, {
    ListTransactionQuestions: async ({ clientAccountId, bankTransactionIds }) => ({
      questions: bankTransactionIds.map((id) => questionOf(clientAccountId, id)),
    }),
  });
  const ledger = stub(Ledger, {
    // It knows no line: what documents say is open stands.
    GetLineStandings: async () => ({ lines: [] }),
    DescribeBooks: async ({ accountCodes: asked }) => ({
      accountingLanguage: 'nob',
      currencyCode: 'NOK',
      isVatLiable: true,
      taxCodes: [],
      accounts: asked
        .filter((code) => accountCodes.has(code))
        .map((code) => ({ ...{ id: Number(code), code, isActive: true, taxCodes: [] }, ...describedAs(code) })),
      records: [],
    }),
  });
  const played: Readonly<Record<string, readonly Stub[]>> = {
    ledger: [ledger],
    organisation: [references, partners],
    documents: [references, vouchers, questions],
  };
  const service = await startTestService(reconciliationService, {
    ...options,
    others: Object.fromEntries(
      [...new Set([...Object.keys(played), ...Object.keys(options.others ?? {})])].map((name) => [
        name,
        [...(played[name] ?? []), ...(options.others?.[name] ?? [])],
      ]),
    ),
  });
  const as = async (clientAccountId: number, role: RoleCode): Promise<Company> => {
    const { id: userId } = service.world.user();
    service.world.grant(userId, clientAccountId, role);
    const token = await service.world.token({ userId });
    const call: Company['call'] = (method, path, body, headers) =>
      service.call(method, `/api/v2${path}`, {
        token,
        ...(body === undefined ? {} : { body }),
        ...(headers ? { headers } : {}),
      });
    return {
      ...{ clientAccountId, userId, token, call },
      done: async (method, path, body) => {
        const answer = await call(method, path, body);
        expect([200, 201, 204], JSON.stringify(answer.body)).toContain(answer.status);
        return answer.body;
      },
    };
  };
  return {
    ...service,
    accountCodes,
    company: ({ role = 'AA', ...changes } = {}) => as(service.world.account(changes), role),
    colleague: ({ clientAccountId }, role) => as(clientAccountId, role),
    own: ({ clientAccountId }, type) => {
      const id = ++serial;
      records.push({ clientAccountId, type, id });
      return id;
    },
    expectSound: async (clientAccountId) => {
      const findings = await checkInvariants(queryOn(service.db.raw, 'reconciliation'), verification, clientAccountId);
      expect(findings.filter(({ broken }) => broken > 0).map(({ invariant }) => invariant.name)).toEqual([]);
    },
  };
}

/** Status and code of a refusal. */
export const refusal = (answer: TestAnswer): readonly [number, string] => [answer.status, answer.body?.error?.code];

/** What a PATCH that is refused is told: status, code, field, and the sentence in English and in Norwegian. */
export async function said(own: Pick<Company, 'call'>, path: string, change: object): Promise<readonly unknown[]> {
  const [english, norwegian] = [
    await own.call('PATCH', path, change, { 'accept-language': 'en' }),
    await own.call('PATCH', path, change, { 'accept-language': 'nb' }),
  ];
  const fields = Object.keys(faultsOf(english));
  return [...refusal(english), fields[0], english.body.error.message, norwegian.body.error.message];
}

/** The faults of a 400 by field. */
export const faultsOf = (answer: TestAnswer): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ((answer.body?.error?.details?.fields ?? []) as { field: string; message: string }[]).map(({ field, message }) => [
      field,
      message,
    ]),
  );

const describedAs = (code: string) => ({ descriptionNob: `Konto ${code}`, descriptionEng: `Account ${code}` });

const voucherOf = (id: number) => ({
  ...{ id, status: 'PENDING', fileName: `Bilag ${id}.pdf`, mediaType: 'application/pdf', size: 100 },
  createdAt: '2026-01-01T00:00:00Z',
});

/** One open question about each transaction. */
const questionOf = (clientAccountId: number, bankTransactionId: number) => ({
  ...{ id: 9, clientAccountId, bankTransactionId, question: 'Hva var dette?', type: 'STATEMENT', status: 'OPEN' },
  ...{ options: [], createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
});

const partnerOf = (clientAccountId: number, id: number) => ({
  ...{ id, clientAccountId, name: `Partner ${id}`, isActive: true, sequenceNumber: id, countryCode: 'NO', version: 1 },
  ...{ isOrganization: true, isCustomer: true, isSupplier: true, isEmployee: false, isOwner: false },
  ...{ hasNationalIdentityNumber: false, paymentTermsDays: 14, metadata: '{}' },
  ...{ createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
});
