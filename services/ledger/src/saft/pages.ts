import type { Database } from '@app/db';
import type { ColumnTexts } from './columns.ts';
import { type BooksOfEntries, type EntryPage, type Kind, kinds } from './entries.ts';
import { type Ahead, aheadOf, pageOf } from './page.ts';
import { type PageSize, pageQuery } from './page-query.ts';
import type { Span } from './parts.ts';

/** Soon read and soon written, and in memory twice: one is read while another is written. */
const USUAL_PAGE: PageSize = { entries: 2_000, lines: 8_000 };

const nothing: Ahead = { entries: [], after: undefined };

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
  size: PageSize = USUAL_PAGE,
): AsyncGenerator<EntryPage, void> {
  for (const kind of kinds) {
    const read = ({ entries, after }: Ahead) => {
      const ofEntries = entries.map(({ id }) => id);
      const texts = db.report(async (executor) => {
        const [row] = await executor.execute<ColumnTexts>(pageQuery({ books, span, kind, size, ofEntries, after }));
        return row!;
      });
      // It may fail while nobody waits for it yet.
      texts.catch(() => undefined);
      return texts;
    };
    let ahead: Ahead = { entries: [], after: { day: beginOf[kind](span), id: '0' } };
    let coming: ReturnType<typeof read> | undefined = read(ahead);
    while (coming !== undefined) {
      const texts: ColumnTexts = await coming;
      const { entries, after } = ahead;
      ahead = after === undefined ? nothing : aheadOf(texts, size);
      coming = ahead.entries.length > 0 || ahead.after !== undefined ? read(ahead) : undefined;
      if (entries.length > 0) yield pageOf(entries, texts, kind);
    }
  }
}
