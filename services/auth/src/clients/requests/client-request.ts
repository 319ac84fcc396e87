/** One request of a client, as it was answered. */
export interface ClientRequest {
  readonly requestedAt: Date;
  readonly method: string;
  /** Path and query, without values that may be secret or say something of a person. */
  readonly path: string;
  readonly status: number;
  /** The code of a refusal. */
  readonly code: string | null;
  /** The tool that was called, of a request to the tool endpoint. */
  readonly tool: string | null;
  readonly requestId: string;
  readonly durationMillis: number;
}

/** Requests of one client that are kept at most. */
export const KEPT_REQUESTS = 1_000;
/** How long a request is kept. */
export const KEPT_REQUEST_MILLIS = 7 * 24 * 3_600_000;
