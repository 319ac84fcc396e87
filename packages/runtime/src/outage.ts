/** Of Node's sockets and of the PostgreSQL driver. */
const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
]);

/**
 * Connection exceptions, a password that is not taken, shutdown and start of the server, no more disk, memory or
 * connections, a disk that fails (PostgreSQL documentation, appendix A). Room may come back, and a password that is being
 * replaced is known to the process that follows: what was refused was not done and can be tried again.
 */
const states = /^(08...|28000|28P01|53[0-3]00|57P0[1235]|58030)$/;

/**
 * How a call ends that the other side does not know or allow because it is of the release before: services are upgraded in
 * any order, and the other one follows.
 */
const olderRelease = new Set(['UNIMPLEMENTED', 'PERMISSION_DENIED']);

/**
 * Did something fail because what it needs is away: the database, a broker, another service? Then nothing is wrong with
 * the request or the message, and it can be tried again later. Looks through the causes.
 */
export function isOutage(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, status } = cause as { code?: unknown; status?: unknown };
    if (typeof code === 'string' && (codes.has(code) || states.test(code))) return true;
    if (cause.name === 'Failure' && (status === 502 || status === 503)) return true;
    if (cause.name === 'RpcError' && olderRelease.has(String(code))) return true;
  }
  return false;
}

/**
 * Waits that PostgreSQL ended (appendix A of its documentation): for a lock, for a statement, inside a transaction; and
 * what is left of a transaction that lost against another one in every try.
 */
const waits = /^(55P03|57014|25P0[34]|40001|40P01)$/;

/**
 * Was a wait in the database given up? Nothing was done; the request is right and can be sent again. Looks through the
 * causes.
 */
export function isWaitGivenUp(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string' && waits.test(code)) return true;
  }
  return false;
}
