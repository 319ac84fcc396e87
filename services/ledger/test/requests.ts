import type { Clock } from '@app/runtime';
import { createGroundStore } from '../src/ground/ground-store.ts';
import type { EntryHeader } from '../src/journal-entries/journal-entry.ts';
import type { WriteRequest } from '../src/journal-entries/rows.ts';
import { completeEntry } from '../src/journal-entries/write.ts';
import type { Books, Ledger } from './ledger.ts';

const header: EntryHeader = {
  isDraft: false,
  description: '',
  voucherId: null,
  relationType: null,
  relationId: null,
  relationNumber: null,
  externalId: null,
  metadata: null,
};

/** Makes requests of a company as they are judged by its ground of now. */
export async function requestsOf(
  ledger: Pick<Ledger, 'db'>,
  clock: Clock,
  { clientAccountId, userId }: Books,
): Promise<(lines?: number) => WriteRequest> {
  const store = createGroundStore(ledger.db);
  const ground = (await store.load(clientAccountId, await store.loadCommon()))!;
  return (lines = 2) => {
    const all = Array.from({ length: lines }, (_, index) => ({
      postingDate: '2026-03-14',
      accountCode: index % 2 === 0 ? '6300' : '1920',
      debit: index % 2 === 0 ? '1.00' : '0',
      credit: index % 2 === 0 ? '0' : '1.00',
    }));
    return {
      clientAccountId,
      groundVersion: ground.version,
      commonVersion: ground.common.version,
      currency: ground.currency,
      actorId: userId,
      now: clock.now().toString(),
      requestId: undefined,
      traceparent: undefined,
      entries: [completeEntry({ header, lines: all }, ground).entry],
    };
  };
}
