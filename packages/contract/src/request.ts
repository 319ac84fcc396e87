import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { noteBodyMemory } from '@app/runtime';
import { giveBack } from '@app/runtime/give-back';
import type { CountBytes } from './body-room.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { Failure, invalid } from './failure.ts';
import { JsonSyntaxError, parseJson, UnparsedNumber } from './json.ts';
import { isBodyDeclared } from './linger.ts';
import { boundaryOf, readParts } from './multipart.ts';
import { parseMultipart } from './multipart-body.ts';

const DEFAULT_LIMIT = 10 * 1024 * 1024;
const MAX_PARAMETERS = 100;

/** Bytes of body that an endpoint takes at most (docs/contract/general.md, "Sizes"). */
export const bodyLimitOf = (endpoint: AnyEndpoint): number => endpoint.bodyLimit ?? DEFAULT_LIMIT;

export type QueryText = Readonly<Record<string, string>>;

/**
 * Query parameters as text. Empty values are absent, `with[]` is `with`, other `key[]` are ignored
 * (docs/contract/lists.md). What is malformed about them, such as a parameter sent twice, is a fault of its fields,
 * reported when those are looked at (docs/contract/general.md, "Order of checks"): until then the first value counts.
 */
export function readQuery(url: string): { readonly values: QueryText; readonly fault: Failure | undefined } {
  const at = url.indexOf('?');
  if (at < 0) return { values: {}, fault: undefined };
  const parameters = new URLSearchParams(url.slice(at + 1));
  const values: Record<string, string> = Object.create(null);
  let fault: Failure | undefined;
  if (parameters.size > MAX_PARAMETERS)
    fault = invalid(`The query has ${parameters.size} parameters; at most ${MAX_PARAMETERS} are allowed`);
  for (const [name, value] of parameters) {
    if (value === '') continue;
    if (value.includes('\0')) {
      fault ??= invalid(`The query parameter "${name}" holds a NUL character`, [
        { field: name, message: 'NUL characters are not allowed' },
      ]);
    } else if (name === 'with' || name === 'with[]') {
      values.with = values.with === undefined ? value : `${values.with},${value}`;
    } else if (!name.endsWith(']')) {
      if (name in values) fault ??= sentTwice(name);
      else values[name] = value;
    }
  }
  return { values, fault };
}

const sentTwice = (name: string): Failure =>
  invalid(`The query parameter "${name}" was sent more than once`, [
    { field: name, message: 'send it once; several values are separated by comma' },
  ]);

const tooLarge = (limit: number): Failure =>
  new Failure('common.payload_too_large', 413, `The body is larger than the ${limit} bytes this call takes`, {
    details: { limit },
  });

const NO_BODY = Buffer.alloc(0);

/**
 * The whole body as bytes; 413 above the endpoint's limit. A body that broke off, or is not as long as it said, is a
 * 400: never a part of it taken for the whole.
 * @param count is said how much has come of a body that is not there yet, and may refuse more of it
 */
export async function readBody(
  request: IncomingMessage,
  endpoint: AnyEndpoint,
  count?: () => CountBytes,
): Promise<Buffer> {
  const limit = bodyLimitOf(endpoint);
  const declared = request.headers['content-length'];
  if (Number(declared ?? 0) > limit) throw tooLarge(limit);
  assertPlain(request, endpoint);
  if (!request.complete && !isBodyDeclared(request)) return NO_BODY;
  // A body that came whole while the token was looked at is at hand: then nothing is waited for.
  const chunks = request.complete ? chunksAtHand(request) : await chunksArriving(request, limit, count?.());
  const body = wholeOf(chunks);
  noteBodyMemory(body.length);
  if (body.length > limit) throw tooLarge(limit);
  if (!request.complete || request.readableLength > 0 || (declared !== undefined && body.length !== Number(declared)))
    throw brokenOff();
  return body;
}

/**
 * The pieces as one. Their own memory is given back: Node.js has copied them out of what the socket read, and whoever
 * reads the body is the only one who has them.
 */
function wholeOf(pieces: readonly Buffer[]): Buffer {
  if (pieces.length === 1) return pieces[0]!;
  const whole = Buffer.concat(pieces);
  pieces.forEach(giveBack);
  return whole;
}

/** 415 for a compressed body: nothing is unpacked here, so no small upload becomes a large one (PPL-R13). */
function assertPlain({ headers }: IncomingMessage, endpoint: AnyEndpoint): void {
  const coding = headers['content-encoding'];
  if (coding === undefined || /^[\s,]*(identity[\s,]*)*$/i.test(coding)) return;
  if (endpoint.body !== undefined || isBodyDeclared({ headers }))
    throw unsupported(`The content encoding "${coding.slice(0, 100)}" is not taken; send the body as it is`);
}

const unsupported = (message: string): Failure => new Failure('common.unsupported_media_type', 415, message);

/** What a request that came whole still holds: `read` gives one chunk at a time, so it is asked until there is none. */
function chunksAtHand(request: IncomingMessage): Buffer[] {
  const chunks: Buffer[] = [];
  for (let chunk = request.read(); chunk !== null; chunk = request.read()) chunks.push(chunk as Buffer);
  return chunks;
}

/**
 * What comes from now on. Even a body that came with its head is read here as a rule: Node.js lets go on whoever waits
 * before it looks beyond the head. By listeners, since the stream's own iterator costs more than the rest of a small
 * request.
 */
function chunksArriving(request: IncomingMessage, limit: number, count?: CountBytes): Promise<Buffer[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer[]>();
  const chunks: Buffer[] = [];
  let size = 0;
  const stop = () => request.off('data', take).off('end', end).off('error', breakOff).off('close', breakOff);
  // What is refused is read no further here: the answer to it has yet to be sent on this connection.
  const refuse = (failure: unknown): void => {
    stop().pause();
    reject(failure as Error);
  };
  const take = (chunk: Buffer): void => {
    size += chunk.length;
    try {
      if (size > limit) throw tooLarge(limit);
      count?.(size);
      chunks.push(chunk);
    } catch (failure) {
      refuse(failure);
    }
  };
  const end = (): void => {
    stop();
    resolve(chunks);
  };
  const breakOff = () => refuse(brokenOff());
  // One that is gone says so no more.
  if (request.destroyed) reject(brokenOff());
  else request.on('data', take).on('end', end).on('error', breakOff).on('close', breakOff);
  return promise;
}

/**
 * Nobody is there to read it, as a rule: the connection broke off. It says why nothing was done, in logs and to a
 * client that half closed.
 */
const brokenOff = (): Failure => invalid('The body broke off before its end; nothing was done, send it again');

/**
 * What is compared when a key comes again (IDEM-R04, IDEM-R05): the query string and the raw bytes; of a multipart body
 * the names, file names, types and contents of its parts, since its boundary is another every time.
 */
export function hashRequest(url: string, body: Buffer, contentType?: string): string {
  const at = url.indexOf('?');
  const hash = createHash('sha256')
    .update(at < 0 ? '' : url.slice(at + 1))
    .update('\0');
  const boundary = boundaryOf(contentType);
  const parts = boundary === undefined ? undefined : readParts(body, boundary);
  if (!parts) return hash.update(body).digest('hex');
  for (const { name, fileName, contentType: type, content } of parts)
    hash.update(JSON.stringify([name, fileName ?? null, type ?? null, content.length])).update(content);
  return hash.digest('hex');
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function readText(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw invalid('The body is not UTF-8 text');
  }
}

const mediaType = (request: IncomingMessage): string =>
  (request.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();

/**
 * The parsed body: 415 for another media type (400 where only a form is taken), 400 for bad syntax, a missing body, and
 * one that is no object. Of a file its bytes.
 */
export function parseBody(request: IncomingMessage, body: Buffer, endpoint: AnyEndpoint): unknown {
  if (endpoint.body === undefined) return undefined;
  const wanted = endpoint.bodyType ?? 'application/json';
  const type = mediaType(request);
  if (body.length === 0) {
    if (endpoint.bodyOptional) return {};
    throw invalid('The call needs a body and none was sent', undefined, endpoint.missingBodyCode);
  }
  const isMultipart = type === 'multipart/form-data';
  if (isMultipart && (wanted === type || wanted === 'multipart-or-json'))
    return parseMultipart(body, request.headers['content-type'], endpoint.jsonParts);
  if (wanted === 'multipart/form-data') throw notTaken(type, wanted);
  if (endpoint.fileTypes) {
    if (endpoint.fileTypes.includes(type)) return body;
    throw notTaken(type, endpoint.fileTypes.join(' or '));
  }
  const isJson = type === 'application/json' || type.endsWith('+json');
  const isForm = type === 'application/x-www-form-urlencoded';
  if (isForm && wanted !== 'application/json' && wanted !== 'multipart-or-json') return parseForm(readText(body));
  if (isJson && wanted !== 'application/x-www-form-urlencoded')
    return parseJsonObject(readText(body), endpoint.lenientField);
  const takes = eitherOf[wanted] ?? wanted;
  const failure = notTaken(type, takes);
  // A form that is none is a malformed request to the OAuth endpoints, the only ones that take forms (TKN-R01).
  throw wanted === 'application/x-www-form-urlencoded' ? invalid(failure.message) : failure;
}

/** What is said of body types that are two. */
const eitherOf: Readonly<Record<string, string>> = {
  'form-or-json': 'application/x-www-form-urlencoded or application/json',
  'multipart-or-json': 'multipart/form-data or application/json',
};

const notTaken = (type: string, takes: string): Failure =>
  unsupported(`The media type "${type || 'none'}" is not taken here; send ${takes}`);

/** @param lenient a field whose content never fails a request */
function parseJsonObject(text: string, lenient: string | undefined): unknown {
  const value = readJson(text, lenient);
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof UnparsedNumber)
    throw invalid('The body must be a JSON object', [{ field: '', message: 'must be a JSON object' }]);
  return value;
}

function readJson(text: string, lenient: string | undefined): unknown {
  try {
    return parseJson(text, { lenient });
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw invalid(error.message);
    throw error;
  }
}

/** A form is flat: `code[x]=1` is a parameter of that very name. A repeated one is refused (RFC 6749 section 3.2). */
function parseForm(text: string): Readonly<Record<string, string>> {
  const form: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in form)
      throw invalid(`The parameter "${name}" was sent more than once`, [{ field: name, message: 'send it once' }]);
    if (value.includes('\0'))
      throw invalid(`The parameter "${name}" holds a NUL character`, [
        { field: name, message: 'NUL characters are not allowed' },
      ]);
    form[name] = value;
  }
  return form;
}
