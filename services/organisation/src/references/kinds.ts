import { invalid } from '@app/contract';
import type { Executor } from '@app/db';

/** A record as others show it who refer to it by type and id. */
export interface Reference {
  readonly id: number;
  readonly name: string;
  readonly isActive: boolean;
}

/** One kind of record that this service owns and others refer to. */
export interface ReferenceKind {
  /** As references write it: `businesspartner`, `project`, `department`, `tag`. */
  readonly type: string;
  /** As the statistics of an account name them, where they are counted: `business_partners`. */
  readonly counted?: string;
  /** Those of the ids that exist in the account. */
  resolve(ex: Executor, clientAccountId: number, ids: readonly number[]): Promise<readonly Reference[]>;
  count(ex: Executor, clientAccountId: number): Promise<number>;
}

export interface ReferenceKinds {
  /** @throws Failure 400 for a type that this service does not own */
  require(type: string): ReferenceKind;
  /** Those of the ids that exist in the account; none of a kind that has no records here yet. */
  resolve(ex: Executor, type: string, clientAccountId: number, ids: readonly number[]): Promise<readonly Reference[]>;
  /** How many records of each counted kind the account has. */
  count(ex: Executor, clientAccountId: number): Promise<Readonly<Record<string, number>>>;
}

/** The kinds of this service: an aggregate that owns one adds it in the composition root. */
export function createReferenceKinds(kinds: readonly ReferenceKind[]): ReferenceKinds {
  const byType = new Map(kinds.map((kind) => [kind.type, kind]));
  return {
    require(type) {
      const kind = byType.get(type);
      if (!kind)
        throw invalid(
          `References of the type "${type}" belong to another service; this one has ${[...byType.keys()].join(', ') || 'none'}`,
        );
      return kind;
    },
    resolve: async (ex, type, clientAccountId, ids) =>
      ids.length === 0 ? [] : ((await byType.get(type)?.resolve(ex, clientAccountId, ids)) ?? []),
    async count(ex, clientAccountId) {
      const counts: Record<string, number> = {};
      for (const { counted, count } of kinds) if (counted) counts[counted] = await count(ex, clientAccountId);
      return counts;
    },
  };
}
