import type { AreaDependencies } from '../deps.ts';
import { advicesOfTransactions } from '../receivable-payments/of-transactions.ts';
import { receivablePaymentWire } from '../receivable-payments/wire.ts';
import { findExplanations } from './explanations-store.ts';
import { explanationWire } from './explanations-wire.ts';
import { findDetails } from './store.ts';
import type { BankTransaction } from './transaction.ts';
import { detailWire, transactionWire, type WireTransaction } from './wire.ts';

export type TransactionRelation =
  | 'details'
  | 'receivable_payments'
  | 'questions'
  | 'statements'
  | 'reconciled_documents'
  | 'posted_payments';

export type PresentingDependencies = Pick<AreaDependencies, 'db' | 'questions' | 'transactionRelations'>;

/** Transactions with the relations that are asked for, each in one read per client account. @throws Failure 503 */
export async function presentTransactions(
  deps: PresentingDependencies,
  transactions: readonly BankTransaction[],
  relations: ReadonlySet<TransactionRelation>,
): Promise<WireTransaction[]> {
  const shown = new Map<number, WireTransaction>();
  for (const [clientAccountId, own] of Map.groupBy(transactions, (one) => one.clientAccountId)) {
    const parts = await partsOf(deps, clientAccountId, own, relations);
    for (const one of own) shown.set(one.id, { ...transactionWire(one), ...parts(one.id) });
  }
  return transactions.map(({ id }) => shown.get(id)!);
}

async function partsOf(
  { db, questions, transactionRelations }: PresentingDependencies,
  clientAccountId: number,
  transactions: readonly BankTransaction[],
  relations: ReadonlySet<TransactionRelation>,
): Promise<(id: number) => Partial<WireTransaction>> {
  const { executor } = db;
  const ids = transactions.map(({ id }) => id);
  const when = <T>(relation: TransactionRelation, load: () => Promise<T>): Promise<T> | undefined =>
    relations.has(relation) ? load() : undefined;
  const [details, advices, asked, said, documents, payments] = await Promise.all([
    when('details', async () =>
      Map.groupBy(await findDetails(executor, clientAccountId, ids), (detail) => detail.bankTransactionId),
    ),
    when('receivable_payments', () => advicesOfTransactions(executor, clientAccountId, transactions)),
    when('questions', () => questions.ofTransactions(clientAccountId, ids)),
    when('statements', async () =>
      Map.groupBy(await findExplanations(executor, clientAccountId, ids), (one) => one.bankTransactionId),
    ),
    when('reconciled_documents', () => transactionRelations.load('reconciled_documents', clientAccountId, ids)),
    when('posted_payments', () => transactionRelations.load('posted_payments', clientAccountId, ids)),
  ]);
  return (id) => ({
    ...(details ? { details: (details.get(id) ?? []).map(detailWire) } : {}),
    ...(advices ? { receivable_payments: (advices.get(id) ?? []).map(receivablePaymentWire) } : {}),
    ...(asked ? { questions: [...(asked.get(id) ?? [])] } : {}),
    ...(said ? { statements: (said.get(id) ?? []).map(explanationWire) } : {}),
    ...(documents ? { reconciled_documents: [...(documents.get(id) ?? [])] } : {}),
    ...(payments ? { posted_payments: [...(payments.get(id) ?? [])] } : {}),
  });
}
