import { type FieldFault, invalid } from '@app/contract/failure';
import type { ClientOf, References } from '@app/rpc';
import type { TaxCodes } from './tax-codes.ts';

/** Those of the ids that the client account has, of one kind of record. */
export type Finder = (clientAccountId: number, ids: readonly number[]) => Promise<ReadonlySet<number>>;

/** What each kind of record is called where there is none of an id. */
const missing = {
  unit: (id: number) => `There is no unit ${id}`,
  taxcode: (id: number) => `There is no tax code with the id ${id}`,
  vouchercategory: (id: number) => `There is no voucher category ${id}`,
  item: (id: number) => `There is no item ${id} in this client account`,
  voucher: (id: number) => `There is no voucher ${id} in this client account`,
  document: (id: number) => `There is no document ${id} in this client account`,
  vouchercollection: (id: number) => `There is no voucher collection ${id} in this client account`,
  businesspartner: (id: number) => `There is no business partner ${id} in this client account`,
  project: (id: number) => `There is no project ${id} in this client account`,
  tag: (id: number) => `There is no tag ${id} in this client account`,
  banktransaction: (id: number) => `There is no bank transaction ${id} in this client account`,
  journalentry: (id: number) => `There is no journal entry ${id} in this client account`,
};

export type RecordKind = keyof typeof missing;

/** A record that a request names. */
export interface NamedRecord {
  /** Field of the request. */
  readonly field: string;
  readonly kind: RecordKind;
  /** Nothing is named where it is absent. */
  readonly id: number | null | undefined;
}

export interface NamedRecords {
  /**
   * Every record is there and of the client account.
   * @throws Failure 400 that names every field which is not so, alike for what does not exist and for what is another
   * company's; 503 when an owner cannot be asked
   */
  require(clientAccountId: number, named: readonly NamedRecord[]): Promise<void>;
}

export function createNamedRecords(finders: Readonly<Record<RecordKind, Finder>>): NamedRecords {
  return {
    require: async (clientAccountId, named) => {
      const asked = named.flatMap(({ id, ...rest }) => (id === null || id === undefined ? [] : [{ ...rest, id }]));
      const byKind = [...Map.groupBy(asked, ({ kind }) => kind)];
      const faults = await Promise.all(
        byKind.map(async ([kind, ofKind]) => {
          const found = await finders[kind](clientAccountId, [...new Set(ofKind.map(({ id }) => id))]);
          return ofKind
            .filter(({ id }) => !found.has(id))
            .map(({ field, id }): FieldFault => ({ field, message: missing[kind](id) }));
        }),
      );
      const [first, ...others] = faults.flat();
      if (first) throw invalid(first.message, [first, ...others]);
    },
  };
}

type Source = Pick<ClientOf<typeof References>, 'Resolve'>;

/** Asks the service that owns a kind of record, which never names another company's. */
export const askOwner =
  (owner: Source, type: RecordKind): Finder =>
  async (clientAccountId, ids) => {
    const { references } = await owner.Resolve({ clientAccountId, type, ids: [...ids] });
    return new Set(references.map(({ id }) => id));
  };

/** Rate periods of VAT codes are the same for everybody. */
export const amongTaxCodes =
  (taxCodes: TaxCodes): Finder =>
  async (_clientAccountId, ids) =>
    new Set((await taxCodes.find(ids)).keys());
