import type { DimensionType } from '@app/api/ledger/dimensions';
import { type Columns, type ColumnTexts, columnsOf } from './columns.ts';
import {
  type DimensionField,
  dimensionFields,
  type EntryPage,
  entryFields,
  type Kind,
  type LineDimension,
  lineFields,
  type Place,
  type SaftEntry,
  spreadFields,
} from './entries.ts';
import type { PageSize } from './page-query.ts';

/** Entries of a page whose lines are not read yet. */
export interface Ahead {
  readonly entries: readonly SaftEntry[];
  /** Behind which place there may be more. */
  readonly after: Place | undefined;
}

/** The entries that were found, as many as a page has. */
export function aheadOf(texts: ColumnTexts, size: PageSize): Ahead {
  const found = entriesOf(columnsOf(texts, 'entry', entryFields));
  const taken = firstOf(found, size.lines);
  const isLast = taken.length === found.length && found.length < size.entries;
  const last = taken.at(-1);
  return {
    entries: taken.filter(({ isMeant }) => isMeant),
    after: isLast || last === undefined ? undefined : { day: last.day, id: last.id },
  };
}

/** Entries with the lines that were read of them. */
export const pageOf = (entries: readonly SaftEntry[], texts: ColumnTexts, kind: Kind): EntryPage => ({
  entries,
  lines: columnsOf(texts, 'line', kind === 'spread' ? [...lineFields, ...spreadFields] : lineFields),
  dimensions: byLine(columnsOf(texts, 'dimension', dimensionFields)),
});

interface EntryRow extends SaftEntry {
  /** Belongs into the file, as an entry of the kind that is read. */
  readonly isMeant: boolean;
}

const entriesOf = (of: Columns<keyof EntryRow>): readonly EntryRow[] =>
  of.id.map((id, at) => ({
    id,
    number: of.number[at]!,
    description: of.description[at]!,
    voucherId: of.voucherId[at]!,
    relationType: of.relationType[at]!,
    relationNumber: of.relationNumber[at]!,
    cancelled: of.cancelled[at]!,
    postedById: of.postedById[at]!,
    postedOn: of.postedOn[at]!,
    day: of.day[at]!,
    lineCount: Number(of.lineCount[at]),
    isMeant: of.isMeant[at] === 'true',
  }));

/** As many as have the lines of a page, and at least one: a single entry may have more. */
function firstOf(entries: readonly EntryRow[], mostLines: number): readonly EntryRow[] {
  let lines = 0;
  const end = entries.findIndex(({ lineCount }, index) => {
    lines += lineCount;
    return lines > mostLines && index > 0;
  });
  return end === -1 ? entries : entries.slice(0, end);
}

/** The dimensions of each line, in their order. */
function byLine({ line, type, value }: Columns<DimensionField>): EntryPage['dimensions'] {
  const found = new Map<number, LineDimension[]>();
  for (let at = 0; at < line.length; at++) {
    const id = Number(line[at]);
    const dimension = { type: type[at] as DimensionType, id: value[at]! };
    const others = found.get(id);
    if (others) others.push(dimension);
    else found.set(id, [dimension]);
  }
  return found;
}
