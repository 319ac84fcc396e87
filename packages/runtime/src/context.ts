import { AsyncLocalStorage } from 'node:async_hooks';

/** What a unit of work carries along: through HTTP, gRPC, the outbox and NATS. Logs and outgoing calls read it. */
export interface WorkContext {
  readonly requestId: string;
  /** W3C trace context header (https://www.w3.org/TR/trace-context/). */
  readonly traceparent?: string | undefined;
  /** Recorded steps of other traces whose work is done in one with this one's. */
  readonly sharers?: readonly string[];
  /** Filled in when known; ids only, never names or tokens. */
  userId?: number;
  clientAccountId?: number;
  /** An account that was asked for in vain. */
  refusedAccountId?: number;
  /** The OAuth client that acts for the user. */
  clientId?: string;
  /**
   * When it was heard for this work what a service has decided, in milliseconds of this process' clock. Copies of a
   * context have it in common.
   */
  heard?: Map<string, number>;
  /** The client's address as the gateway saw it. For records of security alone: not for logs. */
  address?: string;
}

const storage = new AsyncLocalStorage<WorkContext>();

export const currentContext = (): WorkContext | undefined => storage.getStore();

export const runInContext = <T>(context: WorkContext, work: () => T): T => storage.run(context, work);
