import { createServer, type IncomingMessage, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Answer, failureAnswer, requestIdOf } from '@app/contract';
import { Failure } from '@app/contract/failure';
import { envelopeOf } from './answer.ts';

/** Twice what is allowed, so that the answer to a little too much can say which of the two it was. */
const PARSER_BYTES = 32 * 1024;

export interface ServerLimits {
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly keepAliveTimeout: number;
  readonly connectionsCheckingInterval: number;
}

/** Shorter than Node's own, which let a slow client hold a connection for minutes. */
export const serverLimits: ServerLimits = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
};

/**
 * The public HTTP server. What cannot be parsed is answered as every failure is: envelope, request id, and the
 * connection closes. A client that waits for "100 Continue" is answered before it has sent its body.
 */
export function createPublicServer(
  listener: RequestListener,
  options: { readonly publicBaseUrl: string; readonly limits?: ServerLimits },
): Server {
  const server = createServer({
    ...(options.limits ?? serverLimits),
    maxHeaderSize: PARSER_BYTES,
    requireHostHeader: true,
  });
  const current = new WeakMap<
    Duplex,
    { readonly request: IncomingMessage; readonly requestId: string; isSent: () => boolean }
  >();
  const onRequest: RequestListener = (request, response) => {
    const requestId = requestIdOf(request.headers['x-request-id']);
    request.headers['x-request-id'] = requestId;
    current.set(request.socket, { request, requestId, isSent: () => response.headersSent });
    listener(request, response);
  };
  server.on('request', onRequest);
  server.on('checkContinue', (request: IncomingMessage & { awaitsContinue?: boolean }, response) => {
    request.awaitsContinue = true;
    onRequest(request, response);
  });
  // Node answers another expectation by itself, without envelope and request id; the way of every request refuses it.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket) => {
    const known = current.get(socket);
    if (
      socket.destroyed ||
      !socket.writable ||
      error.code === 'ECONNRESET' ||
      (known?.isSent() && !known.request.complete)
    ) {
      socket.destroy();
      return;
    }
    const isOpen = known !== undefined && !known.request.complete;
    const target = isOpen ? (known.request.url ?? '') : (firstLine(error.rawPacket)[1] ?? '');
    const requestId = isOpen ? known.requestId : requestIdOf(undefined);
    const failure = failureOf(error, target);
    const envelope = envelopeOf(undefined, target);
    const answer = failureAnswer(failure, envelope, requestId, options.publicBaseUrl);
    socket.end(rawAnswer(answer, requestId, options.publicBaseUrl.startsWith('https:')), () => socket.destroy());
  });
  return server;
}

const firstLine = (packet: Buffer | undefined): string[] =>
  (packet?.toString('latin1').split('\r\n', 1)[0] ?? '').split(' ');

/**
 * Transport faults in the words of the general codes (docs/contract/errors.md), which know no codes of their own for
 * them.
 */
function failureOf(error: NodeJS.ErrnoException, target: string): Failure {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return transportFailure(target.length > 8 * 1024 ? 414 : 431);
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return transportFailure(413);
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return transportFailure(408);
    default:
      return transportFailure(400);
  }
}

export function transportFailure(status: 400 | 408 | 413 | 414 | 417 | 431): Failure {
  const messages = {
    400: 'What arrived is not a well-formed HTTP request',
    408: 'The request did not arrive in time: its headers may take 15 seconds, the whole of it 60',
    413: 'The extensions of the chunks of the body are too large',
    417: 'The header Expect can only ask for 100-continue',
    414: 'The address is longer than the 8192 bytes that are taken; ask in several requests',
    431: 'The headers are larger than the 16384 bytes that are taken',
  };
  return new Failure(
    status === 400 || status === 408 || status === 417 ? 'common.validation_error' : 'common.payload_too_large',
    status,
    messages[status],
  );
}

function rawAnswer({ status, headers, body }: Answer, requestId: string, isHttps: boolean): string {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`),
    `X-Request-Id: ${requestId}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    ...(isHttps ? ['Strict-Transport-Security: max-age=31536000; includeSubDomains'] : []),
    'Connection: close',
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body.toString('utf8')}`;
}
