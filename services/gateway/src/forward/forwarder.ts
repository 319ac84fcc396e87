import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AnyEndpoint } from '@app/contract';
import { type Failure, unavailable } from '@app/contract/failure';
import type { Logger } from '@app/runtime';
import type { ServiceLinks } from './service-links.ts';

/** Where a request goes. */
export interface Destination {
  /** What was asked for: its service for logs, its envelope and body limit. */
  readonly endpoint: AnyEndpoint;
  readonly origin: URL;
  /** Path and query there. */
  readonly path: string;
}

/**
 * Passes a request on and its answer back. Connections to a service have no number that callers could use up for each
 * other: how many there can be follows from what each caller may have under way. A request that no service has looked
 * at waits while its service is being restarted, and is sent once more; any other is never tried twice. A client that
 * goes away takes the request to the service with it. Everything that the service did not answer itself becomes a
 * failure for `onFailure`, while nothing was sent yet.
 */
export interface Forwarder {
  forward(request: IncomingMessage, response: ServerResponse, destination: Destination): void;
}

export type OnFailure = (
  request: IncomingMessage,
  response: ServerResponse,
  failure: Failure,
  endpoint: AnyEndpoint,
) => void;

export interface ForwarderOptions {
  readonly links: ServiceLinks;
  readonly onFailure: OnFailure;
  readonly logger: Pick<Logger, 'error'>;
}

/** 503 of a call whose service could not be reached, or did not answer in time. */
export const serviceUnavailable = (service: string, cause: unknown): Failure =>
  unavailable(`The ${service} service is unavailable; try again in a moment, a POST with its Idempotency-Key`, cause);

/** Says that a service did not answer, with the id that the client gets: whoever asks about it has no other. */
export const logSilence = (
  logger: ForwarderOptions['logger'],
  response: Pick<ServerResponse, 'getHeader'>,
  service: string,
  error: unknown,
): void =>
  logger.error(
    { err: error, owner: service, request_id: response.getHeader('X-Request-Id') },
    'a service does not answer',
  );
