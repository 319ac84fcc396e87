import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export const MEGABYTE = 1024 * 1024;
export const FORM = 'application/x-www-form-urlencoded';
export const BOUNDARY = 'a-boundary-of-the-test';

export const digest = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Text that is another at every place, so that a lost or misplaced piece shows. */
export function textOf(length: number): string {
  let text = '';
  for (let n = 0; text.length < length; n++) text += `${n.toString(36)}-`;
  return text.slice(0, length);
}

/**
 * A JSON body of so many bytes; below the shortest one with text it is an empty object and blanks, of one byte a
 * number.
 */
export function jsonBody(bytes: number): { readonly body: Buffer; readonly text: string } {
  const text = textOf(Math.max(0, bytes - '{"text":""}'.length));
  const body = bytes === 1 ? '1' : text === '' ? '{}'.padEnd(bytes) : JSON.stringify({ text });
  return { body: Buffer.from(body), text };
}

export function formBody(bytes: number): { readonly body: Buffer; readonly text: string } {
  const text = textOf(Math.max(0, bytes - 'text='.length));
  return { body: Buffer.from(text === '' ? 'a'.repeat(bytes) : `text=${text}`), text };
}

/** One file; `content` is what stands between the boundaries. */
export function multipartBody(bytes: number, boundary = BOUNDARY): { readonly body: Buffer; readonly content: string } {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n`;
  const tail = `\r\n--${boundary}--\r\n`;
  const content = textOf(Math.max(0, bytes - head.length - tail.length));
  return { body: Buffer.from(head + content + tail), content };
}

export interface Sending {
  readonly port: number;
  readonly path: string;
  readonly type: string;
  readonly body: Buffer;
  /** Its request id: what begins with `cold` is looked at only when its body stands there (`body-world.ts`). */
  readonly id: string;
  /** In how many writes, each sent on its own. */
  readonly pieces: number;
  readonly chunked: boolean;
  readonly key?: string;
}

const heads = (sending: Sending): string =>
  [
    `POST ${sending.path} HTTP/1.1`,
    'Host: x',
    'Authorization: Bearer rw',
    `X-Request-Id: ${sending.id}`,
    `Content-Type: ${sending.type}`,
    sending.chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${sending.body.length}`,
    ...(sending.key === undefined ? [] : [`Idempotency-Key: ${sending.key}`]),
    'Connection: close',
    '\r\n',
  ].join('\r\n');

export function cut(body: Buffer, pieces: number): Buffer[] {
  const size = Math.max(1, Math.ceil(body.length / pieces));
  return Array.from({ length: Math.ceil(body.length / size) }, (_, i) => body.subarray(i * size, (i + 1) * size));
}

export const framed = (piece: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]);

/** Sends a body as asked, over a connection of its own, and reads the answer. */
export async function sendBody(sending: Sending): Promise<{ readonly status: number; readonly body: string }> {
  const socket = connect({ port: sending.port, host: '127.0.0.1', noDelay: true });
  const answer = answerOf(socket);
  const parts = cut(sending.body, sending.pieces);
  if (sending.pieces === 1) {
    socket.write(Buffer.concat([Buffer.from(heads(sending)), ...(sending.chunked ? parts.map(framed) : parts)]));
  } else {
    socket.write(heads(sending));
    for (const part of parts) {
      // A pause, so that the pieces are not read as one.
      await pause(1);
      socket.write(sending.chunked ? framed(part) : part);
    }
  }
  if (sending.chunked) socket.write('0\r\n\r\n');
  return answer;
}

/** What comes on a connection that is closed after one answer. */
export function answerOf(socket: Socket): Promise<{ readonly status: number; readonly body: string }> {
  return new Promise((resolve, reject) => {
    let all = '';
    socket.setEncoding('latin1').on('data', (text) => {
      all += text;
    });
    socket.on('error', reject);
    socket.on('close', () =>
      resolve({ status: Number(all.slice(9, 12)), body: all.slice(all.indexOf('\r\n\r\n') + 4) }),
    );
  });
}
