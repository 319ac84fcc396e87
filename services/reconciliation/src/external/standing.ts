import { anyOf, type Executor } from '@app/db';
import { decimal, sum } from '@app/money';
import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import { externalReconciliations } from '../schema/external-reconciliations.ts';
import { currentBalances, type GroundSources } from './ground.ts';
import type { ExternalRecord } from './record.ts';
import { findEntries } from './store.ts';

/** How a record stands against the ledger at this moment (docs/contract/document-reconciliation-lines.md). */
export type Standing = 'RECONCILED' | 'EXPLAINED' | 'DRIFTED';

/** A subject as others name it; without a line every line of a document. */
export interface NamedSubject {
  readonly relationType: string;
  readonly relationId: number;
  readonly relationLineId?: number | undefined;
}

const r = externalReconciliations;

/** Records that have taken some subjects, or are taking them at this moment, by id. */
export async function liveRecords(
  ex: Executor,
  clientAccountId: number,
  subjects: readonly NamedSubject[],
): Promise<readonly ExternalRecord[]> {
  const rows = await ex
    .select(getTableColumns(r))
    .from(r)
    .where(
      and(
        eq(r.clientAccountId, clientAccountId),
        sql`${r.takesSubject} and ${r.scopeKey} is null`,
        anyOf(r.subjectType, [...new Set(subjects.map(({ relationType }) => relationType))]),
        anyOf(r.subjectId, [...new Set(subjects.map(({ relationId }) => relationId))]),
      ),
    )
    .orderBy(asc(r.id));
  const wanted = new Set(
    subjects.map(
      ({ relationType, relationId, relationLineId }) => `${relationType} ${relationId} ${relationLineId ?? '*'}`,
    ),
  );
  return rows.filter(({ subjectType, subjectId, subjectLineId }) =>
    [subjectLineId, '*'].some((line) => wanted.has(`${subjectType} ${subjectId} ${line}`)),
  );
}

/**
 * How reconciled records of a client account stand, by id. Lines cannot move while a record claims them: what drifts is
 * a balance, and all of them are asked about at once.
 * @throws Failure 503
 */
export async function standingsOf(
  { db, ledger }: Pick<GroundSources, 'db' | 'ledger'>,
  clientAccountId: number,
  records: readonly ExternalRecord[],
): Promise<ReadonlyMap<number, Standing>> {
  const entries = await findEntries(
    db.executor,
    clientAccountId,
    records.map(({ id }) => id),
  );
  const balances = [...entries.values()].flat().filter(({ kind }) => kind === 'LEDGER_BALANCE');
  const current = await currentBalances(ledger, clientAccountId, balances);
  const now = Map.groupBy(
    balances.map((entry, index) => ({ entry, balance: decimal(current[index]!.balance) })),
    ({ entry }) => entry.externalReconciliationId,
  );
  return new Map(
    records.map((record) => {
      const asked = now.get(record.id);
      const hasMoved =
        asked !== undefined && !sum(asked.map(({ balance }) => balance)).equals(decimal(record.ledgerAmount));
      return [record.id, hasMoved ? 'DRIFTED' : standingOf(record)];
    }),
  );
}

const standingOf = ({ method }: ExternalRecord): Standing =>
  method === 'EXPLAINED' || method === 'OPEN_ITEMS' ? 'EXPLAINED' : 'RECONCILED';
