import type { Answer } from '@app/contract';

/** Error codes of JSON-RPC 2.0, of the protocol, and our own for a missing scope (docs/contract/tool-endpoint.md). */
export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  insufficientScope: -32003,
  /** Revision 2026-07-28: headers and body disagree. */
  headerMismatch: -32020,
  /** Revision 2026-07-28: no common revision. */
  unsupportedVersion: -32022,
} as const;

export type MessageId = string | number | null;

/**
 * An error whose HTTP status is part of the contract; the library would answer it with another, or after it has begun
 * to work.
 */
export class RpcRefusal extends Error {
  readonly status: number;
  readonly code: number;
  readonly id: MessageId;
  readonly data: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: number,
    message: string,
    more: {
      readonly id?: MessageId;
      readonly data?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(message);
    this.name = 'RpcRefusal';
    this.status = status;
    this.code = code;
    this.id = more.id ?? null;
    this.data = more.data;
    this.headers = more.headers ?? {};
  }
}

export function refusalAnswer({ status, code, message, id, data, headers }: RpcRefusal): Answer {
  const body = { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } };
  return { status, contentType: JSON_TYPE, headers, body: Buffer.from(JSON.stringify(body)) };
}

export const JSON_TYPE = 'application/json; charset=utf-8';
