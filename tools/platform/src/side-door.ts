import { findFreePorts, StartFailure } from '@app/embedded';
import type { Surroundings } from './child-environment.ts';
import type { Say } from './progress.ts';
import { superviseService } from './supervise-service.ts';

/** A gateway that only we know of. */
export type SideDoor = AsyncDisposable & {
  /** Without a slash at the end. */
  readonly url: string;
};

/**
 * Starts another gateway process on a free port of the loopback address, without rate limits: what we do by ourselves
 * shall not use up what visitors of this machine may do. Disposing of it ends it.
 */
export async function openSideDoor(around: Surroundings, say: Say): Promise<SideDoor> {
  const gateway = around.services.find((service) => service.kind === 'gateway');
  if (!gateway) throw new StartFailure('There is no gateway among the services.');
  const [port, opsPort] = await findFreePorts(2);
  const url = `http://127.0.0.1:${port}`;
  await using started = new AsyncDisposableStack();
  const own = { BIND_HOST: '127.0.0.1', HTTP_PORT: `${port}`, OPS_PORT: `${opsPort}`, RATE_LIMIT_SCALE: '0' };
  const process = superviseService(gateway, around, started, say, {
    name: 'side-door',
    environment: () => own,
    origin: url,
  });
  started.defer(() => process.stop());
  await process.start();
  const owned = started.move();
  return { url, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
