// Runs on a thread of its own: a page takes milliseconds, and a long report must not hold up anybody's posting.
import { parentPort, workerData } from 'node:worker_threads';
import type { Fonts } from '@app/paper/drawing';
import type { ReportRow } from './table.ts';
import type { FromThread, RenderOrder, ToThread } from './thread-messages.ts';
import { TooManyPages } from './too-many-pages.ts';

/** Pieces that may be on their way to a slow reader before the thread waits for it. */
const ON_THE_WAY = 8;

const fonts = workerData as Fonts;
const port = parentPort!;
const say = (message: FromThread, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer);

/** What the thread waits for: one answer at a time of either kind. */
let onRows: (message: Extract<ToThread, { kind: 'rows' }>) => void = () => {};
let onTaken: () => void = () => {};

async function* restOfRows(): AsyncGenerator<ReportRow, void> {
  for (;;) {
    const { promise, resolve } = Promise.withResolvers<Extract<ToThread, { kind: 'rows' }>>();
    onRows = resolve;
    say({ kind: 'wants' });
    const { rows, isLast } = await promise;
    yield* rows;
    if (isLast) return;
  }
}

/** Each form loads what it is made with, which is much. */
async function* piecesOf({ form, frame, first, hasMore, pageLimit }: RenderOrder): AsyncGenerator<Uint8Array, void> {
  const rows = { first, rest: hasMore ? restOfRows() : undefined };
  if (form === 'pdf') yield* (await import('./pdf-draw.ts')).drawPdf(frame, rows, fonts, pageLimit);
  else yield* (await import('./xlsx.ts')).renderXlsx(frame, rows);
}

async function render(order: RenderOrder): Promise<void> {
  let ahead = 0;
  let room = Promise.withResolvers<void>();
  onTaken = () => {
    ahead--;
    room.resolve();
  };
  for await (const piece of piecesOf(order)) {
    const bytes = new Uint8Array(piece);
    say({ kind: 'bytes', bytes }, [bytes.buffer]);
    ahead++;
    while (order.hasMore && ahead >= ON_THE_WAY) {
      room = Promise.withResolvers<void>();
      await room.promise;
    }
  }
}

port.on('message', async (message: ToThread) => {
  if (message.kind === 'rows') return onRows(message);
  if (message.kind === 'taken') return onTaken();
  try {
    await render(message);
    say({ kind: 'done' });
  } catch (error) {
    say({
      kind: error instanceof TooManyPages ? 'tooLong' : 'failed',
      error: error instanceof Error ? String(error.stack) : 'unknown',
    });
  }
});
