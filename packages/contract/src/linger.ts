import type { IncomingMessage } from 'node:http';

/** How much of an unwanted body is still read, so that the client gets to read the answer, and for how long. */
const LINGER_BYTES = 4 * 1024 * 1024;
const LINGER_MILLIS = 2_000;

/** Does the head say that there is a body? A request that says nothing of one has none (RFC 9112 section 6.3). */
export const isBodyDeclared = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Is a part of the body still on its way? */
export const hasUnreadBody = (request: IncomingMessage): boolean => !request.complete && isBodyDeclared(request);

/**
 * Reads on for a while after an answer was written and before its connection is closed: a reset would reach the client
 * before the answer does (RFC 9112 section 9.6).
 * @param done closes; called once
 */
export function linger(request: IncomingMessage, done: () => void): void {
  let read = 0;
  const finish = (): void => {
    clearTimeout(timer);
    request.off('data', count).off('end', finish).off('close', finish);
    done();
  };
  const count = (chunk: Buffer): void => {
    read += chunk.length;
    if (read > LINGER_BYTES) finish();
  };
  const timer = setTimeout(finish, LINGER_MILLIS);
  request.on('end', finish).on('close', finish).on('error', finish);
  request.on('data', count).resume();
}
