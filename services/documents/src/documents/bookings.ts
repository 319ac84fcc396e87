import { type Failure, unavailable } from '@app/contract/failure';
import { type Database, haveEnded } from '@app/db';
import { Bookings, type Implementation, implement } from '@app/rpc';
import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';
import { MOST_IDS } from '../outside/few-ids.ts';
import { documents } from '../schema/documents.ts';

/** Use cases that change which entry a document has. */
export const BOOKING_USE_CASES = ['post_document', 'cancel_document'];

export const bookingUnderWay = (clientAccountId: number): Failure =>
  unavailable(`A document of client account ${clientAccountId} is being posted or cancelled`);

/** How long a question waits for postings that are under way: they end by themselves. */
const WAIT_MILLIS = 2_000;

/** Documents with the entries that were posted for them, for a reset that clears both (protos/platform/v1/bookings.proto). */
export const bookingsRpc = ({ db }: { readonly db: Database }): Implementation =>
  implement(Bookings, {
    ListBookings: async ({ clientAccountId, afterId }) => {
      if (!(await haveEnded(db.executor, clientAccountId, BOOKING_USE_CASES, WAIT_MILLIS)))
        throw bookingUnderWay(clientAccountId);
      const { id, journalEntryId } = documents;
      const found = await db.executor
        .select({ recordId: id, journalEntryId })
        .from(documents)
        .where(and(eq(documents.clientAccountId, clientAccountId), isNotNull(journalEntryId), gt(id, afterId)))
        .orderBy(asc(id))
        .limit(MOST_IDS);
      return { bookings: found.map((row) => ({ ...row, journalEntryId: row.journalEntryId! })) };
    },
  });
