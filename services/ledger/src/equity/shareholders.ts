import { type Failure, type FieldFault, invalid } from '@app/contract/failure';
import type { Database } from '@app/db';
import type { Beat } from '@app/events';
import { createPartners, type WirePartner } from '@app/records';
import type { ClientOf, Partners } from '@app/rpc';
import type { KnownReference, References } from '../projections/references.ts';

/** A business partner that a request names. */
export interface NamedPartner {
  /** Field of the request. */
  readonly field: string;
  readonly id: number;
  /** Who receives shares must be active; who gives them need not be. */
  readonly receives: boolean;
}

export interface Shareholders {
  /**
   * The partners are known to the company, at most a second late, and active where they receive something.
   * @throws Failure 400 `equity.business_partner_not_found` with every field, 400 for an inactive one, 503
   */
  require(clientAccountId: number, partners: readonly NamedPartner[]): Promise<void>;
  /**
   * Names by id; those that the company does not have are left out.
   * @throws Failure 503 when one is not known here and its owner cannot be asked
   */
  names(clientAccountId: number, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Partners as their owner shows them, by id; those that are gone are left out. @throws Failure 503 */
  embed(clientAccountId: number, ids: readonly number[]): Promise<ReadonlyMap<number, WirePartner>>;
}

const TYPE = 'businesspartner';

export function createShareholders(deps: {
  readonly db: Pick<Database, 'aside'>;
  readonly references: References;
  readonly partners: Pick<ClientOf<typeof Partners>, 'GetPartners'>;
  readonly owner: Pick<Beat, 'current'>;
}): Shareholders {
  const { db, references, partners, owner } = deps;

  /** What is known here, after the owner was asked about whatever `isDoubtful` says may be behind. */
  const find = async (
    clientAccountId: number,
    ids: readonly number[],
    isDoubtful: (id: number, known: KnownReference | undefined) => boolean,
  ): Promise<ReadonlyMap<number, KnownReference>> => {
    const known = await references.known(clientAccountId, TYPE, ids);
    const doubtful = ids.filter((id) => isDoubtful(id, known.get(id)));
    if (doubtful.length === 0) return known;
    // Outside any transaction: what the owner says is there for everybody, whatever becomes of the request.
    await db.aside(() => references.refresh(clientAccountId, TYPE, doubtful));
    return references.known(clientAccountId, TYPE, ids);
  };

  return {
    require: async (clientAccountId, named) => {
      await owner.current();
      const ids = [...new Set(named.map(({ id }) => id))];
      const known = await find(clientAccountId, ids, (_id, partner) => !partner?.isActive);
      const unknown = named.filter(({ id }) => !known.has(id));
      if (unknown.length > 0) throw partnerNotFound(unknown);
      const inactive = named.filter(({ id, receives }) => receives && !known.get(id)!.isActive);
      if (inactive.length > 0)
        throw refusal(inactive, (id) => `Business partner ${id} is inactive and takes no shares`);
    },
    names: async (clientAccountId, ids) => {
      const known = await find(clientAccountId, [...new Set(ids)], (_id, partner) => partner === undefined);
      return new Map([...known].map(([id, { name }]) => [id, name]));
    },
    embed: createPartners(partners).find,
  };
}

/** 400 `equity.business_partner_not_found`, naming every field. */
export const partnerNotFound = (named: readonly Pick<NamedPartner, 'field' | 'id'>[]): Failure =>
  refusal(
    named,
    (id) => `There is no business partner ${id} in this client account`,
    'equity.business_partner_not_found',
  );

function refusal(
  named: readonly Pick<NamedPartner, 'field' | 'id'>[],
  say: (id: number) => string,
  code?: string,
): Failure {
  const faults = named.map(({ field, id }): FieldFault => ({ field, message: say(id) }));
  return invalid(faults[0]!.message, faults, code);
}
