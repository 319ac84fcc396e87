import type { IncomingMessage, ServerResponse } from 'node:http';
import { forbidden, type Guard, hasScope, type Principal } from '@app/access';
import { standard } from '@app/api/envelopes';
import { callTools } from '@app/api/gateway/mcp';
import { type Answer, errorPagePath, failureAnswer, readBody, send } from '@app/contract';
import { Failure, insufficientScope } from '@app/contract/failure';
import { GATEWAY_HEADER, readForwarded } from '@app/identity';
import type { Verifier } from '@app/runtime';
import { inLanguageOf } from '@app/translation';
import type { RequestHandler } from 'express';
import type { InFlight } from '../in-flight.ts';
import { noteOn } from '../request-log/notes.ts';
import { BadArguments, type Caller, createToolCaller, type ToolCallerOptions } from './call-tool.ts';
import { mayCall, type ToolCatalog } from './catalog.ts';
import { createProtocol, InvalidParams, type Protocol, type Session } from './protocol.ts';
import { isObject, type Message, readMessage } from './read-message.ts';
import { JSON_TYPE, RpcRefusal, refusalAnswer, rpcCodes } from './rpc.ts';

export interface ToolEndpointOptions extends ToolCallerOptions {
  readonly catalog: ToolCatalog;
  /** Takes the audiences of the tool endpoint only (TKN-R35). */
  readonly guard: Pick<Guard, 'authenticate'>;
  readonly inFlight: Pick<InFlight, 'enterCaller'>;
  /** Origins besides our own whose pages may call. */
  readonly allowedOrigins: ReadonlySet<string>;
  /** Called with every message that is refused for who sends it, or for what they may. */
  readonly refused: (failure: Pick<Failure, 'status' | 'code' | 'details'>) => void;
  /** Reads what the gateway itself found out about the request. */
  readonly verifier: Verifier;
}

export interface ToolEndpoint {
  readonly handle: RequestHandler;
  close(): Promise<void>;
}

/**
 * `POST /mcp` (docs/contract/tool-endpoint.md). Around the library stands what it would answer with another status or
 * too late: origin, credential, media type, syntax, batches, revisions, and the scope of a tool, which is refused
 * before anything is executed.
 */
export function createToolEndpoint(options: ToolEndpointOptions): ToolEndpoint {
  const protocol = createProtocol((error) => options.logger.info({ err: error }, 'a tool message was refused'));
  const callTool = createToolCaller(options);
  const serve = createExchange(options, protocol, callTool);
  return {
    handle: async (request, response) => {
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      const answer = await serve(request, response, gone.signal).catch((error: unknown) =>
        refuse(options, response, error),
      );
      if (!response.destroyed) send(response, inLanguageOf(answer, request.headers['accept-language']));
    },
    close: () => protocol.close(),
  };
}

function createExchange(
  options: ToolEndpointOptions,
  protocol: Protocol,
  callTool: ReturnType<typeof createToolCaller>,
) {
  const { catalog, verifier, publicBaseUrl } = options;
  const address = `${publicBaseUrl}/mcp`;

  return async (request: IncomingMessage, response: ServerResponse, signal: AbortSignal): Promise<Answer> => {
    assertOrigin(options, request.headers.origin);
    const principal = await authenticate(options, request.headers.authorization);
    if (principal.clientId !== null) noteOn(response, { clientId: principal.clientId });
    options.inFlight.enterCaller(principal, response);
    const { scopes } = principal;
    const body = await readBody(request, callTools);
    const message = readMessage(request.headers, body);
    assertScope(options, message, scopes);
    const session: Session = {
      tools: catalog.listFor(scopes),
      call: () => {
        const { name, arguments: given = {}, _meta: meta } = message.params;
        const tool = typeof name === 'string' ? catalog.find(name) : undefined;
        if (!tool)
          throw new InvalidParams(`There is no tool "${String(name).slice(0, 100)}"; tools/list names those there are`);
        if (!isObject(given)) throw new InvalidParams('"arguments" must be an object');
        noteOn(response, { tool: tool.description.name });
        const caller: Caller = {
          authorization: request.headers.authorization!,
          address:
            readForwarded(verifier, 'gateway', request.headers[GATEWAY_HEADER])?.address ??
            request.socket.remoteAddress ??
            '',
          requestId: String(response.getHeader('X-Request-Id')),
          traceparent: request.headers.traceparent as string | undefined,
          language: request.headers['accept-language'],
          signal,
        };
        const idempotencyKey = (isObject(meta) ? meta.idempotencyKey : undefined) ?? request.headers['idempotency-key'];
        return callTool({ tool, arguments: given, idempotencyKey, caller }).then(
          (result) => {
            const { error } = result.structuredContent;
            if (result.isError && isObject(error)) noteOn(response, { code: String(error.code) });
            return result;
          },
          (error: unknown) => {
            throw error instanceof BadArguments ? new InvalidParams(error.message) : error;
          },
        );
      },
    };
    return answerOf(await protocol.answer(protocolRequest(address, request, signal), message, session));
  };
}

/** The request as the library needs it. Whatever a client accepts, it gets JSON. */
function protocolRequest(address: string, { headers }: IncomingMessage, signal: AbortSignal): Request {
  const passed = ['mcp-protocol-version', 'mcp-method', 'mcp-name'].flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  const fixed: [string, string][] = [
    ['content-type', 'application/json'],
    ['accept', 'application/json, text/event-stream'],
  ];
  return new Request(address, { method: 'POST', headers: [...fixed, ...passed], signal });
}

async function answerOf(response: Response): Promise<Answer> {
  const body = Buffer.from(await response.arrayBuffer());
  return { status: response.status, contentType: body.length === 0 ? null : JSON_TYPE, headers: {}, body };
}

/** A page that another site has led here by renaming itself (DNS rebinding) still says where it came from. */
function assertOrigin({ publicBaseUrl, allowedOrigins }: ToolEndpointOptions, origin: string | undefined): void {
  if (origin === undefined || origin === publicBaseUrl || allowedOrigins.has(origin)) return;
  const { code, message, details } = forbidden('Pages of this origin may not call the tool endpoint');
  throw new Failure(code, 403, message, {
    details,
    headers: { 'WWW-Authenticate': `Bearer realm="api", ${metadataOf(publicBaseUrl)}` },
  });
}

async function authenticate(
  { guard, publicBaseUrl }: ToolEndpointOptions,
  authorization: string | undefined,
): Promise<Principal> {
  const principal = await guard.authenticate(authorization, ['access']).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.code !== 'common.unauthorized') throw error;
    const bad = error.headers?.['x-credential'] === 'bad';
    const challenge = `Bearer realm="api", ${metadataOf(publicBaseUrl)}`;
    throw new Failure(error.code, 401, error.message, {
      headers: { 'WWW-Authenticate': bad ? `${challenge}, error="invalid_token"` : challenge },
    });
  });
  if (!hasScope(principal.scopes, 'read')) throw lacking('read', publicBaseUrl);
  return principal;
}

/** Where a client learns how to get a token for this endpoint (RFC 9728 section 5.1): said on every 401 and 403. */
const metadataOf = (publicBaseUrl: string): string =>
  `resource_metadata="${publicBaseUrl}/.well-known/oauth-protected-resource/mcp"`;

/** The challenge of a token that may not do this (RFC 6750 section 3.1). */
const scopeChallenge = (scope: string, publicBaseUrl: string) => ({
  'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}", ${metadataOf(publicBaseUrl)}`,
});

function lacking(scope: string, publicBaseUrl: string): Failure {
  const { code, message, details } = insufficientScope(scope);
  return new Failure(code, 403, message, { details, headers: scopeChallenge(scope, publicBaseUrl) });
}

/** By the name in the body, from the table that makes the list, so that what is not listed cannot be called. */
function assertScope(
  { catalog, publicBaseUrl }: ToolEndpointOptions,
  { method, isRequest, id, params }: Message,
  scopes: ReadonlySet<string>,
): void {
  if (method !== 'tools/call' || !isRequest || typeof params.name !== 'string') return;
  const tool = catalog.find(params.name);
  if (!tool || mayCall(tool, scopes)) return;
  const { code, message, details } = insufficientScope('write');
  throw new RpcRefusal(403, rpcCodes.insufficientScope, message, {
    id,
    data: { code, message, doc_url: publicBaseUrl + errorPagePath(code), details },
    headers: scopeChallenge('write', publicBaseUrl),
  });
}

function refuse(
  { logger, publicBaseUrl, refused }: ToolEndpointOptions,
  response: ServerResponse,
  error: unknown,
): Answer {
  if (error instanceof RpcRefusal) {
    if (error.status === 403)
      refused({ status: 403, code: 'common.insufficient_scope', details: { missing: 'scope' } });
    return refusalAnswer(error);
  }
  // A client that went away in the middle of its body is no fault of ours.
  if (!(error instanceof Failure) && !response.destroyed)
    logger.error({ err: error }, 'a tool message could not be answered');
  const failure =
    error instanceof Failure ? error : new Failure('common.internal_error', 500, 'Something failed on our side');
  if (failure.status === 403 || failure.headers?.['WWW-Authenticate']?.includes('error="invalid_token"'))
    refused(failure);
  return failureAnswer(failure, standard, String(response.getHeader('X-Request-Id')), publicBaseUrl);
}
