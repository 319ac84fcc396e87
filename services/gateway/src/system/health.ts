import { standard } from '@app/api/envelopes';
import { live, ready } from '@app/api/gateway/system';
import { type Api, docUrlOf, reply } from '@app/contract';
import { unavailable } from '@app/contract/failure';
import { type Health, RESTART_GRACE_MILLIS } from '@app/runtime';

const CHECK_MILLIS = 1_500;

/** A service is there when its own readiness says so. */
export const serviceIsReady = (origin: URL) => async (): Promise<void> => {
  const response = await fetch(new URL('/health/ready', origin), {
    signal: AbortSignal.timeout(CHECK_MILLIS),
    redirect: 'error',
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`${origin.host} answers ${response.status}`);
};

/**
 * Passes while a question was answered in the last ten seconds: for so long calls wait for a service that is being
 * restarted, and to take no work meanwhile would be worse than to wait.
 */
export function patiently(
  check: () => Promise<unknown>,
  now: () => number = () => performance.now(),
): () => Promise<void> {
  let answeredAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const asked = check().then(() => {
      answeredAt = now();
    });
    if (now() - answeredAt < RESTART_GRACE_MILLIS) asked.catch(() => {});
    else await asked;
  };
}

/**
 * Liveness and readiness for everybody; what is missing, and which neighbours are away, is shown on the private port
 * only.
 */
export function serveHealth(api: Api, health: Health, publicBaseUrl: string): void {
  api.serve(live, async () => ({ status: 'ok' }));
  api.serve(ready, async ({ requestId }) => {
    const { isReady } = await health.readiness();
    if (isReady) return { status: 'ok' };
    // An answer, not a failure of the call: it is no error for the log.
    const failure = unavailable('The gateway cannot do its work at the moment; try again in a moment');
    return reply(503, standard.render(failure, requestId, docUrlOf(publicBaseUrl, failure)));
  });
}
