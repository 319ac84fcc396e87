import type { Executor } from '@app/db';
import type { ClientOf, Matching } from '@app/rpc';
import { documentsOfVouchers } from '../relations-store.ts';
import type { Voucher } from '../store.ts';
import type { Reading } from './reading.ts';

/** Where payments are matched. */
export type PaymentMatcher = Pick<ClientOf<typeof Matching>, 'MatchVoucher'>;

/** Documents that are asked about; a voucher has one or two. */
const MOST = 100;

/** Reconciliation cannot be asked. The cause is in the message alone: this counts as an attempt, which an outage does not. */
export class MatchingAway extends Error {
  override readonly name = 'MatchingAway';
}

/**
 * The movements of a bank that pay the documents of a voucher; none without documents.
 * @throws MatchingAway
 */
export async function findMatches(
  { executor, matcher }: { readonly executor: Executor; readonly matcher: PaymentMatcher },
  { id, clientAccountId }: Voucher,
): Promise<NonNullable<Reading['matches']>> {
  const documents = await documentsOfVouchers(executor, [clientAccountId], [id]);
  const documentIds = documents.filter(({ status }) => status !== 'CANCELLED').map((document) => document.id);
  if (documentIds.length === 0) return [];
  try {
    const { matches } = await matcher.MatchVoucher({
      ...{ clientAccountId, voucherId: id, documentIds: documentIds.slice(0, MOST) },
    });
    return matches;
  } catch (error) {
    const why = error instanceof Error ? error.message : 'for an unknown reason';
    throw new MatchingAway(`reconciliation could not be asked for a match: ${why}`);
  }
}
