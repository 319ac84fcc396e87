import { randomUUID } from 'node:crypto';
import { type Failure, invalidField } from '@app/contract/failure';
import { appendToOutbox, type Database } from '@app/db';
import { equityTransactionRecorded } from '@app/events';
import { formatRate } from '@app/money';
import type { Clock } from '@app/runtime';
import {
  type Available,
  availableOf,
  follow,
  type Holding,
  type Movement,
  POOL,
  type Shares,
  shares,
} from './holdings.ts';
import { putClosings, readHoldings } from './positions-store.ts';
import type { ShareOperation, ShareTransaction, Split } from './transaction.ts';
import { holdRegister, insertSides, movementsAfter } from './transactions-store.ts';

export interface EquityContext {
  readonly db: Database;
  readonly clock: Clock;
}

/**
 * Records an operation on shares, on its day and after everything else of that day. Operations of one company come one
 * after the other. What was recorded for later days stands: their positions and costs are computed again, and the
 * operation is refused only where somebody would have had fewer than no shares on one of them (EQT-R12, EQT-R19).
 * @returns the side that the operation is answered with
 * @throws Failure 400 when there are not enough shares, or not as many as a split says
 */
export const recordOperation = ({ db, clock }: EquityContext, operation: ShareOperation): Promise<ShareTransaction> =>
  db.write(async (tx) => {
    const register = await holdRegister(tx, operation.clientAccountId, clock.now());
    const later = await movementsAfter(tx, operation);
    const movement = movementOf(operation);
    const { giver, receiver } = movement;
    const before = await readHoldings(tx, operation, later.length === 0 ? [giver, receiver] : undefined);
    if (operation.split) requireExact(operation.split, before.get(operation.split.holder));
    requireEnough(operation, movement, before.get(giver), later);
    const sides = await insertSides(tx, operation, randomUUID(), register);
    await putClosings(tx, operation, follow(before, [movement, ...later]));
    await appendToOutbox(tx, eventOf(sides, register.revision));
    return sides[operation.answer];
  });

const movementOf = ({ type, date, giver, receiver, quantity, price }: ShareOperation): Movement => ({
  ...{ type, date, giver: giver ?? POOL, receiver: receiver ?? POOL },
  quantity: shares(quantity),
  price: price === null ? null : shares(price),
});

const eventOf = ({ giver, receiver }: Readonly<Record<'giver' | 'receiver', ShareTransaction>>, version: number) =>
  equityTransactionRecorded.create(
    {
      client_account_id: giver.clientAccountId,
      transaction_group_id: giver.groupId,
      transaction_type: giver.type,
      transaction_date: giver.date,
      share_class: giver.shareClass,
      sides: [giver, receiver].map(({ id, partnerId, quantity }) => ({
        ...{ transaction_id: id, business_partner_id: partnerId, quantity },
      })),
      version,
    },
    giver.clientAccountId,
  );

/** @throws Failure 400 naming what was sent and what the holder has (EQT-R15) */
function requireExact({ holder, oldQuantity }: Split, holding: Holding | undefined): void {
  const held = holding?.quantity ?? shares('0');
  if (held.equals(shares(oldQuantity))) return;
  throw invalidField(
    'old_quantity',
    `must be the exact position of business partner ${holder}: ${formatRate(shares(oldQuantity))} was sent, the current position is ${formatRate(held)}`,
  );
}

/** @throws Failure 400 naming what is available and what was asked for */
function requireEnough(
  operation: ShareOperation,
  { giver, quantity }: Movement,
  holding: Holding | undefined,
  later: readonly Movement[],
): void {
  // The pool has as many as anybody wants.
  if (giver === POOL) return;
  const available = availableOf(giver, holding?.quantity ?? shares('0'), later);
  if (quantity.greaterThan(available.quantity)) throw insufficient(operation, quantity, available);
}

function insufficient({ giver, date, split }: ShareOperation, quantity: Shares, available: Available): Failure {
  const [there, requested] = [formatRate(available.quantity), formatRate(quantity)];
  return invalidField(
    split ? 'new_quantity' : 'quantity',
    available.date === undefined
      ? `Business partner ${giver} has insufficient shares on ${date}: available ${there}, requested ${requested}`
      : `Business partner ${giver} would have insufficient shares on ${available.date}, by what is recorded after ${date}: available ${there}, requested ${requested}`,
  );
}
