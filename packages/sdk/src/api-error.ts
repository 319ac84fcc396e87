/** A request that the API refused. Branch on `code`; reports and filings have none, there the status says it. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | null;
  readonly requestId: string | null;
  /** The page that explains the failure: its cause and what to do. */
  readonly docUrl: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  /** Seconds to wait before the next try, when the answer says so. */
  readonly retryAfter: number | null;

  constructor(
    status: number,
    message: string,
    known: {
      code: string | null;
      requestId: string | null;
      docUrl: string | null;
      details: Readonly<Record<string, unknown>>;
      retryAfter: number | null;
    },
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = known.code;
    this.requestId = known.requestId;
    this.docUrl = known.docUrl;
    this.details = known.details;
    this.retryAfter = known.retryAfter;
  }
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const record = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;

/** The page that a `Link` header names as help, as every refusal does whatever its envelope (RFC 8288). */
const helpPageOf = (link: string | null): string | null => /<([^<>]+)>; rel="help"/.exec(link ?? '')?.[1] ?? null;

/** Reads whichever of the four error envelopes came back (docs/contract/errors.md). */
export function readApiError(status: number, headers: Headers, body: unknown): ApiError {
  const fields = record(body) ?? {};
  const standard = record(fields.error);
  const seconds = Number(headers.get('retry-after'));
  const known = {
    requestId: text(standard?.request_id) ?? headers.get('x-request-id'),
    docUrl: text(standard?.doc_url) ?? helpPageOf(headers.get('link')),
    details: record(standard?.details) ?? {},
    retryAfter: headers.has('retry-after') && Number.isFinite(seconds) ? seconds : null,
  };
  const location = status < 400 ? headers.get('location') : null;
  const code = text(standard?.code) ?? ('error_description' in fields ? text(fields.error) : undefined) ?? null;
  const message =
    text(standard?.message) ??
    text(fields.error_description) ??
    text(fields.message) ??
    text(fields.error) ??
    `The API answered ${status}${location === null ? '' : ` and points to ${location}, which is not followed`}`;
  return new ApiError(status, message, { ...known, code });
}
