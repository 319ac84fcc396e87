import { type Decimal, decimal, formatMoney } from '@app/money';
import type { Logger } from '@app/runtime';
import type { Document } from './document.ts';
import type { DocumentBooks } from './ground.ts';

interface Remaining {
  readonly id: number;
  readonly base: Decimal;
  readonly fc: Decimal;
}

/** Under which id a credit note claims: the cancellation of it releases that. */
export const claimOfCredit = ({ id }: Pick<Document, 'id'>) =>
  ({ kind: 'CLAIM_KIND_INTERNAL', reconciliationId: -id }) as const;

/**
 * Reconciles the open line of a credit note with what is left of the document that it credits (DOC-R32). Until there is
 * a reconciliation with a record of its own, the amounts are claimed under ids below zero, made from that of the credit
 * note, which no other record has. Claimed once however often it is tried: the ids are the same.
 */
export async function reconcileCredit(
  { books, logger }: { readonly books: DocumentBooks; readonly logger: Logger },
  {
    document,
    openLineId,
    creditedLineId,
    commandKey,
  }: {
    readonly document: Pick<Document, 'clientAccountId' | 'id'>;
    readonly openLineId: number;
    readonly creditedLineId: number;
    readonly commandKey: string;
  },
): Promise<void> {
  const { clientAccountId, id } = document;
  for (let attempt = 1; attempt <= 5; attempt++) {
    const { lines } = await books.GetLineStandings({ clientAccountId, journalLineIds: [openLineId, creditedLineId] });
    const remaining = lines.map(
      (line): Remaining => ({
        id: line.journalLineId,
        base: decimal(line.amount).minus(decimal(line.reconciledAmount)),
        fc: decimal(line.amountFc).minus(decimal(line.reconciledAmountFc)),
      }),
    );
    const own = remaining.find((line) => line.id === openLineId);
    const other = remaining.find((line) => line.id === creditedLineId);
    if (!own || !other || own.base.isZero() || other.base.isZero()) return;
    // Both have the same sign where a document below zero is credited by one above.
    if (own.base.isNegative() === other.base.isNegative()) return;
    const base = smaller(own.base, other.base);
    const fc = smaller(own.fc, other.fc);
    const { faults } = await books.ClaimLines({
      clientAccountId,
      commandKey: `document:${commandKey}:claim:${attempt}`,
      ...claimOfCredit(document),
      claims: [own, other].map((line, index) => ({
        reconciliationEntryId: -(2 * id + index),
        journalLineId: line.id,
        amount: signed(base, line.base),
        amountFc: signed(fc, line.base),
      })),
    });
    if (faults.length === 0 || faults.some(({ rule }) => rule === 'CLAIM_FAULT_RULE_ENTRY_CLAIMED')) return;
    // Somebody else has claimed a part meanwhile: what is left by now is tried next.
    logger.info({ document: id, attempt }, 'the credit note is reconciled with what is left by now');
  }
}

const smaller = (a: Decimal, b: Decimal): Decimal => (a.abs().lessThan(b.abs()) ? a.abs() : b.abs());
const signed = (amount: Decimal, like: Decimal): string => formatMoney(like.isNegative() ? amount.negated() : amount);
