interface PostgresFault {
  readonly code?: string;
  readonly constraint_name?: string;
  readonly table_name?: string;
}

/** The driver's error below drizzle's wrapper, whose message holds SQL and parameters and never leaves the process. */
function faultOf(error: unknown): PostgresFault | undefined {
  for (let e = error; typeof e === 'object' && e !== null; e = (e as { cause?: unknown }).cause) {
    const code = (e as PostgresFault).code;
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return e as PostgresFault;
  }
  return undefined;
}

/** The SQLSTATE of a database error, or undefined. */
export const sqlState = (error: unknown): string | undefined => faultOf(error)?.code;

/** The name of the constraint that refused: what a store turns into a failure. */
export const violatedConstraint = (error: unknown): string | undefined => faultOf(error)?.constraint_name;

/** Serialization failure or deadlock: the whole transaction may be tried again. */
export function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  return state === '40001' || state === '40P01';
}

const LOST = new Set(['CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED', 'ECONNRESET', 'EPIPE']);

/** The connection of the pool was gone: whatever was sent on it may or may not have arrived. */
export function isConnectionLost(error: unknown): boolean {
  for (let e = error; typeof e === 'object' && e !== null; e = (e as { cause?: unknown }).cause) {
    const code = (e as PostgresFault).code;
    if (typeof code === 'string' && LOST.has(code)) return true;
  }
  return false;
}
