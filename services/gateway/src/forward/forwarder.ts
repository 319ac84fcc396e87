import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Failure } from '@app/contract/failure';

/** Where a request goes. */
export interface Destination {
  /** The service, for messages and logs. */
  readonly service: string;
  readonly origin: URL;
  /** Path and query there. */
  readonly path: string;
  /** Bytes of body that are passed on at most. */
  readonly bodyLimit: number;
}

/**
 * Passes a request on and its answer back, both as streams. Never tries a request twice; a client that goes away takes the request to the
 * service with it. Everything that the service did not answer itself becomes a failure for `onFailure`, while nothing was sent yet.
 */
export interface Forwarder {
  forward(request: IncomingMessage, response: ServerResponse, destination: Destination): void;
  close(): void;
}

export type OnFailure = (request: IncomingMessage, response: ServerResponse, failure: Failure) => void;
