import type { Database } from '@app/db';
import type { ClientOf, Ledger, ReconciliationLines } from '@app/rpc';
import { type ComparedTransaction, findCompared } from '../bank-transactions/for-records.ts';
import type { Companies } from '../outside/companies.ts';
import { type EntryWish, TRANSACTION } from './record.ts';
import { isTaken } from './store.ts';

export interface GroundSources {
  readonly db: Database;
  readonly ledger: Pick<ClientOf<typeof Ledger>, 'DescribeLines' | 'DescribeBalances'>;
  readonly documentLines: Pick<ClientOf<typeof ReconciliationLines>, 'GetReconciliationLines'>;
  readonly companies: Companies;
}

export type LedgerLine = Awaited<ReturnType<GroundSources['ledger']['DescribeLines']>>['lines'][number];
export type LedgerBalance = Awaited<ReturnType<GroundSources['ledger']['DescribeBalances']>>['balances'][number];
export type DocumentLine = Awaited<
  ReturnType<GroundSources['documentLines']['GetReconciliationLines']>
>['lines'][number];

/** What the entries of a record point at, as it stands; what the client account does not have is left out. */
export interface Ground {
  /** The accounting currency. */
  readonly currency: string;
  readonly transaction: ComparedTransaction | undefined;
  readonly documentLine: DocumentLine | undefined;
  readonly lines: ReadonlyMap<number, LedgerLine>;
  /** By the place of the entry. */
  readonly balances: ReadonlyMap<number, LedgerBalance>;
  /** A record has taken the outside figure, or is taking it: looked at after the rest, so that who took is seen. */
  readonly isTaken: boolean;
}

/** Balances that one question to the ledger may ask. */
const MOST_BALANCES = 1_000;

/** Asks about everything that entries of the right shape point at, all at once. @throws Failure 503 */
export async function readGround(
  sources: GroundSources,
  clientAccountId: number,
  entries: readonly EntryWish[],
): Promise<Ground> {
  const subject = entries.find(({ kind }) => kind === 'EXTERNAL');
  const [currency, transaction, documentLine, lines, balances] = await Promise.all([
    sources.companies.currencyOf(clientAccountId),
    subject?.relationType === TRANSACTION
      ? findCompared(sources.db.executor, clientAccountId, subject.relationId!)
      : undefined,
    subject && subject.relationLineId !== null
      ? documentLineOf(sources, clientAccountId, subject.relationId!, subject.relationLineId)
      : undefined,
    linesOf(sources, clientAccountId, entries),
    balancesOf(sources, clientAccountId, entries),
  ]);
  return {
    currency,
    transaction,
    documentLine,
    lines,
    balances,
    isTaken: await isSubjectTaken(sources, clientAccountId, subject),
  };
}

async function isSubjectTaken(
  { db }: GroundSources,
  clientAccountId: number,
  subject: EntryWish | undefined,
): Promise<boolean> {
  if (!subject) return false;
  return isTaken(db.executor, clientAccountId, {
    ...{ subjectType: subject.relationType!, subjectId: subject.relationId! },
    subjectLineId: subject.relationLineId ?? 0,
  });
}

async function documentLineOf(
  { documentLines }: GroundSources,
  clientAccountId: number,
  documentId: number,
  lineId: number,
): Promise<DocumentLine | undefined> {
  return (await documentLines.GetReconciliationLines({ clientAccountId, lines: [{ documentId, lineId }] })).lines[0];
}

async function linesOf(
  { ledger }: GroundSources,
  clientAccountId: number,
  entries: readonly EntryWish[],
): Promise<ReadonlyMap<number, LedgerLine>> {
  const ids = entries.flatMap(({ kind, relationLineId }) => (kind === 'LEDGER_LINE' ? relationLineId! : []));
  if (ids.length === 0) return new Map();
  const { lines } = await ledger.DescribeLines({ clientAccountId, journalLineIds: [...new Set(ids)] });
  return new Map(lines.map((line) => [line.id, line]));
}

/** A balance that an entry holds, as it stands at this moment. */
export type BalanceEntry = Pick<
  EntryWish,
  'relationId' | 'secondaryRelationType' | 'secondaryRelationId' | 'asOfDate' | 'currencyCode'
>;

/** Balances of entries in their order, as many as there are. @throws Failure 503 */
export async function currentBalances(
  ledger: GroundSources['ledger'],
  clientAccountId: number,
  entries: readonly BalanceEntry[],
): Promise<readonly LedgerBalance[]> {
  const found: LedgerBalance[] = [];
  for (let start = 0; start < entries.length; start += MOST_BALANCES) {
    const queries = entries.slice(start, start + MOST_BALANCES).map((entry) => ({
      ...{ accountId: entry.relationId!, asOfDate: entry.asOfDate!, currencyCode: entry.currencyCode },
      ...(entry.secondaryRelationType === null ? {} : { relationType: entry.secondaryRelationType }),
      ...(entry.secondaryRelationId === null ? {} : { relationId: entry.secondaryRelationId }),
    }));
    found.push(...(await ledger.DescribeBalances({ clientAccountId, queries })).balances);
  }
  return found;
}

async function balancesOf(
  { ledger }: GroundSources,
  clientAccountId: number,
  entries: readonly EntryWish[],
): Promise<ReadonlyMap<number, LedgerBalance>> {
  const placed = [...entries.entries()].filter(([, { kind }]) => kind === 'LEDGER_BALANCE');
  const found = await currentBalances(
    ledger,
    clientAccountId,
    placed.map(([, entry]) => entry),
  );
  return new Map(placed.map(([place], index) => [place, found[index]!]));
}
