import type { Database } from '@app/db';
import { type SQL, sql } from 'drizzle-orm';
import { carriesOneOf, type LineFilter } from '../../journal-entry-lines/filter.ts';
import { lastNumber } from './as-of.ts';
import { groupKey, groupsOf, type LedgerDivision, type LedgerGroup } from './groups.ts';
import { atOneMoment, type LedgerLine, PIECE, type Position, readAfter } from './store.ts';

/** A line in its group; a group without lines in the span has one item without a line. */
export interface LedgerItem {
  readonly group: LedgerGroup;
  readonly line: LedgerLine | null;
}

/** Groups that are read by one statement. */
const GROUPS_AT_ONCE = 200;

/**
 * A whole ledger, group by group, in the order of posting dates and ids within each, as the books stood when it was
 * begun. Read in pieces of about a thousand lines, without a connection between two of them.
 */
export async function* ledgerItems(
  db: Database,
  filter: LineFilter,
  division: LedgerDivision,
): AsyncGenerator<LedgerItem, void> {
  const { last, groups } = await db.report((executor) =>
    atOneMoment(executor, async (tx) => ({
      last: await lastNumber(tx, filter.clientAccountId),
      groups: await groupsOf(tx, filter, division),
    })),
  );
  for (const some of readTogether(groups)) {
    const read = readerOf(db, filter, division, some, last);
    if (some.length === 1) yield* itemsOfOne(some[0]!, read);
    else yield* itemsOfSome(some, division, await read());
  }
}

/** Neighbours with few lines together, a group with many alone. Lines without a partner are found in another way. */
function* readTogether(groups: readonly LedgerGroup[]): Generator<readonly LedgerGroup[], void> {
  let some: LedgerGroup[] = [];
  let lines = 0;
  for (const group of groups) {
    const isFull = lines + group.lines > PIECE || some.length === GROUPS_AT_ONCE;
    if (some.length > 0 && (isFull || (group.relation === null) !== (some[0]!.relation === null))) {
      yield some;
      [some, lines] = [[], 0];
    }
    some.push(group);
    lines += group.lines;
  }
  if (some.length > 0) yield some;
}

type Reader = (after?: Position, limit?: number) => Promise<readonly LedgerLine[]>;

function readerOf(
  db: Database,
  filter: LineFilter,
  division: LedgerDivision,
  groups: readonly LedgerGroup[],
  last: number,
): Reader {
  const narrowed: LineFilter =
    division === 'account' ? { ...filter, accountIds: groups.map(({ account }) => account.id) } : filter;
  const only = division === 'partner' ? ofPartners(filter, groups) : undefined;
  return async (after, limit) =>
    groups.every(({ lines }) => lines === 0)
      ? []
      : readAfter(db, narrowed, { last, only, ...(after && { after }), ...(limit && { limit }) });
}

/** Several partners have few lines: those are found by their tags. One may have nearly all that there are. */
function ofPartners({ clientAccountId, dateFrom, dateTo }: LineFilter, groups: readonly LedgerGroup[]): SQL {
  const ids = groups.flatMap(({ relation }) => (relation === null ? [] : [relation.id]));
  if (ids.length === 0) return sql`not ${carriesOneOf('businesspartner')}`;
  if (ids.length === 1) return carriesOneOf('businesspartner', ids);
  const days = [sql`true`];
  if (dateFrom) days.push(sql`d.posting_date >= ${dateFrom}::date`);
  if (dateTo) days.push(sql`d.posting_date <= ${dateTo}::date`);
  return sql`l.id = any (array(
    select d.journal_line_id from journal_line_dimensions d
    where d.client_account_id = ${clientAccountId} and d.relation_type = 'businesspartner'
      and d.relation_id = any (${`{${ids.join(',')}}`}::bigint[]) and ${sql.join(days, sql` and `)}))`;
}

/** A group by itself, which may have any number of lines. */
async function* itemsOfOne(group: LedgerGroup, read: Reader): AsyncGenerator<LedgerItem, void> {
  let lines = await read(undefined, PIECE);
  if (lines.length === 0) yield { group, line: null };
  while (lines.length > 0) {
    for (const line of lines) yield { group, line };
    lines = lines.length < PIECE ? [] : await read(lines.at(-1), PIECE);
  }
}

function* itemsOfSome(
  groups: readonly LedgerGroup[],
  division: LedgerDivision,
  lines: readonly LedgerLine[],
): Generator<LedgerItem, void> {
  const byGroup = Map.groupBy(lines, (line) => (division === 'account' ? line.accountId : partnerOf(line)));
  for (const group of groups) {
    const found = byGroup.get(groupKey(group, division));
    if (found) for (const line of found) yield { group, line };
    else yield { group, line: null };
  }
}

const partnerOf = ({ dimensions }: LedgerLine): number | null =>
  dimensions.find(({ relationType }) => relationType === 'businesspartner')?.relationId ?? null;
