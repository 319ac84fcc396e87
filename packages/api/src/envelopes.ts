import type { Envelope, Failure } from '@app/contract';
import { z } from 'zod';

/** What a caller gets of a failure (docs/contract/errors.md). */
export const ErrorOut = z.object({
  code: z.string().describe('What went wrong, for programs: branch on it.'),
  message: z.string().describe('What went wrong, for people.'),
  request_id: z.string().describe('Id of the request, as in `X-Request-Id`.'),
  doc_url: z.string().describe('The page that explains the code: what happened, what to do, an example.'),
  details: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('More about it; `fields` lists what is wrong field by field.'),
});

export const errorOf = (failure: Failure, requestId: string, docUrl: string): z.input<typeof ErrorOut> => ({
  code: failure.code,
  message: failure.message,
  request_id: requestId,
  doc_url: docUrl,
  ...(failure.details ? { details: { ...failure.details } } : {}),
});

/** `{error: {code, message, request_id, doc_url, details?}}`: most resources (ERR-R01, ERR-R11). */
export const standard: Envelope = {
  name: 'standard',
  schema: z.object({ error: ErrorOut.describe('What went wrong.') }),
  render: (failure, requestId, docUrl) => ({ error: errorOf(failure, requestId, docUrl) }),
};

/** The general codes in the words of RFC 6749 section 5.2; a code that is none of them goes out as it is. */
const oauthCodes: Readonly<Record<string, string>> = {
  'common.validation_error': 'invalid_request',
  'common.payload_too_large': 'invalid_request',
  'common.unsupported_media_type': 'invalid_request',
  'common.method_not_allowed': 'invalid_request',
  'common.not_found': 'invalid_request',
  'common.not_acceptable': 'invalid_request',
  'common.unauthorized': 'invalid_token',
  'common.forbidden': 'access_denied',
  'common.insufficient_scope': 'insufficient_scope',
  'common.conflict': 'invalid_request',
  'common.idempotency_mismatch': 'idempotency_mismatch',
  'common.idempotency_in_progress': 'idempotency_in_progress',
  'common.rate_limited': 'temporarily_unavailable',
  'common.service_unavailable': 'temporarily_unavailable',
  'common.upstream_unavailable': 'temporarily_unavailable',
  'common.internal_error': 'server_error',
};

function oauthCodeOf({ code }: Pick<Failure, 'code'>): string {
  return oauthCodes[code] ?? code;
}

/** `{error, error_description}`: the OAuth endpoints. */
export const oauth: Envelope = {
  name: 'oauth',
  schema: z.object({
    error: z.string().describe('What went wrong, for programs: a code of RFC 6749 or one of ours.'),
    error_description: z.string().describe('What went wrong, for people.'),
  }),
  render: (failure) => ({ error: oauthCodeOf(failure), error_description: failure.message }),
  codeOf: oauthCodeOf,
};

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  406: 'Not Acceptable',
  409: 'Conflict',
  413: 'Content Too Large',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
};

const reasonOf = (failure: Failure): string => reasons[failure.status] ?? failure.code;

/** `{status, error, message}`: reports (ERR-R07). */
export const report: Envelope = {
  name: 'report',
  schema: z.object({
    status: z.int().describe('The HTTP status.'),
    error: z.string().describe('The reason phrase of the status.'),
    message: z.string().describe('What went wrong, for people.'),
  }),
  render: (failure) => ({ status: failure.status, error: reasonOf(failure), message: failure.message }),
};

/** `{error, status}`: yearly accounts and tax returns. */
export const filing: Envelope = {
  name: 'filing',
  schema: z.object({
    error: z.string().describe('What went wrong, for people.'),
    status: z.int().describe('The HTTP status.'),
  }),
  render: (failure) => ({ error: failure.message, status: failure.status }),
};
