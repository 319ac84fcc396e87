import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { StartFailure } from '@app/embedded';

const ATTEMPT_EVERY = 100;
const ANSWER_WITHIN = 2_000;

/**
 * Asks `<origin>/health/ready` until it answers 200.
 * @param name of the process, for the sentence when it does not within `milliseconds`
 * @throws StartFailure after that; the reason of `signal` when it is aborted
 */
export async function waitUntilReady(
  name: string,
  origin: string,
  milliseconds: number,
  signal: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + milliseconds;
  let last = 'nothing listens there';
  while (Date.now() < deadline) {
    signal.throwIfAborted();
    try {
      const { status, body } = await ask(`${origin}/health/ready`, signal);
      if (status === 200) return;
      last = `it answers ${status} ${body.slice(0, 300)}`;
    } catch (error) {
      signal.throwIfAborted();
      if ((error as Error).name === 'TimeoutError') last = 'it does not answer within 2 seconds';
    }
    await pause(ATTEMPT_EVERY);
  }
  throw new StartFailure(
    `${name} is not ready after ${milliseconds / 1000} seconds: at ${origin}/health/ready ${last}.`,
  );
}

/** `node:http` and not `fetch`: ten processes are asked ten times a second while they need the processors to start. */
function ask(url: string, signal: AbortSignal): Promise<{ readonly status: number; readonly body: string }> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false, signal }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode!, body }), reject);
    });
    const late = setTimeout(() => request.destroy(new DOMException('no answer', 'TimeoutError')), ANSWER_WITHIN);
    request.once('error', reject).once('close', () => clearTimeout(late));
  });
}
