import { type FieldFault, invalid } from '@app/contract/failure';
import type { ClientOf, References } from '@app/rpc';

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
export interface NamedRecord<Kind extends RecordKind = RecordKind> {
  /** Field of the request. */
  readonly field: string;
  readonly kind: Kind;
  /** Nothing is named where it is absent. */
  readonly id: number | null | undefined;
}

export interface NamedRecords<Kind extends RecordKind = RecordKind> {
  /**
   * Every record is there and of the client account.
   * @throws Failure 400 that names every field which is not so, alike for what does not exist and for what is another
   *   company's; 503 where its service does not answer
   */
  require(clientAccountId: number, named: readonly NamedRecord<Kind>[]): Promise<void>;
}

/** @param finders who knows the records of each kind that requests may name; none ever names another company's */
export function createNamedRecords<Kind extends RecordKind>(
  finders: Readonly<Record<Kind, Finder>>,
): NamedRecords<Kind> {
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

type Owner = Pick<ClientOf<typeof References>, 'Resolve'>;

/** Asks the service that owns a kind of record, which never names another company's. */
export const askOwner =
  (owner: Owner, type: RecordKind): Finder =>
  async (clientAccountId, ids) => {
    const { references } = await owner.Resolve({ clientAccountId, type, ids: [...ids] });
    return new Set(references.map(({ id }) => id));
  };
