import type { ReplyHeaders } from './reply.ts';

/** The answer to a request as it went out, kept for a repeat with the same key. */
export interface Answer {
  readonly status: number;
  readonly contentType: string | null;
  readonly headers: ReplyHeaders;
  readonly body: Buffer;
  /**
   * What comes after `body`, when it is sent while it is made: never part of an answer that is kept. Ended by `return`
   * when nobody reads it.
   */
  readonly rest?: AsyncGenerator<Buffer, void>;
}

/** One keyed request (docs/contract/idempotency.md). */
export interface IdempotencyClaim {
  /** Who calls: user and client, else `client_id`, else the client address. */
  readonly caller: string;
  readonly method: string;
  /** The path without a trailing slash. */
  readonly path: string;
  readonly key: string;
  /** SHA-256 over the query string and the raw body bytes (for multipart: over its parts), hex. */
  readonly requestHash: string;
  /** The answer holds a secret or a token: encrypt it at rest. */
  readonly secret: boolean;
  /**
   * `transaction`: effect, outbox and answer commit together. `steps`: the operation spans services and several
   * transactions; it gets the claim's id as command key, so that a repeat after a crash continues instead of starting
   * over. `shared`: as `transaction`, and the transaction may be that of other requests too: the operation hands what
   * it writes to somebody who asks for the answer before the commit.
   */
  readonly mode: 'transaction' | 'shared' | 'steps';
}

/** An answer, and whether a repeat of the request shall get it too. */
export interface KeyedAnswer extends Answer {
  readonly kept: boolean;
}

export interface IdempotencyStore {
  /**
   * Runs `work` once per claim. `work` gets a command key that is the same for every try of one claim, and whether this
   * is certainly the first of them. A replayed answer names the client account that it is about, if any.
   * Throws `Failure` 422 `common.idempotency_mismatch` or 409 `common.idempotency_in_progress`.
   * An answer of 400 or above rolls the transaction back; one that is not `kept` frees the key.
   */
  run(
    claim: IdempotencyClaim,
    work: (commandKey: string, isFirstTry?: boolean) => Promise<KeyedAnswer>,
  ): Promise<{ readonly answer: Answer; readonly replayed: boolean; readonly account?: number | undefined }>;
  /** Runs `work` in a transaction that is rolled back: the dry run of a tool call (MCP-R11). */
  rehearse(work: () => Promise<Answer>): Promise<Answer>;
}

const printable = /^[\x20-\x7e]{1,255}$/;

/** An `Idempotency-Key` that may be one: 1 to 255 printable ASCII characters. */
export const isIdempotencyKey = (key: unknown): key is string => typeof key === 'string' && printable.test(key);
