import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import exceljs from 'exceljs';
import type { ReportFrame } from './table.ts';

type Writer = InstanceType<typeof exceljs.stream.xlsx.WorkbookWriter>;
export type Sheet = ReturnType<Writer['addWorksheet']>;

/** What of the library's own parts its types leave out: the archive, and the streams of a sheet. */
interface Inside {
  readonly created: Date;
  readonly zip: { append: (source: unknown, entry: { readonly name: string }) => unknown; abort: () => void };
}
interface InsideSheet {
  /** The streams behind it are of an older kind, which says by its state alone that it is full. */
  readonly stream: {
    readonly pipes: readonly (Writable & { readonly _writableState: { readonly needDrain: boolean } })[];
  };
}

const inside = (writer: Writer) => writer as unknown as Inside;

/** Files of the archive carry the time at which the report was made, so that the same input gives the same bytes. */
class DatedWriter extends exceljs.stream.xlsx.WorkbookWriter {
  /** The first that the constructor adds to the archive. */
  override addThemes(): Promise<void> {
    const { zip, created } = inside(this);
    const append = zip.append.bind(zip);
    zip.append = (source, entry) => append(source, { ...entry, date: created } as typeof entry);
    return super.addThemes();
  }
}

/** A workbook that is packed while it is written. */
export function openBook(frame: ReportFrame, out: Writable): Writer {
  const created = new Date(frame.madeAt);
  const known = { created, modified: created, creator: frame.madeBy, lastModifiedBy: frame.madeBy };
  const options = { stream: out, useStyles: true, useSharedStrings: false, zip: { zlib: { level: 6 } }, ...known };
  const book: Writer = new DatedWriter(options as ConstructorParameters<typeof exceljs.stream.xlsx.WorkbookWriter>[0]);
  book.title = `${frame.title} · ${frame.company.name}`;
  return book;
}

/**
 * Waits until what was written to a sheet is packed. The library's own stream takes everything at once and keeps what
 * the archive has no room for; the stream behind it says when there is room.
 */
export async function settle(sheet: Sheet, signal: AbortSignal): Promise<void> {
  const { stream } = sheet as unknown as InsideSheet;
  // The archive takes a sheet up in a later turn; until then nothing flows.
  while (stream.pipes.length === 0) await setImmediate(undefined, { signal });
  for (const pipe of stream.pipes) if (pipe._writableState.needDrain) await once(pipe, 'drain', { signal });
}
