import { anyOf, appendToOutbox, rowsInsertion, type Tx } from '@app/db';
import { decimal, formatMoney, sum } from '@app/money';
import type { Stamp } from '@app/records';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { externalReconciliationEntries, externalReconciliations } from '../schema/external-reconciliations.ts';
import { recorded, retiredFacts } from './events.ts';
import { type ExternalRecord, LEDGER_BALANCE, type Method, type NewEntry } from './record.ts';
import { type RecordKey, retired, takeNumbers } from './store.ts';

/** A balance as the engine of the periods has read it. */
export interface EngineBalance {
  readonly accountId: number;
  readonly accountCode: string;
  readonly asOfDate: string;
  /** With a type and no id: the lines without a value of the type. */
  readonly relationType: string | null;
  readonly relationId: number | null;
  readonly amount: string;
}

/** A record of a scope of a period, with amounts in ledger sign. */
export interface EngineRecord {
  readonly clientAccountId: number;
  /** At most one record of a scope that is not retired. */
  readonly scopeKey: string;
  readonly subjectType: 'BANK_BALANCE' | 'VATST' | 'RECONCILIATION_PERIOD';
  readonly subjectId: number;
  readonly expectedAmount: string;
  readonly currencyCode: string;
  readonly exchangeRate: string;
  readonly balances: readonly EngineBalance[];
  readonly items: readonly { readonly description: string; readonly amount: string }[];
  readonly isDraft: boolean;
  /** Of a draft the rule by which it was prepared; EXTERNAL_MATCH and EXPLAINED then follow from its items. */
  readonly method: Method;
  readonly note: string | null;
}

const insertRecords = rowsInsertion(externalReconciliations, [
  ...(['clientAccountId', 'scopeKey', 'subjectType', 'subjectId', 'expectedAmount', 'currencyCode', 'note'] as const),
  ...(['isDraft', 'ledgerAmount', 'difference', 'asOfDate', 'takesSubject', 'createdAt', 'createdById'] as const),
  ...(['preparedMethod', 'method', 'sequenceNumber'] as const),
]);
const insertEntries = rowsInsertion(externalReconciliationEntries, [
  ...(['clientAccountId', 'externalReconciliationId', 'place', 'kind', 'relationType', 'relationId'] as const),
  ...(['relationLineId', 'secondaryRelationType', 'secondaryRelationId', 'asOfDate', 'description'] as const),
  ...(['accountCode', 'amount', 'currencyCode', 'exchangeRate'] as const),
]);

/**
 * Writes records of the periods in the transaction at hand, which has the turn of the client account: the same rows
 * under the same rules as those of people. No line of the ledger is claimed for them.
 * @returns the records, in the order of what was wanted
 * @throws Error when a record that is no draft does not add up, or a scope has a record
 */
export async function recordByEngine(
  tx: Tx,
  stamp: Stamp,
  wanted: readonly EngineRecord[],
): Promise<readonly ExternalRecord[]> {
  if (wanted.length === 0) return [];
  const { clientAccountId } = wanted[0]!;
  const final = wanted.filter(({ isDraft }) => !isDraft).length;
  let number = final === 0 ? 0 : await takeNumbers(tx, clientAccountId, final);
  const rows = wanted.map((wish) => {
    const { balances, items, isDraft, method, exchangeRate, ...figures } = wish;
    const entries = entriesOf(wish);
    const ledgerAmount = totalOf(entries, 'LEDGER_BALANCE');
    const difference = formatMoney(decimal(wish.expectedAmount).minus(decimal(ledgerAmount)));
    requireRecord(wish, difference, totalOf(entries, 'RECONCILING_ITEM'));
    return {
      ...figures,
      ...{ isDraft, ledgerAmount, difference, asOfDate: balances[0]!.asOfDate, takesSubject: !isDraft },
      ...{ createdAt: stamp.moment, createdById: stamp.actorId },
      ...(isDraft
        ? { preparedMethod: preparedBy(method), method: null, sequenceNumber: null }
        : { preparedMethod: null, method, sequenceNumber: number++ }),
    };
  });
  const records = await insertRecords(tx, rows);
  const entries = wanted.flatMap((wish, place) =>
    entriesOf(wish).map(({ share: _, ...entry }, index) => ({
      ...entry,
      ...{ clientAccountId, externalReconciliationId: records[place]!.id, place: index },
    })),
  );
  await insertEntries(tx, entries);
  await appendToOutbox(tx, ...recorded(records.filter(({ isDraft }) => !isDraft)));
  return records;
}

const preparedBy = (method: Method) => (method === 'EXTERNAL_MATCH' || method === 'EXPLAINED' ? null : method);

/** A record that breaks a rule of records is a mistake of the engine, and no failure of a caller. */
function requireRecord(
  { scopeKey, balances, isDraft, clientAccountId }: EngineRecord,
  difference: string,
  items: string,
): void {
  if (balances.length === 0) throw new Error(`The record of ${scopeKey} has no balance`);
  if (new Set(balances.map(({ asOfDate }) => asOfDate)).size > 1)
    throw new Error(`The balances of ${scopeKey} are of several days`);
  if (!isDraft && difference !== items)
    throw new Error(`The record of ${scopeKey} of client account ${clientAccountId} is not explained`);
}

const totalOf = (entries: readonly NewEntry[], kind: NewEntry['kind']): string =>
  formatMoney(sum(entries.filter((entry) => entry.kind === kind).map(({ amount }) => decimal(amount))));

function entriesOf(wish: EngineRecord): NewEntry[] {
  const { currencyCode, exchangeRate } = wish;
  const entry = (more: Pick<NewEntry, 'kind' | 'amount'> & Partial<NewEntry>): NewEntry => ({
    ...{ relationType: null, relationId: null, relationLineId: null, asOfDate: null, description: null },
    ...{ secondaryRelationType: null, secondaryRelationId: null, accountCode: null, share: null },
    ...{ currencyCode, exchangeRate },
    ...more,
  });
  return [
    entry({
      ...{ kind: 'EXTERNAL', relationType: wish.subjectType, relationId: wish.subjectId },
      amount: wish.expectedAmount,
    }),
    ...wish.balances.map(({ accountId, accountCode, asOfDate, relationType, relationId, amount }) =>
      entry({
        ...{ kind: 'LEDGER_BALANCE', relationType: LEDGER_BALANCE, relationId: accountId, accountCode, asOfDate },
        ...{ secondaryRelationType: relationType, secondaryRelationId: relationId, amount },
      }),
    ),
    ...wish.items.map((item) => entry({ kind: 'RECONCILING_ITEM', ...item })),
  ];
}

/** Retires records of the periods, in the transaction at hand: those that are retired, or held by a command, stay. */
export async function retireByEngine(
  tx: Tx,
  stamp: Stamp,
  keys: readonly RecordKey[],
): Promise<readonly ExternalRecord[]> {
  if (keys.length === 0) return [];
  const { clientAccountId } = keys[0]!;
  const r = externalReconciliations;
  const gone = await tx
    .update(r)
    .set(retired(stamp))
    .where(
      and(
        eq(r.clientAccountId, clientAccountId),
        anyOf(
          r.id,
          keys.map(({ id }) => id),
        ),
        isNotNull(r.scopeKey),
        isNull(r.deletedAt),
        isNull(r.busyKey),
      ),
    )
    .returning();
  await appendToOutbox(tx, ...retiredFacts(gone.filter(({ isDraft }) => !isDraft)));
  return gone;
}
