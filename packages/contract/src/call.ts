import type { IncomingHttpHeaders } from 'node:http';
import type { Language } from '@app/runtime';
import type { z } from 'zod';
import type { CallAccess, CallerContext, OperationAccess } from './access-types.ts';
import type { Following } from './cursor.ts';
import type { Endpoint } from './endpoint.ts';
import type { Reply } from './reply.ts';

// biome-ignore lint/suspicious/noExplicitAny: the schemas of an endpoint are only known through inference
type Any = any;

type Params<E> = E extends Endpoint<infer P, Any, Any, Any> ? z.output<P> : never;
type Query<E> = E extends Endpoint<Any, infer Q, Any, Any> ? z.output<Q> : never;
type Body<E> = E extends Endpoint<Any, Any, infer B, Any> ? z.output<B> : never;
type Output<E> = E extends Endpoint<Any, Any, Any, infer O> ? z.input<O> : never;

/** What is known of a request before its fields are validated: enough to find the resource of its path. */
export interface RequestContext<E> extends CallerContext {
  readonly params: Params<E>;
  readonly method: string;
  readonly requestId: string;
  readonly headers: IncomingHttpHeaders;
  /** Path and query as sent. */
  readonly url: string;
  /** The client's address as the gateway saw it. */
  readonly address: string;
  readonly language: Language;
  /**
   * The same for every try of one `Idempotency-Key`, unique otherwise: what a command to another service is keyed with.
   */
  readonly commandKey: string;
  /** The key was made for this very try: no earlier one can have left anything under it. */
  readonly isFirstTry: boolean;
  /** Is this a dry run, to be rolled back? Then nothing may leave the database. */
  readonly dryRun: boolean;
}

/** A request that passed every general check. */
export interface Call<E, R = undefined> extends RequestContext<E>, CallAccess {
  readonly query: Query<E>;
  readonly body: Body<E>;
  /** What `load` returned. */
  readonly resource: R;
  /** What the caller likes best of what the endpoint offers: JSON and its alternatives, unless it says otherwise. */
  readonly mediaType: string;
  /** Where the request stands in a list that can be followed by `cursor`. */
  readonly following: Following;
}

export interface Operation<E, R> extends OperationAccess<R> {
  /**
   * Finds the resource of the path; throws 404. Runs before access, role and field validation (GENX-R17).
   */
  readonly load?: (context: RequestContext<E>) => Promise<R>;
  readonly handle: (call: Call<E, R>) => Promise<Output<E> | Reply>;
  /** One renderer per media type of `alternatives`. */
  readonly render?: Readonly<Record<string, (output: Output<E>, call: Call<E, R>) => Promise<Reply>>>;
}
