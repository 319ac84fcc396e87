import { API_VERSION } from '@app/api/version';
import type { ToolDescription } from '@app/contract/tools';
import {
  createMcpHandler,
  isLegacyRequest,
  type jsonSchemaValidator,
  ProtocolError,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { instructions } from './instructions.ts';
import { isObject, type Message, revisions, sessionRevisions } from './read-message.ts';
import { RpcRefusal, rpcCodes } from './rpc.ts';
import type { ToolResult } from './tool-result.ts';

/** What one message may see and do. */
export interface Session {
  readonly tools: readonly ToolDescription[];
  /** Answers `tools/call`. @throws InvalidParams */
  readonly call: () => Promise<ToolResult>;
}

/** Arguments or a tool name that cannot be called: -32602 in a plain 200. */
export class InvalidParams extends ProtocolError {
  constructor(message: string) {
    super(rpcCodes.invalidParams, message);
  }
}

/**
 * Milliseconds for which a client of revision 2026-07-28 may keep the list: it changes only when the platform is
 * updated.
 */
const LIST_LIFE_MILLIS = 5 * 60_000;

const serverInfo = { name: 'accounting-platform', title: 'Accounting platform', version: API_VERSION };

/**
 * We ask clients for nothing, so nothing they answer is ever validated; the library would make a validator per request.
 */
const noValidator: jsonSchemaValidator = {
  getValidator: () => {
    throw new Error('Nothing is asked of clients');
  },
};

/** The protocol, spoken by the official library. */
export interface Protocol {
  /** Answers one message; `request` carries the protocol's headers and ends when the client goes away. */
  answer(request: Request, message: Message, session: Session): Promise<Response>;
  close(): Promise<void>;
}

/**
 * Both generations of the protocol over one set of handlers, without sessions: every message gets a server of its own.
 * Revisions with `initialize` go through the library's session transport in its JSON mode (its own fallback would
 * answer as an event stream); 2026-07-28 goes through the library's entry for it.
 */
export function createProtocol(onError: (error: Error) => void): Protocol {
  const sessions = new WeakMap<Request, Session>();
  const stateless = createMcpHandler(({ requestInfo }) => createServer(sessions.get(requestInfo!)!), {
    legacy: 'reject',
    keepAliveMs: 0,
  });
  return {
    answer: async (request, message, session) => {
      // Subscriptions are event streams, and nothing here changes while the platform runs.
      if (message.method === 'subscriptions/listen')
        throw new RpcRefusal(404, rpcCodes.methodNotFound, 'Method not found', { id: message.id });
      if (!(await isLegacyRequest(request, message.plain))) {
        sessions.set(request, session);
        return withEveryRevision(message, await stateless.fetch(request, { parsedBody: message.plain }));
      }
      const server = createServer(session, onError);
      try {
        const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
        await server.connect(transport);
        return await transport.handleRequest(request, { parsedBody: message.plain });
      } finally {
        await server.close();
      }
    },
    close: () => stateless.close(),
  };
}

/**
 * The library states only the revisions of its newer way; whoever is shown the supported ones anywhere is shown all of
 * them.
 */
async function withEveryRevision({ method }: Message, response: Response): Promise<Response> {
  if (method !== 'server/discover' && response.ok) return response;
  const text = await response.text();
  const { status, headers } = response;
  if (!headers.get('content-type')?.startsWith('application/json')) return new Response(text, { status, headers });
  const answer = JSON.parse(text) as { result?: unknown; error?: { code?: unknown; data?: unknown } };
  const { result, error } = answer;
  if (isObject(result) && 'supportedVersions' in result) answer.result = { ...result, supportedVersions: revisions };
  if (error?.code === rpcCodes.unsupportedVersion && isObject(error.data))
    error.data = { ...error.data, supported: revisions };
  return new Response(JSON.stringify(answer), { status, headers });
}

function createServer({ tools, call }: Session, onError?: (error: Error) => void): Server {
  const server = new Server(serverInfo, {
    capabilities: { tools: { listChanged: false } },
    instructions,
    supportedProtocolVersions: [...sessionRevisions],
    jsonSchemaValidator: noValidator,
    cacheHints: { 'tools/list': { ttlMs: LIST_LIFE_MILLIS, cacheScope: 'private' } },
  });
  if (onError) server.onerror = onError;
  server.setRequestHandler('tools/list', () => ({ tools: tools as never }));
  server.setRequestHandler('tools/call', async () => (await call()) as never);
  return server;
}
