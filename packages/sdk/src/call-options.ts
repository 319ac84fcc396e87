import type { FileAnswer, FileStream } from './files.ts';
import type { Operation } from './operation.ts';

/** What one call does differently from the others of its client. */
export interface CallOptions {
  /** Key of this request; POSTs get a random one of their own. */
  readonly idempotencyKey?: string;
  readonly requestId?: string;
  readonly language?: 'nob' | 'eng';
  readonly signal?: AbortSignal;
  /** Milliseconds that one try may take; those of the client by default. */
  readonly timeout?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One operation of the API: call it with the fields of path, query and body in one object. */
export interface Method<Input, Output> {
  (input: Input, options?: CallOptions): Promise<Output>;
  /** The same call, answered in another media type. */
  as(mediaType: string, input: Input, options?: CallOptions): Promise<FileAnswer>;
  /** The same, while it arrives: for files of any size. The time limit ends when the answer begins. */
  stream(mediaType: string, input: Input, options?: CallOptions): Promise<FileStream>;
  readonly operation: Operation;
}

/** An operation that needs no field. */
export interface OptionalMethod<Input, Output> {
  (input?: Input, options?: CallOptions): Promise<Output>;
  /** The same call, answered in another media type. */
  as(mediaType: string, input?: Input, options?: CallOptions): Promise<FileAnswer>;
  /** The same, while it arrives: for files of any size. The time limit ends when the answer begins. */
  stream(mediaType: string, input?: Input, options?: CallOptions): Promise<FileStream>;
  readonly operation: Operation;
}
