import type { Database } from '@app/db';
import { type BooksOfEntries, type EntryPage, type Kind, kinds, type Place } from './entries.ts';
import { readPage } from './page.ts';
import type { Span } from './parts.ts';

/** The first day on which an entry of the span may begin. */
const beginOf: Readonly<Record<Kind, (span: Span) => string>> = {
  dated: ({ from }) => from,
  spread: () => '0001-01-01',
};

/**
 * The entries with lines in a span, page by page; the next page is read while one is written, and each page holds a
 * connection for no longer than it takes to read it.
 */
export async function* entryPages(
  db: Pick<Database, 'report'>,
  books: BooksOfEntries,
  span: Span,
): AsyncGenerator<EntryPage, void> {
  for (const kind of kinds) {
    const read = (after: Place) => {
      const page = db.report((executor) => readPage(executor, books, span, kind, after));
      // It may fail while nobody waits for it yet.
      page.catch(() => undefined);
      return page;
    };
    let next: ReturnType<typeof read> | undefined = read({ day: beginOf[kind](span), id: '0' });
    while (next !== undefined) {
      const { page, last }: Awaited<typeof next> = await next;
      next = last === undefined ? undefined : read(last);
      if (page.entries.length > 0) yield page;
    }
  }
}
