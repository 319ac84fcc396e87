import { createHash, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { currentContext, languageOf } from '@app/runtime';
import type { Request, Response } from 'express';
import type { RequestAccess } from './access-step.ts';
import { answerOf, type FailurePage, failureAnswer, failurePageAnswer, internalError, isKept, send } from './answer.ts';
import type { ApiOptions } from './api-options.ts';
import type { BodyRoom } from './body-room.ts';
import type { Call, Operation, RequestContext } from './call.ts';
import { headersFor } from './cookies.ts';
import { follow } from './cursor.ts';
import type { AnyEndpoint, Envelope } from './endpoint.ts';
import { Failure, invalid, isRefusal, notFound } from './failure.ts';
import { type Answer, type IdempotencyClaim, isIdempotencyKey } from './idempotency.ts';
import { negotiate, prefersPage } from './negotiate.ts';
import { Reply } from './reply.ts';
import { hashRequest, parseBody, readBody, readQuery } from './request.ts';
import { isStreamed, sendStreamed, streamedAnswer } from './streamed-answer.ts';
import { validate } from './validate.ts';

const JSON_TYPE = 'application/json';

/** Failures before the resource is known answer in the standard envelope, except on OAuth paths (GENX-R21). */
interface Stage {
  envelope: Envelope;
}

/**
 * One request through the order of checks (docs/contract/general.md), steps 3 to 11: credential, scope, key, body,
 * resource, access, role, fields, state.
 * Route and method were decided by the router, the rate limit by the gateway.
 */
export async function serveRequest<E extends AnyEndpoint, R>(
  { options, room }: { readonly options: ApiOptions; readonly room: BodyRoom },
  endpoint: E,
  operation: Operation<E, R>,
  request: Request,
  response: Response,
  requestId: string,
): Promise<void> {
  const stage: Stage = { envelope: endpoint.envelope.name === 'oauth' ? endpoint.envelope : options.standard };
  const answerFailure = (error: unknown): Answer => {
    const failure = error instanceof Failure ? error : internalError(error);
    if (failure.status >= 500) options.log.error({ err: error, operation: endpoint.name }, 'request failed');
    if (isRefusal(failure)) options.refused?.(endpoint, failure);
    options.failed?.(failure);
    const draw = pageFor(options, endpoint, request);
    if (draw) return failurePageAnswer(failure, requestId, languageOf(request.headers['accept-language']), draw);
    return failureAnswer(failure, stage.envelope, requestId, options.publicBaseUrl);
  };
  if (endpoint.secret) response.setHeader('Cache-Control', 'no-store');
  if (endpoint.alternatives) response.setHeader('Vary', 'Accept');
  let answer: Answer;
  let replayed = false;
  let assertAllowed = async (): Promise<void> => undefined;
  try {
    const headers = headersFor(options, endpoint, request);
    const { address, dryRun } = options.forwarded(request);
    const context = currentContext();
    if (context) context.address = address;
    const access = await options.access.authenticate(endpoint, request.headers.authorization);
    assertAllowed = () => access.assertStill();
    const key = readKey(request, endpoint);
    const body = await readBody(request, endpoint, () => room.enter(access.holder ?? address, response));
    const parse = once(() => parseBody(request, body, endpoint));
    const mode = modeOf(endpoint, request);
    if (dryRun || (key !== undefined && mode === 'transaction'))
      await Promise.all([
        access.note({ params: request.params, body: parse }),
        options.beforeTransaction?.().catch(() => undefined),
      ]);
    const work = async (commandKey: string, isFirstTry: boolean): Promise<{ answer: Answer; failure?: Failure }> => {
      stage.envelope = endpoint.envelope.name === 'oauth' ? endpoint.envelope : options.standard;
      try {
        const inputs = { request, headers, parse, access, requestId, address, commandKey, isFirstTry, dryRun, stage };
        return { answer: await perform(options, endpoint, operation, inputs) };
      } catch (error) {
        // Bugs and lost transactions go up, so that the transaction around them is rolled back and tried again where
        // that helps.
        if (!(error instanceof Failure)) throw error;
        return { answer: answerFailure(error), failure: error };
      }
    };
    if (dryRun) {
      answer = await options.idempotency.rehearse(async () => (await work(randomUUID(), true)).answer);
    } else if (key === undefined) {
      answer = (await work(randomUUID(), true)).answer;
    } else {
      const claim = {
        caller: callerOf(access, request.headers, body, address),
        method: request.method,
        path: canonicalPath(endpoint, request),
        key,
        requestHash: hashRequest(request.url, body, request.headers['content-type']),
        secret: endpoint.secret ?? false,
        mode,
      };
      const kept = await options.idempotency.run(claim, async (commandKey, isFirstTry = false) => {
        const done = await work(commandKey, isFirstTry);
        return { ...done.answer, kept: isKept(done.answer, done.failure) };
      });
      // What was kept was decided upon when it was made: whoever has lost access since is not shown it again.
      if (kept.replayed && kept.account !== undefined && kept.answer.status !== 403) {
        stage.envelope = endpoint.envelope;
        await access.assertStill(kept.account);
      }
      ({ answer, replayed } = kept);
    }
  } catch (error) {
    answer = answerFailure(error);
  }
  if (replayed) response.setHeader('Idempotent-Replayed', 'true');
  const { rest } = answer;
  if (rest === undefined) return send(response, asAskedFor(options, endpoint, request, answer), endpoint);
  const failed = (error: unknown): void => {
    // Who may have no more of it is no fault of ours.
    if (error instanceof Failure && isRefusal(error)) options.refused?.(endpoint, error);
    else if (!(error instanceof Failure) || error.status >= 500)
      options.log.error({ err: error, operation: endpoint.name }, 'an answer broke off');
  };
  await sendStreamed(
    response,
    { ...answer, rest },
    { secret: endpoint.secret, assertAllowed, failed, longestMillis: options.longestStreamMillis },
  );
}

/** An answer in the caller's language, where it holds failures: those are made and kept in English. */
export const asAskedFor = (
  { inLanguageOf }: Pick<ApiOptions, 'inLanguageOf'>,
  endpoint: AnyEndpoint | undefined,
  { headers }: Pick<Request, 'headers'>,
  answer: Answer,
): Answer =>
  inLanguageOf && (answer.status >= 400 || endpoint?.holdsFailures)
    ? inLanguageOf(answer, headers['accept-language'])
    : answer;

/**
 * An answer that shows other records as well reads them before the commit: such a request has a transaction of its own.
 */
function modeOf({ idempotency = 'transaction' }: AnyEndpoint, { url }: Request): IdempotencyClaim['mode'] {
  return idempotency === 'shared' && /[?&]with=/.test(url) ? 'transaction' : idempotency;
}

/** Gives what the first call gave; one that throws is made again. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** What draws the failures of a request, when a person's browser asks for a page. */
export const pageFor = (
  options: Pick<ApiOptions, 'failurePage'>,
  endpoint: AnyEndpoint | undefined,
  { headers }: Pick<Request, 'headers'>,
): FailurePage | undefined => (endpoint?.forPeople && prefersPage(headers.accept) ? options.failurePage : undefined);

function readKey(request: Request, endpoint: AnyEndpoint): string | undefined {
  const key = request.headers['idempotency-key'];
  if (request.method !== 'POST' || key === undefined) return undefined;
  if (isIdempotencyKey(key)) return key;
  const message = 'Idempotency-Key must be 1 to 255 printable ASCII characters';
  throw invalid(
    message,
    [{ field: 'Idempotency-Key', message }],
    endpoint.envelope.name === 'oauth' ? 'invalid_request' : undefined,
  );
}

/**
 * Who a key belongs to: the caller that access names, else the client that names itself, else the address. Whoever does not send the
 * same credentials is somebody else: a stored answer is given out before anything is checked, and credentials in
 * headers are not part of the compared body.
 */
function callerOf({ keyOwner }: RequestAccess, headers: IncomingHttpHeaders, body: Buffer, address: string): string {
  if (keyOwner !== undefined) return keyOwner;
  const { authorization, cookie } = headers;
  const basic = /^basic +([\w+/=-]+)$/i.exec(authorization ?? '')?.[1];
  const named = basic === undefined ? undefined : Buffer.from(basic, 'base64').toString('latin1').split(':', 1)[0];
  const clientId = named || /(?:^|&)client_id=([^&]{1,200})/.exec(body.toString('latin1'))?.[1];
  const caller = clientId ? `client:${clientId}` : `address:${address}`;
  if (authorization === undefined && cookie === undefined) return caller;
  return `${caller}:${createHash('sha256')
    .update(JSON.stringify([authorization, cookie]))
    .digest('base64url')}`;
}

/** The declared path with its parameters filled in: the same for both prefixes and with or without a trailing slash. */
const canonicalPath = (endpoint: AnyEndpoint, request: Request): string =>
  endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => String(request.params[name] ?? '')).replace(/\/$/, '');

interface Inputs {
  readonly request: Request;
  /** As the operation sees them. */
  readonly headers: IncomingHttpHeaders;
  /** The body, read from its bytes once. @throws Failure 400, 415 */
  readonly parse: () => unknown;
  readonly access: RequestAccess;
  readonly requestId: string;
  readonly address: string;
  readonly commandKey: string;
  readonly isFirstTry: boolean;
  readonly dryRun: boolean;
  readonly stage: Stage;
}

async function perform<E extends AnyEndpoint, R>(
  options: ApiOptions,
  endpoint: E,
  operation: Operation<E, R>,
  inputs: Inputs,
): Promise<Answer> {
  const { request, access, stage } = inputs;
  const rawBody = inputs.parse();
  const { values: rawQuery, fault: queryFault } = readQuery(request.url);
  stage.envelope = endpoint.envelope;
  const context = requestContextOf(endpoint, inputs);
  const resource = operation.load ? await operation.load(context) : (undefined as R);
  const sources = { query: rawQuery, body: rawBody, params: request.params };
  const decision = await access.decide(operation, context, resource, sources);
  const offered = endpoint.offered ?? (endpoint.alternatives && [JSON_TYPE, ...endpoint.alternatives]);
  const mediaType = offered ? negotiate(request.headers.accept, offered) : JSON_TYPE;
  if (queryFault) throw queryFault;
  const { query: wholeQuery, following } = follow(endpoint, rawQuery, options.access.queryField(endpoint));
  const query = endpoint.query ? validate(endpoint.query, wholeQuery, 'query') : {};
  const body = endpoint.body ? validate(endpoint.body, rawBody, 'body') : undefined;
  decision.assertState(request.method);
  // Plain properties: those that are defined one by one make it a slow object, for every request.
  const call = Object.assign(context, { query, body, resource, mediaType, following }) as unknown as Call<E, R>;
  decision.addTo(call);
  const result = await operation.handle(call);
  const render = operation.render?.[mediaType];
  const rendered = render && !(result instanceof Reply) ? await render(result, call) : result;
  const answer =
    rendered instanceof Reply && isStreamed(rendered) ? await streamedAnswer(rendered) : answerOf(endpoint, rendered);
  if (answer.rest && endpoint.methods.some((method) => method !== 'GET')) {
    await answer.rest.return();
    never(`${endpoint.name} streams an answer that a repeat of the request would need`);
  }
  if (answer.headers['Set-Cookie'] !== undefined && !endpoint.cookies)
    never(`${endpoint.name} sets a cookie and does not declare it`);
  return answer;
}

function never(why: string): never {
  throw new Error(`Mistake in an operation: ${why}`);
}

function requestContextOf<E extends AnyEndpoint>(endpoint: E, inputs: Inputs): RequestContext<E> {
  const { request } = inputs;
  const parsed = endpoint.params?.safeParse(request.params);
  if (parsed && !parsed.success) throw notFound('There is nothing at this address', endpoint.notFoundCode);
  const context = {
    params: parsed?.data ?? {},
    method: request.method,
    requestId: inputs.requestId,
    headers: inputs.headers,
    url: request.originalUrl,
    address: inputs.address,
    language: languageOf(request.headers['accept-language']),
    commandKey: inputs.commandKey,
    isFirstTry: inputs.isFirstTry,
    dryRun: inputs.dryRun,
  };
  inputs.access.addTo(context);
  return context as unknown as RequestContext<E>;
}
