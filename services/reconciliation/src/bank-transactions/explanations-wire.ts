import type { ReadTransactionStatementOut, TransactionStatementOut } from '@app/api/reconciliation/index';
import { instantOut } from '@app/records';
import type { z } from 'zod';
import type { AreaDependencies } from '../deps.ts';
import type { WireVoucher } from '../outside/vouchers.ts';
import type { Explanation } from './explanations-store.ts';
import type { BankTransaction } from './transaction.ts';
import { transactionWire } from './wire.ts';

export type ExplanationRelation = 'bank_transaction' | 'business_partner' | 'voucher';

export const explanationWire = (explanation: Explanation): z.input<typeof TransactionStatementOut> => ({
  id: explanation.id,
  created_at: instantOut(explanation.createdAt),
  created_by_id: explanation.createdById,
  client_account_id: explanation.clientAccountId,
  bank_transaction_id: explanation.bankTransactionId,
  category: explanation.category,
  business_partner_id: explanation.businessPartnerId,
  voucher_id: explanation.voucherId,
  comment: explanation.comment,
});

/** What was said about one transaction, with the relations that are asked for, each in one call. @throws Failure 503 */
export async function presentExplanations(
  {
    partners,
    vouchers,
  }: Pick<AreaDependencies, 'partners'> & {
    readonly vouchers: { find(account: number, ids: readonly number[]): Promise<ReadonlyMap<number, WireVoucher>> };
  },
  transaction: BankTransaction,
  explanations: readonly Explanation[],
  relations: ReadonlySet<ExplanationRelation>,
): Promise<z.input<typeof ReadTransactionStatementOut>[]> {
  const { clientAccountId } = transaction;
  const [owners, papers] = await Promise.all([
    relations.has('business_partner')
      ? partners.find(
          clientAccountId,
          explanations.flatMap(({ businessPartnerId }) => businessPartnerId ?? []),
        )
      : undefined,
    relations.has('voucher')
      ? vouchers.find(
          clientAccountId,
          explanations.flatMap(({ voucherId }) => voucherId ?? []),
        )
      : undefined,
  ]);
  return explanations.map((explanation) => ({
    ...explanationWire(explanation),
    ...(relations.has('bank_transaction') ? { bank_transaction: transactionWire(transaction) } : {}),
    ...(owners ? { business_partner: owners.get(explanation.businessPartnerId ?? 0) ?? null } : {}),
    ...(papers ? { voucher: papers.get(explanation.voucherId ?? 0) ?? null } : {}),
  }));
}
