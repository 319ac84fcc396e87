import type { Tx } from '@app/db';
import type { Clock } from '@app/runtime';
import { takeTurn } from '../turn.ts';

/** Who changes a record, and when. */
export interface Stamp {
  readonly moment: Date;
  /** A user; null for nobody. */
  readonly actorId: number | null;
}

/** Waits for the other writers of the account, and stamps the change behind theirs (`turn.ts`). */
export const takeStamp = async (
  tx: Tx,
  clock: Clock,
  clientAccountId: number,
  actorId: number | null,
): Promise<Stamp> => ({ moment: await takeTurn(tx, clientAccountId, new Date(clock.millis())), actorId });

/** The audit columns of a new record. */
export const madeAt = ({ moment, actorId }: Stamp) => ({
  createdAt: moment,
  createdById: actorId,
  updatedAt: moment,
  updatedById: actorId,
});
