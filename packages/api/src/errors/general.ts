// biome-ignore-all format: a table reads best in rows
import type { ErrorRow } from './rows.ts';

/** Codes of every area (docs/contract/errors.md). */
export const generalErrors: readonly ErrorRow[] = [
  ['common.validation_error', 400, 'A field of the body, the query or a header is missing or not valid; with status 408 the request did not arrive in time.', 'Mend what "details.fields" lists, field by field, and send the request again.'],
  ['common.unauthorized', 401, 'The credential is missing, malformed, expired or revoked.', 'Send "Authorization: Bearer" with a valid access token; get a new one from the token endpoint when it has expired.'],
  ['common.insufficient_scope', 403, 'The scope of the token does not allow this method or tool.', 'Ask for a token with the scope named in "details.required"; writing takes "write".'],
  ['common.forbidden', 403, 'There is no access to the client account, or the role does not allow this.', 'See "details.missing": "account" takes a link or a contract to the client account, "role" a stronger role on it.'],
  ['common.not_found', 404, 'The record or the address does not exist.', 'Check the path and the id; ids are positive integers.'],
  ['common.method_not_allowed', 405, 'The address exists but does not take this method.', 'Use one of the methods in the header "Allow".'],
  ['common.not_acceptable', 406, 'None of the media types in "Accept" can be given.', 'Ask for one of the types in "details.offered", or leave the header out.'],
  ['common.conflict', 409, 'The request conflicts with the state of the record, or lost a race against another write.', 'Read the record again and decide anew.'],
  ['common.idempotency_in_progress', 409, 'The first request with this key is still running.', 'Wait the seconds in "Retry-After" and send the same request with the same key again.'],
  ['common.payload_too_large', 413, 'The body or a file in it is larger than this call takes; with status 414 the address, with 431 the headers.', 'Send less; the limit in bytes is in "details.limit".'],
  ['common.unsupported_media_type', 415, 'The media type or the content encoding of the body is not taken here.', 'Send "Content-Type: application/json" unless the call says otherwise, and the body uncompressed.'],
  ['common.idempotency_mismatch', 422, 'The key was used before with another body or query.', 'Use a new key for a new request, and the very same body for a repeat.'],
  ['common.rate_limited', 429, 'The limit of this endpoint for your address is used up, or too many of your requests are under way at once.', 'Wait the seconds in "Retry-After"; keep access tokens for their full hour, and send fewer requests side by side.'],
  ['common.internal_error', 500, 'Something failed on our side.', 'Try again later; report the request id when it stays.'],
  ['common.upstream_unavailable', 502, 'An outside system did not answer as it should.', 'Try again later.'],
  ['common.service_unavailable', 503, 'The service or its storage is not ready, or others are at work on the same records.', 'Try again after the seconds in "Retry-After"; POST with an Idempotency-Key.'],
  ['integration.upstream_failed', 502, 'The outside system behind this call failed.', 'Try again later; nothing was changed unless the call says so.'],
];
