import { Failure, unavailable } from '@app/contract/failure';
import { Metadata, type ServiceError, status } from '@grpc/grpc-js';

/** Trailer that carries a `Failure` from one service to the other. */
const PROBLEM = 'problem-bin';
const MAX_BYTES = 12 * 1024;

interface Problem {
  readonly code: string;
  readonly status: number;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

const codes: Readonly<Record<number, status>> = {
  400: status.INVALID_ARGUMENT,
  401: status.UNAUTHENTICATED,
  403: status.PERMISSION_DENIED,
  404: status.NOT_FOUND,
  409: status.FAILED_PRECONDITION,
  413: status.RESOURCE_EXHAUSTED,
  422: status.INVALID_ARGUMENT,
  429: status.RESOURCE_EXHAUSTED,
  503: status.UNAVAILABLE,
};

/**
 * A failure as gRPC sends it: a status for the tools, and the whole of it in a trailer. Details too large for a trailer
 * are left out.
 */
export function toServiceError(failure: Failure): Partial<ServiceError> {
  const { code, status: httpStatus, message, details, headers } = failure;
  const full = Buffer.from(JSON.stringify({ code, status: httpStatus, message, details, headers }));
  const metadata = new Metadata();
  metadata.set(
    PROBLEM,
    full.length <= MAX_BYTES
      ? full
      : Buffer.from(JSON.stringify({ code, status: httpStatus, message: message.slice(0, 1_000) })),
  );
  return { code: codes[httpStatus] ?? status.UNKNOWN, details: code, metadata };
}

/** What an unknown error becomes: nothing of it leaves the process. */
export const internalError: Partial<ServiceError> = { code: status.INTERNAL, details: 'internal error' };

/** Trailer of the answer of a service that is starting: nobody has looked at the call. */
const UNREAD = 'not-ready';
const unread = new Metadata();
unread.set(UNREAD, '1');

/** The answer of a service that is starting. Without a problem, so that it looks like one that is away. */
export const notReady: Partial<ServiceError> = {
  code: status.UNAVAILABLE,
  details: 'the service is starting',
  metadata: unread,
};

/** Did the call come back as it was sent, so that it can be sent again whatever it does? */
export const isUnread = ({ metadata }: ServiceError): boolean => metadata?.get(UNREAD)[0] !== undefined;

/** A call failed in a way that is our own mistake: no credential, no such method, an answer that cannot be read. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: string;

  constructor(method: string, error: ServiceError) {
    super(`${method} failed with ${status[error.code] ?? error.code}`, { cause: error });
    this.code = status[error.code] ?? String(error.code);
  }
}

/**
 * What a call ends with when nobody answered it; a `Failure` 503 of a handler has the first of them too, and a trailer.
 */
const silences: ReadonlySet<status> = new Set([status.UNAVAILABLE, status.DEADLINE_EXCEEDED, status.CANCELLED]);

const problemOf = ({ metadata }: ServiceError): string | Buffer | undefined => metadata?.get(PROBLEM)[0];

/** Did the other side itself answer, if only with a failure? One that is starting is as good as away. */
export const isAnswered = (error: ServiceError | null): boolean =>
  error === null || problemOf(error) !== undefined || !silences.has(error.code);

/** The failure the other side threw; 503 when it could not be reached or did not answer in time; otherwise a bug. */
export function fromServiceError(error: ServiceError, method: string): Error {
  const raw = problemOf(error);
  if (Buffer.isBuffer(raw)) {
    const problem = JSON.parse(raw.toString('utf8')) as Problem;
    return new Failure(problem.code, problem.status, problem.message, {
      details: problem.details,
      headers: problem.headers,
    });
  }
  if (silences.has(error.code)) {
    return unavailable(
      'A service that this call needs is unavailable; try again in a moment',
      new RpcError(method, error),
    );
  }
  return new RpcError(method, error);
}
