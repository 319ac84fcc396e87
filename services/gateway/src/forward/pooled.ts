import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Failure } from '@app/contract/failure';
import { NOT_READY_HEADER } from '@app/identity';
import { noteBodyMemory } from '@app/runtime';
import type { Dispatcher } from 'undici';
import { answerHeaders, requestHeaders } from './end-to-end.ts';
import {
  type Destination,
  type Forwarder,
  type ForwarderOptions,
  logSilence,
  serviceUnavailable,
} from './forwarder.ts';
import { NotTaken } from './greeting.ts';
import { AGAIN_MILLIS, wasNotTaken } from './service-links.ts';

/**
 * The short way for requests whose whole body fits into one write: it is read here first, so that a client that
 * dribbles holds no connection to a service, and one that could not be delivered, since the service is being restarted,
 * waits for it. The answer streams.
 */
export function createPooledForwarder({ links, onFailure, logger }: ForwarderOptions): Forwarder {
  const { restartGrace } = links;

  /** Sends it until it is taken. */
  const send = (
    response: ServerResponse,
    { endpoint, origin }: Omit<Destination, 'path'>,
    options: Dispatcher.DispatchOptions,
    onLost: Lost,
  ): void => {
    const onBroken = (error: Error): void => {
      if (response.destroyed) return;
      if (response.headersSent) return void response.destroy();
      if (wasNotTaken(error) && restartGrace.allows(endpoint.service)) {
        setTimeout(send, AGAIN_MILLIS, response, { endpoint, origin }, options, onLost);
        return;
      }
      logSilence(logger, response, endpoint.service, error);
      onLost(serviceUnavailable(endpoint.service, error));
    };
    if (response.destroyed) return;
    links
      .poolOf(origin)
      .dispatch(options, new ResponseRelay(response, onBroken, () => restartGrace.answered(endpoint.service)));
  };

  return {
    forward: (request, response, destination) => {
      readWhole(request, (body) => {
        const method = request.method as Dispatcher.HttpMethod;
        const options: Dispatcher.DispatchOptions = {
          ...{ path: destination.path, method, headers: requestHeaders(request.headers) },
          // undici takes whatever can be iterated; again for every try.
          body: body as Buffer | null,
        };
        send(response, destination, options, (failure) => onFailure(request, response, failure, destination.endpoint));
      });
    },
  };
}

type Lost = (failure: Failure) => void;

/** The length of a request's body, as its headers say; undefined when they do not. */
export function declaredLength({ headers }: Pick<IncomingMessage, 'headers'>): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined;
  return Number(headers['content-length'] ?? 0);
}

/** A body in one piece, which is sent in one write with its headers, or in the pieces it came in. */
type WholeBody = Buffer | readonly Buffer[] | null;

/** Bytes of a body of which one piece is made. */
const ONE_PIECE = 64 * 1024;

/**
 * Nothing comes of a request that breaks off: its connection is gone, and nobody waits for an answer. The pieces of a
 * large body are not put together: that would be as many bytes once more, and bytes outside the heap make V8 collect
 * all of the heap (docs/decisions/0153-what-an-upload-costs.md).
 */
function readWhole(request: IncomingMessage, done: (body: WholeBody) => void): void {
  const length = declaredLength(request);
  if (!length) {
    done(null);
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.once('end', () => {
    noteBodyMemory(length);
    done(wholeOf(chunks, length));
  });
}

function wholeOf(chunks: readonly Buffer[], length: number): WholeBody {
  if (chunks.length === 1) return chunks[0]!;
  return length <= ONE_PIECE ? Buffer.concat(chunks) : chunks;
}

/** One answer on its way from a service to the client. */
class ResponseRelay implements Dispatcher.DispatchHandler {
  readonly #response: ServerResponse;
  readonly #onBroken: (error: Error) => void;
  readonly #onAnswer: () => void;
  #controller: Dispatcher.DispatchController | undefined;
  /** Bytes of the body, where its head says so. */
  #length = Number.NaN;
  /** A small body that came in one piece, as text of single bytes. */
  #whole: string | undefined;

  constructor(response: ServerResponse, onBroken: (error: Error) => void, onAnswer: () => void) {
    this.#response = response;
    this.#onBroken = onBroken;
    this.#onAnswer = onAnswer;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#response.destroyed) controller.abort(new Error('The client went away'));
    else this.#response.once('close', this.#onClose);
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return;
    if (status === 503 && headers[NOT_READY_HEADER] !== undefined) {
      controller.abort(new NotTaken('The service takes no work at the moment'));
      return;
    }
    this.#onAnswer();
    this.#length = Number(headers['content-length']);
    const response = this.#response;
    response.writeHead(status, answerHeaders(headers, response.getHeader('vary')));
    response.on('drain', () => controller.resume());
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    // Its end comes with it. As text it leaves in one write with its head: bytes would be a second piece of that write,
    // which takes the system twice as long.
    if (chunk.length === this.#length && chunk.length <= ONE_PIECE) this.#whole = chunk.toString('latin1');
    else if (!this.#response.write(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    if (this.#whole === undefined) this.#response.end();
    else this.#response.end(this.#whole, 'latin1');
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#response.off('close', this.#onClose);
    this.#onBroken(error);
  }

  /** A client that goes away takes its request with it. */
  readonly #onClose = (): void => {
    if (!this.#response.writableFinished) this.#controller?.abort(new Error('The client went away'));
  };
}
