import type { Executor } from '@app/db';
import { sql } from 'drizzle-orm';
import type { NewEntry } from './journal-entry.ts';
import { type Places, referenceKey, rowsOf, type WriteRequest } from './rows.ts';
import type { Written, WrittenEntry } from './written.ts';

/**
 * What became of a request: written; `stale`: the ground is another one by now, so it is to be judged again; `refused`:
 * a record or a key is not what it was taken for, so the books are to be asked for the faults; `busy`: another
 * transaction holds the company, and the call was not to wait.
 */
export type WriteOutcome = Written | 'stale' | 'refused' | 'busy';

interface RawAnswer {
  readonly outcomes: readonly ('written' | 'stale' | 'refused' | 'busy')[];
  /** Place from 1, id, sequence number, `updated_at`; absent when nothing was written. */
  readonly entries?: readonly (readonly [number, number, number | null, string])[];
  readonly line_ids?: readonly number[];
  readonly dimension_ids?: readonly number[] | null;
  readonly names?: readonly string[] | null;
}

/**
 * How requests are written: `atOnce` answers `busy` for companies that other transactions hold, `waiting` waits for
 * them, and is for requests of one company; `joined` is for one request inside a transaction that goes on whatever
 * comes of it.
 */
export type WriteMode = 'atOnce' | 'waiting' | 'joined';

/** Writes the requests by one statement, each of them all or none, and gives their outcomes in their order. */
export async function writeRequests(
  executor: Executor,
  requests: readonly WriteRequest[],
  mode: WriteMode,
): Promise<readonly WriteOutcome[]> {
  const { companies, entries, lines, dimensions, named, keys, places, requests: rows } = rowsOf(requests);
  // Raw: rows go as arrays of types that the builder does not know, parsed three times as fast as JSON
  // (docs/decisions/0091-rules-in-the-service.md).
  const all = sql`${companies}::text::bigint[], ${requests[0]!.commonVersion}::bigint, ${rows}::text::new_request[],
      ${entries}::text::new_entry[], ${lines}::text::new_line[], ${dimensions}::text::new_dimension[], ${named}::text::named_reference[],
      ${keys}::text::named_key[]`;
  const call =
    mode === 'joined' ? sql`attempt_entries(${all})` : sql`write_entries(${all}, ${mode === 'waiting'}::boolean)`;
  const answers = await executor.execute<{ answer: RawAnswer }>(sql`select ${call} as answer`);
  const { answer } = answers[0]!;
  const written = new Map(answer.entries?.map((entry) => [entry[0] - 1, entry]));
  return answer.outcomes.map((outcome, index): WriteOutcome => {
    if (outcome !== 'written') return outcome;
    const request = requests[index]!;
    const ids = idsFrom(answer, places[index]!);
    const entriesOfRequest = request.entries.map((entry, place) => {
      const [, id, sequenceNumber] = written.get(places[index]!.entry + place)!;
      return { id, sequenceNumber, lines: ids(entry) };
    });
    return { entries: entriesOfRequest, createdAt: request.now, updatedAt: written.get(places[index]!.entry)![3] };
  });
}

/**
 * Gives the ids of the lines of a request's entries, entry by entry, and of their dimensions with the names of what
 * they point at.
 */
export function idsFrom(
  { line_ids, dimension_ids, names }: Pick<RawAnswer, 'line_ids' | 'dimension_ids' | 'names'>,
  places: Places,
): (entry: Pick<NewEntry, 'lines'>) => WrittenEntry['lines'] {
  let { line, dimension } = places;
  return ({ lines }) =>
    lines.map(({ dimensions }) => ({
      id: line_ids![line++]!,
      dimensions: dimensions.map(({ relationType, relationId }) => ({
        id: dimension_ids![dimension++]!,
        relationType,
        relationId,
        name: names![places.references.get(referenceKey(relationType, relationId))!]!,
      })),
    }));
}
