import { type Failure, unavailable } from '@app/contract/failure';
import { type Database, haveEnded } from '@app/db';
import { Bookings, type Implementation, implement } from '@app/rpc';
import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';
import { payments } from '../schema/payments.ts';

/** What changes which entry a payment has. */
export const SETTLING_USE_CASE = 'settle_payment';

export const settlingUnderWay = (clientAccountId: number): Failure =>
  unavailable(`A payment of client account ${clientAccountId} is being settled`);

const MOST = 1_000;
/** How long a question waits for payments that are being settled: that ends by itself. */
const WAIT_MILLIS = 2_000;

/** Payments with the entries that settle them, for a reset that clears both (protos/platform/v1/bookings.proto). */
export const bookingsRpc = ({ db }: { readonly db: Database }): Implementation =>
  implement(Bookings, {
    ListBookings: async ({ clientAccountId, afterId }) => {
      if (!(await haveEnded(db.executor, clientAccountId, [SETTLING_USE_CASE], WAIT_MILLIS)))
        throw settlingUnderWay(clientAccountId);
      const { id, journalEntryId } = payments;
      const found = await db.executor
        .select({ recordId: id, journalEntryId })
        .from(payments)
        .where(and(eq(payments.clientAccountId, clientAccountId), isNotNull(journalEntryId), gt(id, afterId)))
        .orderBy(asc(id))
        .limit(MOST);
      return { bookings: found.map((row) => ({ ...row, journalEntryId: row.journalEntryId! })) };
    },
  });
