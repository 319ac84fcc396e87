import { type AnyEndpoint, parseExact } from '@app/contract';
import { Failure, invalid, unavailable } from '@app/contract/failure';
import { type Tool, toolRequest } from '@app/contract/tools';
import { GATEWAY_HEADER, NOT_READY_HEADER, signForwarded } from '@app/identity';
import { errorType, type Logger, openSpanIn, type Signer } from '@app/runtime';
import type { Dispatcher, Pool } from 'undici';
import { NotTaken } from '../forward/greeting.ts';
import { type ServiceLinks, wasNotTaken } from '../forward/service-links.ts';
import type { Verdict } from '../rate-limits/limiter.ts';
import { describeCall, setOutcome } from '../request-trace.ts';
import { readMaxRows } from './fit-answer.ts';
import { type Called, failureResult, refusedResult, successResult, type ToolResult } from './tool-result.ts';

/** Milliseconds a service may take for its whole answer; as long as the gateway waits for it elsewhere. */
const CALL_TIMEOUT_MILLIS = 65_000;
/** Bytes of an answer: far more than an assistant can read, and what the gateway is willing to hold. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** Whom a tool is called for, and what distinguishes the call from others. */
export interface Caller {
  readonly authorization: string;
  readonly address: string;
  readonly requestId: string;
  readonly traceparent: string | undefined;
  readonly language: string | undefined;
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
}

export interface ToolCall {
  readonly tool: Tool;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** As the client sent it; the endpoint judges it. */
  readonly idempotencyKey: unknown;
  readonly caller: Caller;
}

/** Arguments that no request can be made of: -32602, and nothing was asked. */
export class BadArguments extends Error {}

export interface ToolCallerOptions {
  /** Where each service answers HTTP. */
  readonly origins: ReadonlyMap<string, URL>;
  readonly links: ServiceLinks;
  readonly checkLimit: (endpoint: AnyEndpoint, method: string, address: string) => Promise<Verdict | undefined>;
  /** Signs what the gateway says to services. */
  readonly signer: Signer;
  readonly publicBaseUrl: string;
  readonly logger: Pick<Logger, 'error' | 'info'>;
}

/**
 * Calls a tool: one request to the endpoint it stands for, with the caller's own token, so that access, validation and
 * refusals are the endpoint's. A dry run is the same request; the service runs it in a transaction that it rolls back.
 * Waits for a service that is being restarted as every request does, and is tried again only when no service has looked
 * at it.
 * @throws BadArguments
 */
export function createToolCaller(options: ToolCallerOptions): (call: ToolCall) => Promise<ToolResult> {
  return async (call) => {
    const { name } = call.tool.description;
    const isDryRun = readDryRun(call);
    const asked = prepare(call);
    const { requestId, language } = call.caller;
    const { publicBaseUrl } = options;
    const called: Called = { tool: call.tool, arguments: call.arguments, requestId, publicBaseUrl, isDryRun, language };
    const startedAt = performance.now();
    let result: ToolResult;
    try {
      const { status, body } = await ask(options, call, asked, isDryRun);
      result = status < 400 ? successResult(body, called) : refusedResult(status, body, called);
    } catch (error) {
      if (!(error instanceof Failure) || error.status >= 500)
        options.logger.error({ err: error, tool: name }, 'a tool could not be called');
      const failure =
        error instanceof Failure ? error : new Failure('common.internal_error', 500, 'Something failed on our side');
      result = failureResult(failure, called);
    }
    const ms = Math.round(performance.now() - startedAt);
    options.logger.info({ tool: name, dry_run: isDryRun, failed: result.isError, ms }, 'tool call');
    return result;
  };
}

function readDryRun({ tool, arguments: given }: ToolCall): boolean {
  if (tool.isReadOnly || given.dry_run === undefined) return false;
  if (typeof given.dry_run !== 'boolean')
    throw new BadArguments('"dry_run" must be true or false; nothing was executed');
  return given.dry_run;
}

function prepare({ tool, arguments: given }: ToolCall): ReturnType<typeof toolRequest> {
  try {
    if (tool.maxRows) readMaxRows(given.max_rows, tool.maxRows);
    return toolRequest(tool, given);
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError)
      throw new BadArguments(`${tool.description.name}: ${error.message}`);
    throw error;
  }
}

interface Heard {
  readonly status: number;
  readonly body: unknown;
}

async function ask(
  { origins, links, checkLimit, signer }: ToolCallerOptions,
  { tool: { endpoint }, idempotencyKey, caller }: ToolCall,
  { method, target, body }: ReturnType<typeof toolRequest>,
  isDryRun: boolean,
): Promise<Heard> {
  const verdict = await checkLimit(endpoint, method, caller.address);
  if (verdict?.failure) throw verdict.failure;
  const origin = origins.get(endpoint.service);
  if (!origin) throw unavailable(`The ${endpoint.service} service is unavailable; try again in a moment`);
  const span = openSpanIn(caller.traceparent, () => describeCall(endpoint, origin, method));
  const traceparent = span?.traceparent ?? caller.traceparent;
  const headers: Record<string, string> = {
    Accept: 'application/json',
    // Read here, over a short way: compressing would only cost.
    'Accept-Encoding': 'identity',
    Authorization: caller.authorization,
    'X-Request-Id': caller.requestId,
    [GATEWAY_HEADER]: signForwarded(signer, endpoint.service, { address: caller.address, dryRun: isDryRun }),
    ...(traceparent === undefined ? {} : { Traceparent: traceparent }),
    ...(caller.language === undefined ? {} : { 'Accept-Language': caller.language }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': readKey(idempotencyKey) }),
  };
  const signal = AbortSignal.any([caller.signal, AbortSignal.timeout(CALL_TIMEOUT_MILLIS)]);
  try {
    const response = await links.untilTaken(
      endpoint.service,
      () => signal.aborted,
      () =>
        send(links.poolOf(origin), {
          path: target,
          method: method as Dispatcher.HttpMethod,
          headers,
          body: body ?? null,
          signal,
        }),
    );
    const text = await readText(response.body);
    if (span) setOutcome(span, response.statusCode, 400);
    const isJson = /^application\/json\b/.test(String(response.headers['content-type'] ?? ''));
    return { status: response.statusCode, body: isJson ? parseExact(text) : undefined };
  } catch (error) {
    span?.fail(errorType(error));
    if (error instanceof Failure) throw error;
    if (wasNotTaken(error))
      throw unavailable(`The ${endpoint.service} service is away; nothing was done, try again in a moment`, error);
    throw unavailable(`The ${endpoint.service} service did not answer; whether it did the work is not known`, error);
  } finally {
    span?.end();
  }
}

/** @throws NotTaken when a service that is starting or stopping sent the request back */
async function send(pool: Pool, request: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
  const response = await pool.request(request);
  if (response.statusCode !== 503 || response.headers[NOT_READY_HEADER] === undefined) return response;
  await response.body.dump();
  throw new NotTaken('The service takes no work at the moment');
}

/** As the endpoint itself judges the header (IDEM-R07); a header could not carry anything else. */
function readKey(key: unknown): string {
  if (typeof key === 'string' && /^[\x20-\x7e]{1,255}$/.test(key)) return key;
  const message = 'Idempotency-Key must be 1 to 255 printable ASCII characters';
  throw invalid(message, [{ field: 'Idempotency-Key', message }]);
}

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw tooMuch;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const tooMuch = new Failure(
  'common.payload_too_large',
  413,
  `The answer is larger than the ${MAX_ANSWER_BYTES} bytes that a tool gives; ask for fewer records, with per_page or a shorter period`,
  { details: { limit: MAX_ANSWER_BYTES } },
);
