import type { Request } from 'express';
import type { AccessStep } from './access-step.ts';
import type { FailurePage } from './answer.ts';
import type { BodyRoom } from './body-room.ts';
import type { AnyEndpoint, Envelope } from './endpoint.ts';
import type { Failure } from './failure.ts';
import type { Answer, IdempotencyStore } from './idempotency.ts';

/** What serving needs of the service around it. */
export interface ApiOptions {
  readonly access: AccessStep;
  readonly idempotency: IdempotencyStore;
  /**
   * Hears of other services what requests go by, before the transaction of one begins: none is asked while that holds a
   * connection. May fail: the request meets the same failure in its turn.
   */
  readonly beforeTransaction?: (() => Promise<void>) | undefined;
  readonly publicBaseUrl: string;
  /** Origin of the web application, whose pages may call with our cookies. */
  readonly webApp?: string | undefined;
  /** The standard v2 envelope: what failures look like before the area is known. */
  readonly standard: Envelope;
  /** Draws failures of endpoints `forPeople`; without it they have their envelope. */
  readonly failurePage?: FailurePage;
  /** An answer that holds failures, in the language that the caller asks for; without it all are English. */
  readonly inLanguageOf?: (answer: Answer, acceptLanguage: string | undefined) => Answer;
  readonly log: { error(fields: object, message: string): void };
  /** The client's address and whether the call is a dry run, as the gateway states it. */
  readonly forwarded: (request: Request) => { readonly address: string; readonly dryRun: boolean };
  /** Called with every request that is refused for who calls, or for what they may: {@link isRefusal}. */
  readonly refused?: (endpoint: AnyEndpoint, failure: Failure) => void;
  /** Called with every failure that a request is answered by; a repeat that gets the first answer brings none. */
  readonly failed?: (failure: Failure) => void;
  /** What the process holds at once of bodies that are larger than most. */
  readonly bodyRoom?: BodyRoom;
  /** How long an answer that is made while it is sent may take, in milliseconds; a quarter of an hour by default. */
  readonly longestStreamMillis?: number;
  readonly observe?: (sample: {
    readonly endpoint: AnyEndpoint;
    readonly method: string;
    readonly status: number;
    readonly seconds: number;
  }) => void;
}
