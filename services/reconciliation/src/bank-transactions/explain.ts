import { appendToOutbox } from '@app/db';
import { takeStamp } from '@app/records';
import type { AreaDependencies } from '../deps.ts';
import { transactionExplained } from './events.ts';
import { type Explanation, type ExplanationFields, insertExplanation } from './explanations-store.ts';
import { lockTransaction } from './store.ts';
import { type BankTransaction, transactionNotFound } from './transaction.ts';

/**
 * Keeps what somebody says about a transaction. Whoever asked for it hears of it: documents closes its questions
 * (BTX-R17).
 * @throws Failure 400 for a partner or voucher that the client account does not have, 404, 503
 */
export async function explainTransaction(
  { db, clock, named }: Pick<AreaDependencies, 'db' | 'clock' | 'named'>,
  actorId: number,
  { clientAccountId, id }: Pick<BankTransaction, 'clientAccountId' | 'id'>,
  fields: ExplanationFields,
): Promise<Explanation> {
  await named.require(clientAccountId, [
    { field: 'business_partner_id', kind: 'businesspartner', id: fields.businessPartnerId },
    { field: 'voucher_id', kind: 'voucher', id: fields.voucherId },
  ]);
  return db.write(async (tx) => {
    const { moment } = await takeStamp(tx, clock, clientAccountId, actorId);
    const transaction = await lockTransaction(tx, clientAccountId, id);
    if (!transaction) throw transactionNotFound(id);
    const explanation = await insertExplanation(tx, transaction, fields, { moment, actorId });
    await appendToOutbox(tx, transactionExplained(transaction, actorId));
    return explanation;
  });
}
