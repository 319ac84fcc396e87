import { Readable } from 'node:stream';
import yazl from 'yazl';

/** A file of an archive; it is asked for its content when its turn comes. */
export interface ArchivedFile {
  readonly path: string;
  readonly modifiedAt: Date;
  readonly content: AsyncIterable<string | Uint8Array>;
  /** False for what is packed already. */
  readonly isPacked?: boolean;
}

/**
 * A ZIP archive, made while it is read, a file at a time; no file is whole in memory. What a file fails of, the archive
 * fails of.
 */
export async function* archiveOf(files: AsyncIterable<ArchivedFile>): AsyncGenerator<Uint8Array, void> {
  const archive = new yazl.ZipFile();
  const output = archive.outputStream as Readable;
  const ended = new AbortController();
  const fill = async (): Promise<void> => {
    for await (const { path, modifiedAt, content, isPacked = false } of files) {
      if (ended.signal.aborted) return;
      const source = Readable.from(content, { objectMode: false, highWaterMark: 256 * 1024 });
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      source.once('end', resolve).once('error', reject).once('close', resolve);
      const stop = (): void => void source.destroy();
      ended.signal.addEventListener('abort', stop, { once: true });
      archive.addReadStream(source, path, { mtime: modifiedAt, compress: !isPacked });
      await promise.finally(() => ended.signal.removeEventListener('abort', stop));
    }
    archive.end();
  };
  const filled = fill().catch((error: unknown) => void output.destroy(error as Error));
  // Said by the stream as well.
  archive.on('error', (error: unknown) => void output.destroy(error as Error));
  try {
    yield* output as AsyncIterable<Uint8Array>;
  } finally {
    ended.abort();
    output.destroy();
    await filled;
  }
}
