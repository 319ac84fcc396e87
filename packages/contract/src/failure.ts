/** One fault the caller can mend, by the path of the field in the request. */
export interface FieldFault {
  readonly field: string;
  readonly message: string;
}

/**
 * Something a caller may see: a stable code (docs/contract/errors.md), an HTTP status and a sentence that says what to
 * do. Everything else that is thrown is a bug: a 500 without its cause, and a log line with it.
 */
export class Failure extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(
    code: string,
    status: number,
    message: string,
    options: {
      details?: Readonly<Record<string, unknown>> | undefined;
      headers?: Readonly<Record<string, string>> | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Failure';
    this.code = code;
    this.status = status;
    this.details = options.details;
    this.headers = options.headers;
  }
}

/** 400: a missing or malformed field; `fields` names every fault that was seen (ERR-R03). */
export const invalid = (message: string, fields?: readonly FieldFault[], code = 'common.validation_error'): Failure =>
  new Failure(code, 400, message, fields ? { details: { fields } } : {});

/**
 * 400 for one field. What is said of the field alone ("is required") gets it as its subject: the sentence of a failure
 * is read by itself.
 */
export const invalidField = (field: string, message: string): Failure =>
  invalid(/^\p{Ll}/u.test(message) ? `${field}: ${message}` : message, [{ field, message }]);

/** Is it a 400 that names this field among its faults? What else may be wrong with the request is another matter. */
export const isAboutField = (error: unknown, field: string): boolean =>
  error instanceof Failure &&
  error.status === 400 &&
  Array.isArray(error.details?.fields) &&
  error.details.fields.some((fault: FieldFault) => fault.field === field);

export const unauthorized = (
  message = 'This call needs a valid access token in the Authorization header',
  sent = false,
): Failure =>
  new Failure('common.unauthorized', 401, message, {
    details: undefined,
    headers: { 'x-credential': sent ? 'bad' : 'missing' },
  });

export const insufficientScope = (scope: string): Failure =>
  new Failure('common.insufficient_scope', 403, `The token lacks the scope "${scope}" that this call needs`, {
    details: { required: scope, missing: 'scope' },
  });

/**
 * Was somebody refused: a credential that was sent and is no good, or a right that is missing? A call without any
 * credential is none, and neither is a grant or a password that was not accepted, which whoever looks at them reports.
 */
export const isRefusal = ({ status, code, headers }: Failure): boolean =>
  status === 403 ||
  code === 'access_denied' ||
  (status === 401 && code !== 'invalid_grant' && headers?.['x-credential'] !== 'missing');

export const notFound = (message: string, code = 'common.not_found'): Failure => new Failure(code, 404, message);

export const conflict = (
  message: string,
  code = 'common.conflict',
  details?: Readonly<Record<string, unknown>>,
): Failure => new Failure(code, 409, message, { details });

/**
 * Seconds after which a client may ask again: outages and queues of ours are short, or they are not over in a minute
 * either.
 */
const RETRY_AFTER = '1';

/** 503, with the header that says when to try again. */
export const unavailable = (message: string, cause?: unknown): Failure =>
  new Failure('common.service_unavailable', 503, message, { cause, headers: { 'Retry-After': RETRY_AFTER } });

export const upstreamUnavailable = (message: string, code = 'common.upstream_unavailable', cause?: unknown): Failure =>
  new Failure(code, 502, message, { cause });
