import type { ServerResponse } from 'node:http';
import { isOutage, isWaitGivenUp, type Language } from '@app/runtime';
import { type Coding, codingFor, compress, isCompressible } from './compress.ts';
import { docUrlOf, helpLink } from './doc-url.ts';
import type { AnyEndpoint, Envelope } from './endpoint.ts';
import { Failure, unavailable } from './failure.ts';
import type { Answer } from './idempotency.ts';
import { hasUnreadBody, linger } from './linger.ts';
import { Reply } from './reply.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * The bytes of a handler's result: the declared output schema is applied, so that nothing undeclared leaves the house.
 */
export function answerOf(endpoint: AnyEndpoint, result: unknown): Answer {
  if (!(result instanceof Reply)) {
    const output = endpoint.output.parse(result);
    const location = endpoint.status === 201 && endpoint.location ? { Location: endpoint.location(output) } : undefined;
    return {
      status: endpoint.status,
      contentType: JSON_TYPE,
      headers: location ?? {},
      body: Buffer.from(JSON.stringify(output)),
    };
  }
  const { status, headers } = result;
  if (result.contentType !== undefined) {
    const body = Buffer.isBuffer(result.body) ? result.body : Buffer.from(String(result.body));
    return { status, contentType: result.contentType, headers, body };
  }
  if (result.body === undefined) return { status, contentType: null, headers, body: Buffer.alloc(0) };
  return { status, contentType: JSON_TYPE, headers, body: Buffer.from(JSON.stringify(result.body)) };
}

/**
 * The bytes of a failure in an envelope, with a link to the page that explains it, and the headers of RFC 6750 section
 * 3 where it is about a credential.
 */
export function failureAnswer(failure: Failure, envelope: Envelope, requestId: string, publicBaseUrl: string): Answer {
  const { 'x-credential': _internal, ...headers } = failure.headers ?? {};
  const docUrl = docUrlOf(publicBaseUrl, failure, envelope);
  return {
    status: failure.status,
    contentType: JSON_TYPE,
    headers: { Link: helpLink(docUrl), ...challenge(failure, envelope, publicBaseUrl), ...headers },
    body: Buffer.from(JSON.stringify(envelope.render(failure, requestId, docUrl))),
  };
}

/** How a failure looks to a person: markup and the headers it needs. */
export type FailurePage = (
  failure: Failure,
  requestId: string,
  language: Language,
) => { readonly markup: string; readonly headers: Readonly<Record<string, string>> };

/** The bytes of a failure as a page. */
export function failurePageAnswer(failure: Failure, requestId: string, language: Language, draw: FailurePage): Answer {
  const { 'x-credential': _internal, ...headers } = failure.headers ?? {};
  const page = draw(failure, requestId, language);
  const body = Buffer.from(page.markup);
  return {
    status: failure.status,
    contentType: 'text/html; charset=utf-8',
    headers: {
      ...page.headers,
      'Content-Language': language === 'nob' ? 'nb' : 'en',
      Vary: 'Accept, Accept-Language',
      ...headers,
    },
    body,
  };
}

function challenge(failure: Failure, envelope: Envelope, publicBaseUrl: string): Record<string, string> {
  if (
    envelope.name === 'oauth' &&
    failure.headers?.['WWW-Authenticate'] === undefined &&
    failure.code !== 'common.unauthorized'
  )
    return {};
  if (failure.code === 'common.unauthorized') {
    const error = failure.headers?.['x-credential'] === 'bad' ? ', error="invalid_token"' : '';
    return {
      'WWW-Authenticate': `Bearer realm="api", resource_metadata="${publicBaseUrl}/.well-known/oauth-protected-resource"${error}`,
    };
  }
  if (failure.code === 'common.insufficient_scope') {
    return {
      'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${String(failure.details?.required ?? 'write')}"`,
    };
  }
  return {};
}

/** Bytes up to which a body is sent together with its head. */
const ONE_WRITE = 64 * 1024;

/**
 * Sends an answer, compressed where the caller asks and it pays; never one with a secret, whose length would reveal it
 * (https://breachattack.com). Compressing takes its time on another thread, so the answer may leave a little later.
 */
export function send(
  response: ServerResponse,
  answer: Answer,
  options: { readonly secret?: boolean | undefined } = {},
): void {
  const coding = sendHead(response, answer, options);
  if (coding === undefined) deliver(response, answer.body);
  else
    compress(answer.body, coding).then(
      (packed) => {
        if (response.destroyed) return;
        response.setHeader('Content-Encoding', coding);
        deliver(response, packed);
      },
      () => deliver(response, answer.body),
    );
}

/** Sets status and headers of an answer. Gives the coding that its body may be sent in. */
export function sendHead(
  response: ServerResponse,
  answer: Answer,
  { secret = false }: { readonly secret?: boolean | undefined },
): Coding | undefined {
  response.statusCode = answer.status;
  for (const [name, value] of Object.entries(answer.headers))
    response.setHeader(name, name === 'Vary' ? joinVary(response.getHeader('Vary'), String(value)) : value);
  if (answer.contentType !== null) response.setHeader('Content-Type', answer.contentType);
  if (secret || !isCompressible(answer.contentType, answer.body.length)) return undefined;
  response.setHeader('Vary', joinVary(response.getHeader('Vary'), 'Accept-Encoding'));
  return codingFor(response.req.headers['accept-encoding']);
}

/** `Vary` with more names; what others wrote stays. */
export function joinVary(before: number | string | readonly string[] | undefined, more: string): string {
  const names = before === undefined ? [] : String(before).split(/\s*,\s*/);
  for (const name of more.split(/\s*,\s*/))
    if (!names.some((known) => known === '*' || known.toLowerCase() === name.toLowerCase())) names.push(name);
  return names.join(', ');
}

/**
 * Sends the body. When the request has one that nobody reads, the connection is closed after it, but not before a part
 * of that was read: a reset would reach the client before the answer does (RFC 9112 section 9.6).
 */
function deliver(response: ServerResponse, bytes: Buffer): void {
  if (response.destroyed) return;
  // Neither has a body, so neither says how long it is (RFC 9110 section 8.6).
  if (response.statusCode !== 204 && response.statusCode !== 304) response.setHeader('Content-Length', bytes.length);
  const body = response.req.method === 'HEAD' || bytes.length === 0 ? undefined : bytes;
  if (hasUnreadBody(response.req)) {
    // What was not read would be taken for the next request on this connection.
    response.setHeader('Connection', 'close');
    if (body) response.write(body);
    else response.flushHeaders();
    linger(response.req, () => response.end());
  } else if (!body) response.end();
  // As text of single bytes a small body leaves in one write with its head; bytes would take two, which costs more than
  // the copy.
  else if (body.length <= ONE_WRITE) response.end(body.toString('latin1'), 'latin1');
  else response.end(body);
}

/**
 * What a keyed request keeps: everything but missing credentials, scope failures, limits and our own faults (IDEM-R11,
 * IDEM-R12).
 */
export const isKept = (answer: Answer, failure: Failure | undefined): boolean =>
  answer.status < 500 &&
  answer.status !== 401 &&
  answer.status !== 429 &&
  failure?.code !== 'common.insufficient_scope';

/** What a caller sees of an error that is no failure: 503 when it is worth another try, else 500 without its cause. */
export function internalError(cause: unknown): Failure {
  if (isOutage(cause))
    return unavailable(
      'The service is unavailable; try again in a moment, with the same Idempotency-Key if you sent one',
      cause,
    );
  if (isWaitGivenUp(cause))
    return unavailable(
      'Others are at work on the same records and this request has waited too long; nothing was stored, try again',
      cause,
    );
  const message = 'Something failed on our side; nothing was stored. Send the request id when you report it';
  return new Failure('common.internal_error', 500, message, { cause });
}
