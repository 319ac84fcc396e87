import type { Signer, Verifier } from '@app/runtime';

/**
 * The header in which the gateway states, signed, what it knows of a request. A client's own header of this name is
 * removed there.
 */
export const GATEWAY_HEADER = 'x-gateway-context';

/**
 * On a 503 of a service that is starting or stopping: nobody has looked at the request, the gateway may send it once
 * more. Never leaves the gateway.
 */
export const NOT_READY_HEADER = 'x-not-ready';

/**
 * What the gateway asks for first on each new connection: a service that takes work answers and keeps the connection.
 * Before that nothing is sent that could be lost.
 */
export const GREETING_PATH = '/health/accepting';

/** What the gateway knows of a request. */
export interface Forwarded {
  /** The client's address, as RL-R17 finds it. */
  readonly address: string;
  /** A tool call that is to be tried and rolled back. */
  readonly dryRun: boolean;
}

const LIFE_SECONDS = 60;
const CLOCK_SKEW_SECONDS = 10;
const TYPE = 'gateway+jwt';
const GATEWAY = 'gateway';

/** The machine's clock, never the one that tests move: both ends must agree on it. */
const seconds = (): number => Math.floor(Date.now() / 1_000);

/** Signs what the gateway passes on to one service, which cannot show it to another as its own; valid for a minute. */
export const signForwarded = (signer: Signer, service: string, { address, dryRun }: Forwarded): string =>
  signer.sign(TYPE, { aud: service, exp: seconds() + LIFE_SECONDS, address, dryRun });

/**
 * What the gateway, and nobody else, said to `service` about a request; undefined when the header is missing, forged,
 * another's or old.
 */
export function readForwarded(
  verifier: Verifier,
  service: string,
  header: string | string[] | undefined,
): Forwarded | undefined {
  if (typeof header !== 'string') return undefined;
  const claims = verifier.verify(TYPE, service, header, seconds() - CLOCK_SKEW_SECONDS);
  if (claims?.iss !== GATEWAY || typeof claims.address !== 'string') return undefined;
  return { address: claims.address, dryRun: claims.dryRun === true };
}
