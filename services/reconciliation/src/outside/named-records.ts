import { type FieldFault, invalid } from '@app/contract/failure';
import type { ClientOf, References } from '@app/rpc';

/** What each kind of record is called where there is none of an id. */
const missing = {
  businesspartner: (id: number) => `There is no business partner ${id} in this client account`,
  voucher: (id: number) => `There is no voucher ${id} in this client account`,
};

export type RecordKind = keyof typeof missing;

/** A record of another service that a request names. */
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

type Owner = Pick<ClientOf<typeof References>, 'Resolve'>;

/** @param owners who is asked about each kind; none of them ever names another company's record */
export function createNamedRecords(owners: Readonly<Record<RecordKind, Owner>>): NamedRecords {
  const findAmong = async (clientAccountId: number, kind: RecordKind, ids: readonly number[]) => {
    const { references } = await owners[kind].Resolve({ clientAccountId, type: kind, ids: [...new Set(ids)] });
    return new Set(references.map(({ id }) => id));
  };
  return {
    require: async (clientAccountId, named) => {
      const asked = named.flatMap(({ id, ...rest }) => (id === null || id === undefined ? [] : [{ ...rest, id }]));
      const faults = await Promise.all(
        [...Map.groupBy(asked, ({ kind }) => kind)].map(async ([kind, ofKind]) => {
          const found = await findAmong(
            clientAccountId,
            kind,
            ofKind.map(({ id }) => id),
          );
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
