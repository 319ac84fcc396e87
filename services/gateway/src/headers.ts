import type { IncomingMessage, ServerResponse } from 'node:http';
import { GATEWAY_HEADER } from '@app/identity';

const MAX_HEADER_BYTES = 16 * 1024;
const MAX_TARGET_BYTES = 8 * 1024;

/** 414 or 431, when address or headers are too large; the parser itself lets both pass a little further. */
export function tooLong(request: IncomingMessage): 414 | 431 | undefined {
  if (Buffer.byteLength(request.url ?? '') > MAX_TARGET_BYTES) return 414;
  let bytes = 0;
  for (const text of request.rawHeaders) bytes += text.length + 2;
  return bytes > MAX_HEADER_BYTES ? 431 : undefined;
}

/**
 * What the parser takes and we do not: no version of HTTP/1, several hosts (RFC 9112 sections 2.3 and 3.2), a transfer
 * coding besides chunks, which nobody here unpacks (section 6.1).
 */
export const isMalformed = ({ httpVersionMajor, headers, rawHeaders }: IncomingMessage): boolean =>
  httpVersionMajor !== 1 ||
  (headers['transfer-encoding'] !== undefined && !/^chunked$/i.test(headers['transfer-encoding'])) ||
  rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length > 1;

/** Does it expect of us what nobody here does (RFC 9110 section 10.1.1)? */
export const expectsTooMuch = ({ headers: { expect } }: IncomingMessage): boolean =>
  expect !== undefined && !/^100-continue$/i.test(expect);

/** The headers of every answer. Services overwrite `Cache-Control` where something may be kept. */
export function setGeneralHeaders(response: ServerResponse, requestId: string, isHttps: boolean): void {
  response.setHeader('X-Request-Id', requestId);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Cache-Control', 'no-store');
  if (isHttps) response.setHeader('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
}

const internal =
  /^x-internal-|^x-forwarded-|^forwarded$|^x-real-ip$|^x-user-id$|^x-client-id$|^x-http-method|^x-method-override$|^x-original-|^x-rewrite-url$/;

/** Headers of ours that were set before the client's are cleaned. */
const ours = new Set(['x-request-id', 'traceparent']);

/**
 * Takes away what only we may say to a service, what could make it see another request than we did, and what the client
 * wants nobody but its neighbour to see (RFC 9110 section 7.6.1).
 */
export function stripInternal(request: IncomingMessage): void {
  const { headers } = request;
  for (const name in headers) if (internal.test(name)) delete headers[name];
  delete headers[GATEWAY_HEADER];
  if (headers.connection === undefined || plainConnection.test(headers.connection)) return;
  for (const part of headers.connection.split(',')) {
    const name = part.trim().toLowerCase();
    if (!ours.has(name) && name !== 'transfer-encoding' && name !== 'content-length') delete headers[name];
  }
}

const plainConnection = /^(keep-alive|close)$/i;
