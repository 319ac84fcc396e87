import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sendHead } from './answer.ts';
import { compressor } from './compress.ts';
import type { Answer } from './idempotency.ts';
import { hasUnreadBody } from './linger.ts';
import type { Pieces, Reply } from './reply.ts';
import { whileAllowed } from './while-allowed.ts';

/** Bytes that are read before an answer begins. */
const READ_AHEAD = 64 * 1024;
/** How long a reader may take nothing of an answer, or its maker add nothing to it. */
const STALLED_MILLIS = 60_000;
/** How long an answer may take in all: as long as the longest report is made (packages/reports). */
const LONGEST_MILLIS = 900_000;

/** Is the body of a reply made while it is sent? */
export const isStreamed = (reply: Reply): boolean =>
  typeof reply.body === 'object' && reply.body !== null && Symbol.asyncIterator in reply.body;

/**
 * The answer of a streamed reply: whole when it is short, else its beginning and the rest. What fails until then is
 * thrown.
 */
export async function streamedAnswer({ status, headers, contentType, body }: Reply): Promise<Answer> {
  const pieces = bytesOf(body as Pieces);
  const first: Buffer[] = [];
  let size = 0;
  const begun = () => ({ status, contentType: contentType ?? null, headers, body: Buffer.concat(first) });
  while (size < READ_AHEAD) {
    const { value, done } = await pieces.next();
    if (done) return begun();
    first.push(value);
    size += value.length;
  }
  return { ...begun(), rest: pieces };
}

async function* bytesOf(pieces: Pieces): AsyncGenerator<Buffer, void> {
  for await (const piece of pieces)
    yield typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece.buffer, piece.byteOffset, piece.length);
}

interface Sending {
  readonly secret?: boolean | undefined;
  /** Asked while it is sent. @throws Failure when the reader may have no more of it */
  readonly assertAllowed: () => Promise<void>;
  readonly failed: (error: unknown) => void;
  readonly longestMillis?: number | undefined;
}

type Streamed = Answer & { readonly rest: AsyncGenerator<Buffer, void> };

/**
 * Stands by itself: of a generator function that is made for each answer V8 would keep all that it refers to until it
 * looks through its whole heap (docs/decisions/0290-what-kept-bodies.md).
 */
async function* whole({ body, rest }: Streamed, { assertAllowed, failed }: Sending): AsyncGenerator<Buffer, void> {
  try {
    yield body;
    yield* whileAllowed(rest, assertAllowed);
  } catch (error) {
    failed(error);
    throw error;
  } finally {
    await rest.return();
  }
}

/**
 * Sends an answer while it is made, no faster than it is read. When its reader leaves, takes nothing for a minute, or
 * has not taken all of it after a quarter of an hour, its maker is stopped; when its maker fails, or its reader loses
 * access, the connection is cut, so that half an answer is never taken for a whole one.
 * @param failed is called with what its maker failed of
 */
export async function sendStreamed(response: ServerResponse, answer: Streamed, options: Sending): Promise<void> {
  const { rest } = answer;
  const coding = sendHead(response, answer, options);
  if (coding !== undefined) response.setHeader('Content-Encoding', coding);
  if (hasUnreadBody(response.req)) response.setHeader('Connection', 'close');
  if (response.req.method === 'HEAD' || response.destroyed) {
    await rest.return();
    response.end();
    return;
  }
  response.setTimeout(STALLED_MILLIS, () => response.destroy());
  const late = setTimeout(() => response.destroy(), options.longestMillis ?? LONGEST_MILLIS);
  const source = Readable.from(whole(answer, options), { objectMode: false });
  // What went wrong was said where it did; a reader that leaves is nobody's failure.
  await (coding === undefined ? pipeline(source, response) : pipeline(source, compressor(coding), response))
    .catch(() => response.destroy())
    .finally(() => clearTimeout(late));
}
