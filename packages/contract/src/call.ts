import type { IncomingHttpHeaders } from 'node:http';
import type { Language } from '@app/runtime';
import type { z } from 'zod';
import type { Following } from './cursor.ts';
import type { Endpoint } from './endpoint.ts';
import type { AccountAccess, Permission, Principal } from './guard.ts';
import type { Reply } from './reply.ts';

// biome-ignore lint/suspicious/noExplicitAny: the schemas of an endpoint are only known through inference
type Any = any;

type Params<E> = E extends Endpoint<infer P, Any, Any, Any> ? z.output<P> : never;
type Query<E> = E extends Endpoint<Any, infer Q, Any, Any> ? z.output<Q> : never;
type Body<E> = E extends Endpoint<Any, Any, infer B, Any> ? z.output<B> : never;
type Output<E> = E extends Endpoint<Any, Any, Any, infer O> ? z.input<O> : never;

/** What is known of a request before its fields are validated: enough to find the resource of its path. */
export interface RequestContext<E> {
  readonly params: Params<E>;
  /** The caller; on `auth: 'public'` endpoints there is none and reading it is a mistake of ours that throws. */
  readonly principal: Principal;
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
  /** Is this a dry run, to be rolled back? Then nothing may leave the database. */
  readonly dryRun: boolean;
  /**
   * Access to an account that only the operation knows; throws 403 `common.forbidden` (or `denied`), which does not
   * name it.
   */
  requireAccount(
    clientAccountId: number,
    options?: { readonly permission?: Permission; readonly denied?: string },
  ): Promise<AccountAccess>;
}

/** A request that passed every general check. */
export interface Call<E, R = undefined> extends RequestContext<E> {
  readonly query: Query<E>;
  readonly body: Body<E>;
  /** What `load` returned. */
  readonly resource: R;
  /** Access to the account that `account` names, or to the resource's; reading it where there is none throws. */
  readonly account: AccountAccess;
  /** The accounts of a `list` account field: those asked for, or all that the caller reaches. */
  readonly accounts: readonly AccountAccess[];
  /** What the caller likes best of JSON and the endpoint's alternatives. */
  readonly mediaType: string;
  /** Where the request stands in a list that can be followed by `cursor`. */
  readonly following: Following;
}

export interface Operation<E, R> {
  /**
   * Finds the resource of the path: throws 404, and names the client account that guards it (null when access is not by
   * account). Runs before access, role and field validation (GENX-R17).
   */
  readonly load?: (context: RequestContext<E>) => Promise<R>;
  /** Which client account guards the loaded resource. */
  readonly accountOf?: (resource: R) => number | null;
  readonly handle: (call: Call<E, R>) => Promise<Output<E> | Reply>;
  /** One renderer per media type of `alternatives`. */
  readonly render?: Readonly<Record<string, (output: Output<E>, call: Call<E, R>) => Promise<Reply>>>;
}
