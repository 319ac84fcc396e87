import type { CallerContext, OperationAccess } from './access-types.ts';
import type { AnyEndpoint } from './endpoint.ts';

/** The parts of a request, not validated, by which access may be decided. */
export interface AccessSources {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/**
 * Decides who calls and what they may; given to `createApi`, which asks it in the order of checks
 * (docs/contract/general.md) and knows nothing of roles itself. Each method throws `Failure` 503 when a decision cannot
 * be had: never access in doubt.
 */
export interface AccessStep {
  /**
   * Credential and scope, steps 3 and 4; nobody is asked on a public endpoint.
   * @throws Failure 401, 403
   */
  authenticate(endpoint: AnyEndpoint, authorization: string | undefined): Promise<RequestAccess>;
  /** The parameter of the query by which access is decided: a cursor never brings it. */
  queryField(endpoint: AnyEndpoint): string | undefined;
}

/** The access of one request. */
export interface RequestAccess {
  /** Who its idempotency key belongs to; undefined when nobody is known. */
  readonly keyOwner: string | undefined;
  /** Whose large bodies count together, through all clients; by the address where it is left out. */
  readonly holder?: string | undefined;
  /** Looks ahead whose records the request is about, before its transaction begins. Refuses nothing. */
  note(sources: { readonly params: unknown; readonly body: () => unknown }): Promise<void>;
  /** Adds what {@link CallerContext} declares. */
  addTo(context: object): void;
  /**
   * Access and role, steps 8 and 9.
   * @throws Failure 400 and 404 where the declaration says so, 403
   */
  decide<R>(
    operation: OperationAccess<R>,
    context: CallerContext,
    resource: R,
    sources: AccessSources,
  ): Promise<AccessDecision>;
  /**
   * Judges once more, for an answer that outlives the decision: one that takes long to send, or that was kept. Of a kept
   * one nothing was decided here: it is about an account.
   * @throws Failure 401, 403, 503
   */
  assertStill(account?: number): Promise<void>;
}

export interface AccessDecision {
  /** Adds what {@link CallAccess} declares. */
  addTo(call: object): void;
  /**
   * The state of what is changed, step 11.
   * @throws Failure 409
   */
  assertState(method: string): void;
}
