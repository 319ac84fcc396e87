import type { IncomingHttpHeaders } from 'node:http';
import { JsonSyntaxError, parseJson } from '@app/contract';
import { type MessageId, RpcRefusal, rpcCodes } from './rpc.ts';

/**
 * Revisions that begin with `initialize`, newest first: the first is offered to a client that asks for an unknown one.
 */
export const sessionRevisions = ['2025-11-25', '2025-06-18', '2025-03-26'] as const;
/** The revision that sends its metadata with every request. */
const STATELESS_REVISION = '2026-07-28';

/** Every revision that is spoken here, newest first: the one list that clients get, wherever they ask. */
export const revisions: readonly string[] = [STATELESS_REVISION, ...sessionRevisions];

/** A message as far as we must understand it before the library does. */
export interface Message {
  /** As `JSON.parse` reads it: what the library gets. */
  readonly plain: object;
  readonly method: string | undefined;
  readonly id: MessageId;
  /** Does it ask for an answer? */
  readonly isRequest: boolean;
  readonly params: Readonly<Record<string, unknown>>;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the one message of a request (docs/contract/tool-endpoint.md, "Messages"). `params` keep the text of their
 * numbers, since amounts are read from it.
 * @throws RpcRefusal 415 another media type · 400 what cannot be parsed, batches, revisions nobody speaks
 */
export function readMessage(headers: IncomingHttpHeaders, body: Buffer): Message {
  const type = (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
  if (type !== 'application/json')
    throw new RpcRefusal(
      415,
      rpcCodes.invalidRequest,
      `The media type "${type || 'none'}" is not taken here; send application/json`,
    );
  const { exact, plain } = parse(body);
  if (Array.isArray(exact))
    throw new RpcRefusal(400, rpcCodes.invalidRequest, 'Batches are not taken; send one message per request');
  if (!isObject(exact) || !isObject(plain))
    throw new RpcRefusal(400, rpcCodes.invalidRequest, 'The body must be one JSON-RPC 2.0 message, a JSON object');
  const id = isId(plain.id) ? plain.id : null;
  const method = typeof exact.method === 'string' ? exact.method : undefined;
  const params = isObject(exact.params) ? exact.params : {};
  const message: Message = { plain, method, id, isRequest: plain.id !== undefined, params };
  assertRevision(headers['mcp-protocol-version'], id);
  assertAgreement(headers, message);
  return message;
}

function parse(body: Buffer): { readonly exact: unknown; readonly plain: unknown } {
  try {
    const text = utf8.decode(body);
    return { exact: parseJson(text), plain: JSON.parse(text) };
  } catch (error) {
    const message = error instanceof JsonSyntaxError ? error.message : 'The body is not UTF-8 text';
    throw new RpcRefusal(400, rpcCodes.parseError, message);
  }
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isId = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';

/** Absent means 2025-03-26. */
function assertRevision(header: string | string[] | undefined, id: MessageId): void {
  if (header === undefined || revisions.includes(String(header).trim())) return;
  throw new RpcRefusal(
    400,
    rpcCodes.unsupportedVersion,
    `MCP-Protocol-Version must be one of ${revisions.join(', ')}`,
    {
      id,
      data: { supported: revisions, requested: String(header).slice(0, 100) },
    },
  );
}

/** Headers that repeat what the body says decide nothing, but they may not contradict it. */
function assertAgreement(headers: IncomingHttpHeaders, { method, id, params }: Message): void {
  const differs = (name: string, said: unknown): boolean => {
    const header = headers[name];
    // An encoded name is left to the library, which knows the encoding.
    return (
      typeof header === 'string' &&
      typeof said === 'string' &&
      header.trim() !== said &&
      !header.trim().startsWith('=?')
    );
  };
  const name = method === 'tools/call' ? 'mcp-name' : undefined;
  const wrong = differs('mcp-method', method)
    ? 'Mcp-Method'
    : name && differs(name, params.name)
      ? 'Mcp-Name'
      : undefined;
  if (wrong)
    throw new RpcRefusal(400, rpcCodes.headerMismatch, `The header ${wrong} says something else than the body`, { id });
}
