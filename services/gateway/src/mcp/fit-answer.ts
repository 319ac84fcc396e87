import type { Tool } from '@app/contract/tools';
import { isObject } from './read-message.ts';

/** Bytes of a result's text: what an assistant can read at once (MCP-R22). */
export const MAX_RESULT_BYTES = 60_000;

type Content = Readonly<Record<string, unknown>>;

/** What was left out of a result, and how to get it. */
interface More {
  /** Field whose rows were cut. */
  readonly field: string;
  readonly rows_shown: number;
  /** How many there are in all, where the endpoint says so; otherwise how many its answer had. */
  readonly rows_in_all: number;
  readonly how: string;
}

/**
 * Makes an answer small enough for an assistant: the rows that were asked for, without the parts that are given on
 * request only, and at most `MAX_RESULT_BYTES` of JSON. What was left out is said in `more`, with the way to get it.
 * Undefined when even without its rows the answer is too large.
 */
export function fitAnswer(tool: Tool, given: Content, content: Content): Content | undefined {
  const lean = withoutPartsOnRequest(tool, given, content);
  const rows = tool.maxRows === undefined ? undefined : readMaxRows(given.max_rows, tool.maxRows);
  const asked =
    rows !== undefined && Array.isArray(lean.data) && lean.data.length > rows
      ? cut(tool, given, lean, 'data', rows)
      : lean;
  if (sizeOf(asked) <= MAX_RESULT_BYTES) return asked;
  const field = longestList(lean);
  return field === undefined ? undefined : cutToSize(tool, given, lean, field);
}

/** @throws RangeError saying what the argument must be */
export function readMaxRows(value: unknown, { default: usual, maximum }: NonNullable<Tool['maxRows']>): number {
  if (value === undefined || value === null) return usual;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > maximum)
    throw new RangeError(`"max_rows" must be an integer from 1 to ${maximum}`);
  return value;
}

function withoutPartsOnRequest({ endpoint }: Tool, given: Content, content: Content): Content {
  const wanted = new Set(String(given.with ?? '').split(/[,;\s.]+/));
  const left = (endpoint.tool?.onRequest ?? []).filter((part) => !wanted.has(part));
  if (left.length === 0 || !Array.isArray(content.data)) return content;
  const data = content.data.map((row: unknown) =>
    isObject(row) ? Object.fromEntries(Object.entries(row).filter(([name]) => !left.includes(name))) : row,
  );
  return {
    ...content,
    data,
    left_out: `Rows come without ${left.join(', ')}; ask for them by "with": "${left.join(',')}"`,
  };
}

const sizeOf = (content: unknown): number => Buffer.byteLength(JSON.stringify(content) ?? '');

/** The field with the most bytes among those that hold rows. */
function longestList(content: Content): string | undefined {
  const lists = Object.entries(content).filter(([, value]) => Array.isArray(value) && value.length > 0);
  return lists.sort(([, a], [, b]) => sizeOf(b) - sizeOf(a))[0]?.[0];
}

function cutToSize(tool: Tool, given: Content, content: Content, field: string): Content | undefined {
  const rows = content[field] as readonly unknown[];
  const frame = sizeOf(cut(tool, given, content, field, 0));
  let size = frame;
  let fitting = 0;
  // A row costs its JSON and a comma; the numbers in `more` may have a few more digits than in the empty frame.
  for (const row of rows) {
    size += sizeOf(row) + 1;
    if (size + 40 > MAX_RESULT_BYTES) break;
    fitting++;
  }
  return frame <= MAX_RESULT_BYTES ? cut(tool, given, content, field, fitting) : undefined;
}

function cut(tool: Tool, given: Content, content: Content, field: string, rows: number): Content {
  const all = content[field] as readonly unknown[];
  const meta = isObject(content.meta) ? content.meta : undefined;
  const records = field === 'data' ? meta?.records : undefined;
  const more: More = {
    field,
    rows_shown: rows,
    rows_in_all: typeof records === 'number' ? records : all.length,
    how: howToGetMore(tool, given, field, rows, all.length),
  };
  // A cursor stands behind the whole answer: following it would skip the rows that were cut.
  const honest = meta && 'next_cursor' in meta && field === 'data' ? { meta: { ...meta, next_cursor: null } } : {};
  return { ...content, [field]: all.slice(0, rows), ...honest, more };
}

function howToGetMore(tool: Tool, given: Content, field: string, rows: number, had: number): string {
  const names = Object.keys(tool.description.inputSchema.properties);
  const has = (name: string): boolean => names.includes(name);
  if (!tool.isReadOnly) return 'Everything was done; read the rest with the tool that reads it';
  if (field !== 'data') return `Only the first ${rows} rows of "${field}" fit; ask for less at once`;
  const filters = names.filter(
    (name) => /^(date_|account|updated_from|free_text|tax_code|business_partner)/.test(name) && name !== 'updated_to',
  );
  const narrow =
    filters.length > 0 ? `narrow the question by ${filters.slice(0, 4).join(', ')}` : 'ask a narrower question';
  if (rows === 0) return `One row alone is too large; ${narrow}`;
  if (has('per_page') && has('page')) {
    const page = Math.max(1, Number(given.page ?? 1) || 1);
    const first = (page - 1) * (Number(given.per_page ?? tool.perPage ?? had) || had);
    return first % rows === 0
      ? `Ask again with per_page ${rows} and page ${first / rows + 2} for the next rows`
      : `Ask again with per_page ${rows}, counting pages from 1`;
  }
  if (tool.maxRows && rows < tool.maxRows.maximum && had > rows)
    return `Ask again with max_rows ${Math.min(tool.maxRows.maximum, had)}${has('cursor') ? ', then with its meta.next_cursor as cursor' : ''}, or ${narrow}`;
  return narrow.charAt(0).toUpperCase() + narrow.slice(1);
}
