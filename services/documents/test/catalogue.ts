import { Ledger, Partners, References } from '@app/rpc';
import { stub, type TestAnswer } from '@app/testing';
import { expect } from 'vitest';
import { type Company, type Documents, startDocuments } from './documents.ts';

/** A record of another service. */
export interface Owned {
  readonly id: number;
  readonly name?: string;
  readonly isActive?: boolean;
}

export interface CatalogueTest extends Documents {
  /** Says that another service has a record of the company; gives its id. */
  own(company: Pick<Company, 'clientAccountId'>, type: string, changes?: Partial<Owned>): number;
  /** How often the ledger was asked for its tax codes. */
  readonly asked: { taxCodes: number };
}

const taxCodes = [
  { id: 5, code: '3', rate: '25.00', category: 'output', descriptionNob: 'Utgående', descriptionEng: 'Output VAT' },
  { id: 7, code: '5', rate: '0.00', descriptionNob: 'Fritatt', descriptionEng: 'Exempt' },
].map((code) => ({ ...code, compensation: false }));

/** The service, with the other services that own what its records name. */
export async function startCatalogue(): Promise<CatalogueTest> {
  const records = new Map<string, Required<Owned>[]>();
  const asked = { taxCodes: 0 };
  let serial = 0;
  const found = (clientAccountId: number, type: string, ids: readonly number[]) =>
    (records.get(`${clientAccountId} ${type}`) ?? []).filter(({ id }) => ids.includes(id));
  const references = stub(References, {
    Resolve: async ({ clientAccountId, type, ids }) => ({ references: found(clientAccountId, type, ids) }),
  });
  const partners = stub(Partners, {
    GetPartners: async ({ clientAccountId, ids }) => ({
      partners: found(clientAccountId, 'businesspartner', ids).map((partner) => ({
        ...{ ...partner, clientAccountId, sequenceNumber: partner.id, isOrganization: true, countryCode: 'NO' },
        ...{ isCustomer: true, isSupplier: false, isEmployee: false, isOwner: false, paymentTermsDays: 14 },
        ...{ hasNationalIdentityNumber: false, version: 1, metadata: '{}' },
        ...{ createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
      })),
    }),
  });
  const ledger = stub(Ledger, {
    ListTaxCodes: async () => {
      asked.taxCodes++;
      return { taxCodes };
    },
  });
  const documents = await startDocuments({
    others: { organisation: [references, partners], reconciliation: [references], ledger: [ledger, references] },
  });
  return Object.assign(documents, {
    asked,
    own: ({ clientAccountId }: Pick<Company, 'clientAccountId'>, type: string, changes: Partial<Owned> = {}) => {
      const id = changes.id ?? ++serial;
      const key = `${clientAccountId} ${type}`;
      const record = { name: `${type} ${id}`, isActive: true, ...changes, id };
      records.set(key, [...(records.get(key) ?? []).filter((other) => other.id !== id), record]);
      return id;
    },
  });
}

/** The status and code of a refusal, with the fields that it names. */
export const refusal = ({ status, body }: TestAnswer): readonly unknown[] => [
  status,
  body.error.code,
  ...(body.error.details?.fields ?? []).map(({ field }: { field: string }) => field),
];

/** The body of a success. */
export function done(answer: TestAnswer, status = 201) {
  expect([answer.status, answer.status === status ? null : answer.body]).toEqual([status, null]);
  return answer.body;
}

/** Every way to a record that is a stranger's: 403, and nothing of it is said. */
export async function refuseStranger(
  stranger: Company,
  calls: readonly (readonly [string, string, unknown?])[],
  code = 'common.forbidden',
): Promise<void> {
  for (const [method, path, body] of calls) {
    const answer = await stranger.call(method, path, body);
    expect([method, path, answer.status, answer.body?.error?.code]).toEqual([method, path, 403, code]);
  }
}
