import { createHash } from 'node:crypto';
import { z } from 'zod';
import { objectShapeOf } from './arguments.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { type Failure, invalidField } from './failure.ts';
import type { QueryText } from './request.ts';

/** Where somebody stands who follows a list. */
export interface Position {
  /** Names the order that `after` belongs to. */
  readonly order: string;
  /** What the last row that was given has in the terms of that order, in the database's own text. */
  readonly after: readonly (string | null)[];
  /**
   * The newest change there was when the list was begun, in the database's own text: what changed later is given at the
   * end. Null where the order is that of the changes.
   */
  readonly newest: string | null;
  /** Matches when the list was begun. They are not counted again. */
  readonly records: number;
  /** Pages given so far. */
  readonly pages: number;
}

/** A list as one request follows it. */
export interface Following {
  /** Undefined on a page that no cursor led to. */
  readonly position: Position | undefined;
  /** The text to go on from a position with. */
  cursorAt(position: Position): string;
}

/** Characters: with the filters beside it a cursor still fits into an address of 8 KB. */
const LONGEST = 4_000;
/** Characters of a filter up to which a cursor holds it as it is. */
const HELD_WHOLE = 200;

/** The parameter `cursor` of a list. */
export const cursorText = z
  .string()
  .max(LONGEST, 'is no cursor of this API: send back what next_cursor held, unchanged')
  .optional()
  .meta({
    override: { type: 'string', description: 'What `next_cursor` of the answer before held; null there was the end.' },
  });

const Text = z
  .string()
  .max(LONGEST)
  .refine((text) => !text.includes('\0'));

/**
 * What a cursor holds. It is readable, so there is nothing secret in it, and it can be made by hand, so it is checked
 * like any input.
 */
const Content = z.strictObject({
  v: z.literal(1),
  /** The list. */
  l: z.string(),
  /** Parameters as they were sent, and digests of those that are long or say whose records are shown. */
  q: z.record(z.string(), Text),
  d: z.record(z.string(), Text),
  o: z.string(),
  a: z.array(Text.nullable()).min(1).max(10),
  m: z.string().max(40).nullable(),
  n: z.int().min(0),
  p: z.int().min(1),
});
type Content = z.infer<typeof Content>;

const wrongCursor = (): Failure =>
  invalidField('cursor', 'is no cursor of this list; send back what next_cursor held, or begin without one');

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** Parameters that may differ from page to page: they choose no rows and no order. */
const free: ReadonlySet<string> = new Set(['with', 'per_page']);

/**
 * The parameters of a request that follows a list: those that its cursor holds, and those beside it. What access is
 * decided by must be sent each time, since only what the request itself says counts; other parameters need not be
 * repeated (GENX-R59).
 * @param accessField the parameter by which access is decided
 * @throws Failure 400 for a cursor that is none or is another list's, a filter that is not the one the list was begun
 * with, a page
 */
export function follow(
  endpoint: AnyEndpoint,
  sent: QueryText,
  accessField?: string,
): { readonly query: QueryText; readonly following: Following } {
  const names = Object.keys(objectShapeOf(endpoint.query) ?? {});
  const held: Held = (name) => name !== 'cursor' && name !== 'page' && name !== accessField;
  const begun = sent.cursor === undefined || !names.includes('cursor') ? undefined : readCursor(endpoint, sent.cursor);
  if (begun) assertUnchanged(held, names, begun, sent);
  const query: QueryText = begun ? { ...begun.q, ...sent } : sent;
  return {
    query,
    following: {
      position: begun && { order: begun.o, after: begun.a, newest: begun.m, records: begun.n, pages: begun.p },
      cursorAt: (position) => writeCursor(endpoint, held, names, query, begun, position),
    },
  };
}

function readCursor(endpoint: AnyEndpoint, text: string): Content {
  if (text.length > LONGEST || !/^[\w-]+$/.test(text)) throw wrongCursor();
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    throw wrongCursor();
  }
  const read = Content.safeParse(value);
  if (!read.success || read.data.l !== endpoint.name) throw wrongCursor();
  return read.data;
}

function assertUnchanged(isHeld: Held, names: readonly string[], begun: Content, sent: QueryText): void {
  if (names.includes('page') && sent.page !== undefined && sent.page !== '1')
    throw invalidField('page', 'cannot be sent with cursor, which says by itself where to go on');
  for (const name of Object.keys(begun.q)) if (!names.includes(name) || !isHeld(name)) throw wrongCursor();
  for (const name of names) {
    if (name === 'cursor' || name === 'page' || free.has(name)) continue;
    const held = begun.d[name] ?? (begun.q[name] === undefined ? undefined : digestOf(begun.q[name]));
    const text = sent[name];
    const isRepeated = text === undefined ? begun.d[name] === undefined : digestOf(text) === held;
    if (!isRepeated)
      throw invalidField(
        name,
        'is not what the list was begun with; send it as before beside cursor, or begin without cursor',
      );
  }
}

/** May a cursor bring the parameter with it? Never what access is decided by. */
type Held = (name: string) => boolean;

function writeCursor(
  endpoint: AnyEndpoint,
  isHeld: Held,
  names: readonly string[],
  query: QueryText,
  begun: Content | undefined,
  position: Position,
): string {
  const q: Record<string, string> = {};
  const d: Record<string, string> = { ...begun?.d };
  for (const name of names) {
    const text = query[name];
    if (text === undefined || name === 'cursor' || name === 'page') continue;
    if (isHeld(name) && text.length <= HELD_WHOLE) q[name] = text;
    else if (!free.has(name)) d[name] = digestOf(text);
  }
  const { order: o, after: a, newest: m, records: n, pages: p } = position;
  const content: Content = { v: 1, l: endpoint.name, q, d, o, a: [...a], m, n, p };
  return Buffer.from(JSON.stringify(content)).toString('base64url');
}

/** A position that belongs to another order, or holds what its order cannot: the cursor was not made by this list. */
export const strangePosition = wrongCursor;
