import { Failure } from '@app/contract/failure';

/** A refusal as it is kept. Headers are left out: whoever gets it again gets it from a store, not from a limit. */
export interface KeptRefusal {
  readonly code: string;
  readonly status: number;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

export const keptRefusal = ({ code, status, message, details }: Failure): KeptRefusal => ({
  code,
  status,
  message,
  details,
});

export const refusalFrom = ({ code, status, message, details }: KeptRefusal): Failure =>
  new Failure(code, status, message, { details });

/** Asked too early, or too often: says nothing about what was asked for. */
const askAgain: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * A final no: whoever said it has done nothing and will not do it. Everything else (an outage, a deadline, a limit, a
 * bug) leaves open what became of the call.
 */
export const finalRefusal = (error: unknown): Failure | undefined =>
  error instanceof Failure && error.status >= 400 && error.status < 500 && !askAgain.has(error.status)
    ? error
    : undefined;

/** Why an attempt ended without an outcome, in a word that holds no data. */
export function faultOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { readonly code?: unknown; readonly name?: unknown };
  return String(code ?? name ?? typeof error).slice(0, 100);
}
