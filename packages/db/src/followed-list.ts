import { type Following, locatePage, type PageMeta, type Position, strangePosition } from '@app/contract';
import { type SQL, sql } from 'drizzle-orm';
import { behindMoment, type Keyset } from './keyset.ts';

/** What a statement reads of a list. */
export interface Window {
  readonly order: Keyset;
  /** True for every row where no cursor led to this page. */
  readonly after: SQL;
  readonly limit: number;
  readonly offset: number;
}

/** What a row of a window carries besides itself. */
export interface Placed<Row> {
  readonly row: Row;
  /** By the order's `position`. */
  readonly position: string;
  /**
   * The newest change among all that the list could ever show, seen by the same statement; null where it is not needed.
   */
  readonly newest: string | null;
}

export interface FollowedList<Row> {
  readonly following: Following;
  readonly page: { readonly page?: number; readonly per_page: number };
  /** The list's own order; undefined where it is asked for by `updated_from`, hence in the order of the changes. */
  readonly order: Keyset | undefined;
  readonly changes: Keyset;
  count(): Promise<number>;
  read(window: Window): Promise<readonly Placed<Row>[]>;
}

export interface FollowedPage<Row> {
  readonly rows: readonly Row[];
  readonly meta: PageMeta & { readonly next_cursor: string | null };
}

const everywhere = sql`true`;

/**
 * One page of a list, by number or by cursor. Who follows the cursors to null has had every row at least once, and in
 * its last state every row that was written meanwhile: in the order of the changes because a change moves a row behind
 * all others, in another order because what changed since the list was begun is given again at the end. Changes of one
 * client account are stamped in the order in which they become visible, no two alike, so none appears behind a position
 * that was passed; docs/decisions/0081-cursors.md says what holds over several accounts.
 */
export async function readFollowed<Row>(list: FollowedList<Row>): Promise<FollowedPage<Row>> {
  const { position } = list.following;
  return position ? readOn(list, position) : begin(list);
}

async function begin<Row>(list: FollowedList<Row>): Promise<FollowedPage<Row>> {
  const order = list.order ?? list.changes;
  const { page = 1, per_page: size } = list.page;
  // The first page needs no count when it holds everything.
  const early = page === 1 ? await list.read({ order, after: everywhere, limit: size + 1, offset: 0 }) : undefined;
  const records = early && early.length <= size ? early.length : await list.count();
  const { meta, offset } = locatePage({ page, per_page: size }, records);
  const found = early ?? (await list.read({ order, after: everywhere, limit: size + 1, offset }));
  const shown = found.slice(0, size);
  const last = shown.at(-1);
  const next =
    last && found.length > size
      ? list.following.cursorAt({
          order: order.name,
          after: JSON.parse(last.position),
          newest: list.order ? last.newest : null,
          records,
          pages: meta.page,
        })
      : null;
  return { rows: shown.map(({ row }) => row), meta: { ...meta, next_cursor: next } };
}

async function readOn<Row>(list: FollowedList<Row>, from: Position): Promise<FollowedPage<Row>> {
  const { order, changes } = list;
  const size = list.page.per_page;
  const inOwnOrder = order !== undefined && from.order === order.name && from.newest !== null;
  if (!inOwnOrder && from.order !== changes.name) throw strangePosition();
  const found = inOwnOrder
    ? await list.read({ order, after: order.after(from.after), limit: size + 1, offset: 0 })
    : [];
  const shown = found.slice(0, size);
  let next: Pick<Position, 'order' | 'after' | 'newest'> | undefined;
  if (found.length > size) next = { order: from.order, after: JSON.parse(shown.at(-1)!.position), newest: from.newest };
  else {
    const after = inOwnOrder ? behindMoment(from.newest) : from.after;
    const room = size - shown.length;
    const changed = await list.read({ order: changes, after: changes.after(after), limit: room + 1, offset: 0 });
    shown.push(...changed.slice(0, room));
    if (changed.length > room)
      next = { order: changes.name, after: room === 0 ? after : JSON.parse(shown.at(-1)!.position), newest: null };
  }
  const page = from.pages + 1;
  const pages = Math.max(page + (next ? 1 : 0), Math.ceil(from.records / size));
  return {
    rows: shown.map(({ row }) => row),
    meta: {
      page,
      pages,
      per_page: size,
      records: from.records,
      next_cursor: next ? list.following.cursorAt({ ...next, records: from.records, pages: page }) : null,
    },
  };
}
