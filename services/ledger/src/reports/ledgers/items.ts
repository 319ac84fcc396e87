import type { Database } from '@app/db';
import { sql } from 'drizzle-orm';
import { carriesOneOf, type LineFilter } from '../../journal-entry-lines/filter.ts';
import { conditionsAsOf, lastNumber } from './as-of.ts';
import { groupKey, groupsOf, type LedgerDivision, type LedgerGroup } from './groups.ts';
import { linesCarrying, linesOf, type Source } from './sources.ts';
import { atOneMoment, type LedgerLine, PIECE, readAll, readPiece, type Shown, shownOf } from './store.ts';

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
    const [first] = some;
    if (some.length === 1) yield* itemsOfOne(db, first!, readingOf(filter, division, some, last));
    else yield* itemsOfSome(db, some, division, readingOf(filter, division, some, last));
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

/** How the lines of groups are read. */
interface Reading {
  readonly shown: Shown;
  readonly source: Source;
}

function readingOf(
  filter: LineFilter,
  division: LedgerDivision,
  groups: readonly LedgerGroup[],
  last: number,
): Reading {
  const shown = shownOf(filter, (each) => conditionsAsOf(each, last));
  if (division === 'account') {
    const narrowed = { ...filter, accountIds: groups.map(({ account }) => account.id) };
    return { shown, source: linesOf(narrowed) };
  }
  const partners = groups.flatMap(({ relation }) => (relation === null ? [] : [relation.id]));
  if (partners.length > 0) return { shown, source: linesCarrying(filter, 'businesspartner', partners) };
  const where = sql`${shown.where} and not ${carriesOneOf('businesspartner')}`;
  return { shown: { ...shown, where }, source: linesOf(filter) };
}

/** A group by itself, which may have any number of lines. */
async function* itemsOfOne(
  db: Database,
  group: LedgerGroup,
  { shown, source }: Reading,
): AsyncGenerator<LedgerItem, void> {
  let isEmpty = true;
  if (group.lines > 0)
    for await (const lines of readAll(db, shown, source))
      for (const line of lines) {
        isEmpty = false;
        yield { group, line };
      }
  if (isEmpty) yield { group, line: null };
}

/** Several groups, of which all lines are read at once: they are few. */
async function* itemsOfSome(
  db: Database,
  groups: readonly LedgerGroup[],
  division: LedgerDivision,
  { shown, source }: Reading,
): AsyncGenerator<LedgerItem, void> {
  const { lines } = await db.report((executor) => readPiece(executor, shown, source, undefined, undefined));
  const byGroup = Map.groupBy(lines, (line) => (division === 'account' ? line.accountId : partnerOf(line)));
  for (const group of groups) {
    const found = byGroup.get(groupKey(group, division));
    if (found) for (const line of found) yield { group, line };
    else yield { group, line: null };
  }
}

const partnerOf = ({ dimensions }: LedgerLine): number | null =>
  dimensions.find(({ relationType }) => relationType === 'businesspartner')?.relationId ?? null;
