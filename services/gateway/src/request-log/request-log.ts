import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AnyEndpoint, codeOfHelpLink } from '@app/contract';
import type { Clock, Logger } from '@app/runtime';
import { noteOf } from './notes.ts';
import { accountOfAddress, shownAddress } from './shown-address.ts';

/** Requests that wait at most; auth takes as many in one call. */
const MOST_WAITING = 1_000;
/** Those of one client: who asks without end leaves room for the others. */
const MOST_OF_CLIENT = 200;
/** Milliseconds between two deliveries. */
const EVERY_MILLIS = 1_000;

/** One request, as `auth.v1.ClientRequest` says it. */
export interface RequestRow {
  readonly clientId: string;
  readonly atMillis: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly code?: string;
  readonly tool?: string;
  readonly requestId: string;
  readonly durationMillis: number;
  readonly clientAccountId?: number;
}

/** What auth offers to whoever has seen requests. */
export interface RequestRecorder {
  RecordRequests(request: { readonly requests: readonly RequestRow[] }): Promise<unknown>;
}

/** A request that was answered, or given up by who asked. */
export interface Answered {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly endpoint: AnyEndpoint | undefined;
  readonly status: number;
  readonly millis: number;
}

/** Tells the owners of clients what their clients asked. */
export interface RequestLog {
  /** Notes a request of a client; those of nobody's client are none. Costs no wait and never fails. */
  add(answered: Answered): void;
  /** Delivers what waits and takes no more. */
  close(): Promise<void>;
}

/**
 * Gathers requests of clients and delivers them to auth, which owns clients, once a second in one call. Requests are
 * answered as fast with it as without: what does not fit, or cannot be delivered, is lost, and only its number is kept.
 */
export function createRequestLog(options: {
  readonly auth: RequestRecorder;
  readonly clock: Pick<Clock, 'millis'>;
  readonly logger: Pick<Logger, 'info'>;
  /** Milliseconds between two deliveries; one second by default. */
  readonly everyMillis?: number;
}): RequestLog {
  const { auth, clock, logger, everyMillis = EVERY_MILLIS } = options;
  let waiting: RequestRow[] = [];
  let waitingOf = new Map<string, number>();
  let lost = 0;
  let timer: NodeJS.Timeout | undefined;
  let delivery: Promise<void> | undefined;
  let isClosed = false;

  const deliver = async (): Promise<void> => {
    const requests = waiting;
    let fault: unknown;
    waiting = [];
    waitingOf = new Map();
    try {
      if (requests.length > 0) await auth.RecordRequests({ requests });
    } catch (error) {
      lost += requests.length;
      fault = error;
    }
    if (lost === 0) return;
    logger.info({ ...(fault === undefined ? {} : { err: fault }), lost }, 'requests of clients were not recorded');
    lost = 0;
  };
  const schedule = (): void => {
    if (timer || delivery || isClosed) return;
    timer = setTimeout(() => {
      timer = undefined;
      delivery = deliver().finally(() => {
        delivery = undefined;
        if (waiting.length > 0) schedule();
      });
    }, everyMillis).unref();
  };

  return {
    add: ({ request, response, endpoint, status, millis }) => {
      const note = noteOf(response);
      if (note?.clientId === undefined || endpoint === undefined || isClosed) return;
      const ofClient = waitingOf.get(note.clientId) ?? 0;
      if (waiting.length >= MOST_WAITING || ofClient >= MOST_OF_CLIENT) {
        lost++;
        return;
      }
      waitingOf.set(note.clientId, ofClient + 1);
      const target = request.url ?? '';
      const code = note.code ?? (status < 400 ? undefined : codeOfHelpLink(response.getHeader('link')));
      const clientAccountId = accountOfAddress(target);
      waiting.push({
        clientId: note.clientId,
        atMillis: Math.round(clock.millis() - millis),
        method: request.method ?? '',
        path: shownAddress(endpoint, target),
        status,
        ...(code === undefined ? {} : { code }),
        ...(note.tool === undefined ? {} : { tool: note.tool }),
        requestId: String(response.getHeader('X-Request-Id') ?? ''),
        durationMillis: Math.round(millis),
        ...(clientAccountId === undefined ? {} : { clientAccountId }),
      });
      schedule();
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await delivery;
      await deliver();
    },
  };
}
