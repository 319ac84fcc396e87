import { conflict } from '@app/contract/failure';
import { createLogger } from '@app/runtime';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, defineCommand, defineUseCase, finalRefusal } from '../src/index.ts';

/** Points between and within the steps, at which a process may end. */
export const acceptedPoints = [
  'before the intent',
  'within the intent',
  'after the intent',
  'within the effect elsewhere',
  'after the effect elsewhere',
  'within the finish',
  'after the finish',
] as const;
export const refusedPoints = [
  'after the refusal elsewhere',
  'within the refusal',
  'after the refusal',
  'within the undoing elsewhere',
  'after the undoing elsewhere',
] as const;
export type Point = (typeof acceptedPoints)[number] | (typeof refusedPoints)[number];

/** More than this is refused; half of it is booked first, so that there is something to take back. */
const LIMIT = 100;

const booking = defineCommand({
  name: 'book',
  result: z.object({ bookingId: z.coerce.number() }),
  refusalOf: finalRefusal,
});

/**
 * An order of the owner over a service that books: both sides over real transactions of their own, with a hook at every
 * point.
 */
export function orders(
  db: Database,
  at: (point: Point) => Promise<void> = async () => undefined,
  hooks: { called?: (key: string) => void } = {},
) {
  const book = (commandKey: string, amount: number) =>
    booking.once(db, commandKey, async (carryOut) => {
      if (amount > LIMIT) throw conflict(`At most ${LIMIT} can be booked`, 'booking.too_much');
      return carryOut(async (tx) => {
        const [row] = await tx.execute<{ id: string }>(
          sql`insert into bookings (command_key, amount) values (${commandKey}, ${amount}::int) returning id`,
        );
        await at('within the effect elsewhere');
        return { bookingId: Number(row!.id) };
      });
    });

  const unbook = (commandKey: string) =>
    db.write(async (tx) => {
      await tx.execute(sql`delete from bookings where command_key = ${commandKey}`);
      await at('within the undoing elsewhere');
    });

  const logger = createLogger({ service: 'test', level: 'fatal' });
  const useCase = defineUseCase(
    { db, logger },
    {
      name: 'order',
      leaseSeconds: 60,
      intent: z.object({ amount: z.number() }),
      result: z.object({ bookingId: z.number() }),
      call: async ({ commandKey, intent: { amount } }) => {
        hooks.called?.(commandKey);
        const first = await book(`${commandKey}:first`, Math.min(amount, LIMIT / 2));
        try {
          if (amount > LIMIT / 2) await book(`${commandKey}:rest`, amount);
        } catch (error) {
          await at('after the refusal elsewhere');
          throw error;
        }
        await at('after the effect elsewhere');
        return first.bookingId;
      },
      finish: ({ commandKey, said, commit }) =>
        commit(async (tx) => {
          await tx.execute(sql`update orders set state = 'done' where command_key = ${commandKey}`);
          await tx.execute(sql`insert into notified values (${commandKey})`);
          await at('within the finish');
          return { bookingId: said };
        }),
      refuse: async (tx, { commandKey }) => {
        await tx.execute(sql`update orders set state = 'refused' where command_key = ${commandKey}`);
        await at('within the refusal');
      },
      undo: async ({ commandKey }) => {
        await at('after the refusal');
        await unbook(`${commandKey}:first`);
        await at('after the undoing elsewhere');
      },
    },
  );

  const place = async (commandKey: string, amount: number, subject?: string) => {
    await at('before the intent');
    const { result } = await useCase.run(
      commandKey,
      async (begin) => {
        const run = await db.write(async (tx) => {
          const begun = await begin(tx, { intent: { amount }, ...(subject === undefined ? {} : { subject }) });
          await tx.execute(sql`insert into orders values (${commandKey}, ${amount}::int, 'open')`);
          await at('within the intent');
          return begun;
        });
        await at('after the intent');
        return run;
      },
      undefined,
    );
    await at('after the finish');
    return result;
  };

  return { useCase, place, book };
}
