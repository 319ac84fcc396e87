import { isObject } from './read-message.ts';

type Content = Readonly<Record<string, unknown>>;

/** What a record gets only when it is stored, and its parts with it. */
const GIVEN_WHEN_STORED = ['id', 'sequence_number', 'posted_at'] as const;
/** Fields that hold the record's own parts or one result per record; relations to other records keep their ids. */
const PARTS = ['lines', 'results', 'entries', 'prices', 'participants'] as const;
/** Parts that name the whole by these; other parts name records that are there. */
const REFERENCES_TO_WHOLE: Readonly<Record<string, readonly string[]>> = {
  lines: ['journal_entry_id'],
  results: ['journal_entry_id'],
};

/**
 * The result of a dry run, so that nobody takes it for something stored: marked, and without the ids, the number and
 * the moment of posting that exist only in the transaction that was rolled back (MCP-R21).
 */
export function markDryRun(content: Content): Content {
  const marked = withoutStoredValues(content, GIVEN_WHEN_STORED);
  const parts = Object.fromEntries(
    PARTS.flatMap((name) => {
      const value = content[name];
      return Array.isArray(value) ? [[name, value.map((part) => partOf(name, part))]] : [];
    }),
  );
  return { ...marked, ...parts, dry_run: true };
}

const partOf = (name: string, part: unknown): unknown =>
  isObject(part) ? withoutStoredValues(part, [...GIVEN_WHEN_STORED, ...(REFERENCES_TO_WHOLE[name] ?? [])]) : part;

function withoutStoredValues(content: Content, names: readonly string[]): Content {
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => [name, names.includes(name) ? null : value]),
  );
}
