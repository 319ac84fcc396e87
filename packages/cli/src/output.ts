import { CommandFailure } from './failures.ts';
import type { Surroundings } from './surroundings.ts';
import { recordOf, tableOf } from './table.ts';

export const OUTPUTS = ['table', 'json', 'ndjson'] as const;
export type Output = (typeof OUTPUTS)[number];

/** How answers are printed. */
export interface OutputOptions {
  readonly output?: Output | undefined;
  /** Columns of a table, separated by comma. */
  readonly columns?: string | undefined;
}

/** Tables for people, JSON for programs, unless they ask for something else. */
export const outputOf = ({ isRead }: Surroundings, { output }: OutputOptions): Output =>
  output ?? (isRead ? 'table' : 'json');

type Row = Readonly<Record<string, unknown>>;

/** The rows of an answer that is a list, by itself or in pages. */
function rowsOf(answer: unknown): readonly Row[] | undefined {
  const rows = Array.isArray(answer) ? answer : (answer as { readonly data?: unknown } | null | undefined)?.data;
  return Array.isArray(rows) && rows.every((row) => typeof row === 'object' && row !== null) ? rows : undefined;
}

/** Prints what an operation gave. */
export async function printAnswer(surroundings: Surroundings, options: OutputOptions, answer: unknown): Promise<void> {
  if (answer === undefined) return;
  if (isFile(answer)) return printFile(surroundings, answer);
  const output = outputOf(surroundings, options);
  const rows = rowsOf(answer);
  if (output === 'json') return surroundings.write(`${JSON.stringify(answer, null, 2)}\n`);
  if (output === 'ndjson') return surroundings.write(linesOf(rows ?? [answer]));
  if (rows) return surroundings.write(tableOf(rows, surroundings.columns, columnsOf(options)));
  await surroundings.write(typeof answer === 'object' && answer !== null ? recordOf(answer as Row) : `${answer}\n`);
}

/** Names that `--columns` holds. */
export const columnsOf = ({ columns }: OutputOptions): readonly string[] | undefined =>
  columns?.split(',').map((name) => name.trim());

/** A record of JSON per line. */
export const linesOf = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

const isFile = (answer: unknown): answer is { readonly contentType: string; readonly bytes: Uint8Array } =>
  (answer as { readonly bytes?: unknown } | null)?.bytes instanceof Uint8Array;

/** The bytes of a file are no text for a terminal. */
async function printFile(
  { isRead, write }: Surroundings,
  { contentType, bytes }: { readonly contentType: string; readonly bytes: Uint8Array },
): Promise<void> {
  if (isRead && !contentType.startsWith('text/'))
    throw new CommandFailure(`The answer is a file (${contentType}): name where it goes, --to <file>`);
  await write(bytes);
}
