import type { NewEntry } from './journal-entry.ts';
import { rowValues } from './line-fields.ts';
import { metadataText } from './metadata-text.ts';

/**
 * Who asks for entries of one company, and under which version of its ground they were judged. They are written all or
 * none.
 */
export interface WriteRequest {
  readonly clientAccountId: number;
  readonly groundVersion: number;
  readonly commonVersion: number;
  readonly currency: string;
  readonly actorId: number;
  /** ISO 8601. */
  readonly now: string;
  readonly requestId: string | undefined;
  readonly traceparent: string | undefined;
  readonly entries: readonly NewEntry[];
}

/** Where a request's entries, lines, dimensions and references stand in the lists: the place of the first, from 0. */
export interface Places {
  readonly entry: number;
  readonly line: number;
  readonly dimension: number;
  readonly reference: number;
  /** The places of the records that the request points at, by {@link referenceKey}. */
  readonly references: ReadonlyMap<string, number>;
}

/** The rows of requests as literals of arrays of the types that `write_entries` takes, and where each request has its own. */
export interface Rows {
  readonly companies: string;
  readonly requests: string;
  readonly entries: string;
  readonly lines: string;
  readonly dimensions: string;
  readonly named: string;
  readonly keys: string;
  readonly places: readonly Places[];
}

type Value = string | number | boolean | null | undefined;

export const referenceKey = (relationType: string, relationId: number): string => `${relationType} ${relationId}`;

/** Records of other services that a request points at, each once. */
export interface NamedReferences {
  /** Their places among the rows, by {@link referenceKey}. */
  readonly places: ReadonlyMap<string, number>;
  readonly add: (relationType: string, relationId: number) => void;
}

/** @param rows named_reference; added to */
export function nameReferences(request: number, clientAccountId: number, rows: string[]): NamedReferences {
  const places = new Map<string, number>();
  const add = (relationType: string, relationId: number): void => {
    const key = referenceKey(relationType, relationId);
    if (places.has(key)) return;
    places.set(key, rows.length);
    rows.push(rowOf([request, clientAccountId, relationType, relationId]));
  };
  return { places, add };
}

/** The mapping of requests to rows: with line-fields.ts the only place that knows the columns of the types. */
export function rowsOf(requests: readonly WriteRequest[]): Rows {
  const requestRows: string[] = [];
  const entryRows: string[] = [];
  const lineRows: string[] = [];
  const dimensionRows: string[] = [];
  const named: string[] = [];
  const keys: string[] = [];
  const places = requests.map((request, index): Places => {
    const { clientAccountId } = request;
    const place = index + 1;
    const references = nameReferences(place, clientAccountId, named);
    const start = {
      entry: entryRows.length,
      line: lineRows.length,
      dimension: dimensionRows.length,
      reference: named.length,
    };
    requestRows.push(
      rowOf([
        clientAccountId,
        request.groundVersion,
        request.actorId,
        request.now,
        request.requestId,
        request.traceparent,
      ]),
    );
    for (const entry of request.entries) {
      const { header } = entry;
      entryRows.push(entryRow(entry, place, request));
      if (header.voucherId !== null) references.add('voucher', header.voucherId);
      if (header.voucherId !== null || header.externalId !== null)
        keys.push(rowOf([place, clientAccountId, header.voucherId, header.externalId]));
      const owner: Owner = { place, entry: entryRows.length, clientAccountId, isDraft: header.isDraft };
      addLines(entry, owner, lineRows, dimensionRows, references);
    }
    return { ...start, references: references.places };
  });
  const companies = [...new Set(requests.map(({ clientAccountId }) => clientAccountId))].sort((a, b) => a - b);
  return {
    companies: `{${companies.join(',')}}`,
    requests: arrayOf(requestRows),
    entries: arrayOf(entryRows),
    lines: arrayOf(lineRows),
    dimensions: arrayOf(dimensionRows),
    named: arrayOf(named),
    keys: arrayOf(keys),
    places,
  };
}

/** Whose lines they are: places from 1. */
interface Owner {
  readonly place: number;
  readonly entry: number;
  readonly clientAccountId: number;
  readonly isDraft: boolean;
}

/** new_line and new_dimension. */
export function addLines(
  { lines, found }: Pick<NewEntry, 'lines' | 'found'>,
  { place, entry, clientAccountId, isDraft }: Owner,
  lineRows: string[],
  dimensionRows: string[],
  references: Pick<NamedReferences, 'add'>,
): void {
  for (const [index, line] of lines.entries()) {
    const whole = { ...line, ...found[index]! };
    const { accountId, postingDate, debit, credit } = whole;
    lineRows.push(rowOf([place, entry, clientAccountId, isDraft, ...rowValues(whole)]));
    for (const { relationType, relationId } of line.dimensions) {
      references.add(relationType, relationId);
      dimensionRows.push(
        rowOf([
          ...[place, entry, lineRows.length, clientAccountId, isDraft],
          ...[relationType, relationId, accountId, postingDate, debit, credit],
        ]),
      );
    }
  }
}

/** new_entry. */
function entryRow(
  { header, lines, found }: NewEntry,
  place: number,
  { clientAccountId, currency }: WriteRequest,
): string {
  const { isDraft, description, voucherId, relationType, relationId, relationNumber, externalId, metadata } = header;
  const { first, min, max } = datesOf(lines);
  const codes = JSON.stringify([...new Set(found.map(({ accountCode }) => accountCode))].sort());
  return rowOf([
    ...[
      place,
      clientAccountId,
      isDraft,
      description,
      voucherId,
      relationType,
      relationId,
      relationNumber,
      externalId,
      metadataText(metadata),
    ],
    ...[currency, first, min, max, lines.length, codes],
  ]);
}

/** The posting dates of an entry: of its first line, and the first and last of all. */
export function datesOf(lines: NewEntry['lines']): {
  readonly first: string;
  readonly min: string;
  readonly max: string;
} {
  const first = lines[0]!.postingDate;
  let [min, max] = [first, first];
  for (const { postingDate } of lines) {
    if (postingDate < min) min = postingDate;
    if (postingDate > max) max = postingDate;
  }
  return { first, min, max };
}

export const arrayOf = (rows: readonly string[]): string => `{${rows.join(',')}}`;

/** The literal of a composite value as an element of an array. */
export function rowOf(values: readonly Value[]): string {
  let row = '"(';
  for (let index = 0; index < values.length; index++)
    row += index === 0 ? fieldOf(values[index]) : `,${fieldOf(values[index])}`;
  return `${row})"`;
}

const plain = /^[\w.:+-]+$/;

/** Text is quoted for the row, by doubling, and what that gives for the array, by backslashes. */
function fieldOf(value: Value): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  if (plain.test(value)) return value;
  return `\\"${value.replace(/["\\]/g, (character) => (character === '"' ? '\\"\\"' : '\\\\\\\\'))}\\"`;
}
