import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type EmbeddedNats, findFreePort, makeThrownAwayFolder, startNats } from '@app/embedded';

/** A NATS server of a test's own, at an address that is known before it runs: it can be absent, frozen and gone. */
export interface OwnBroker {
  /** For the variable `NATS_URL`. */
  readonly url: string;
  start(): Promise<void>;
  /** It neither works nor ends, and keeps its connections. */
  freeze(): void;
  thaw(): void;
  /** Ends it and forgets its data. */
  remove(): Promise<void>;
}

/** Chooses an address; nothing runs there yet. */
export async function createOwnBroker(): Promise<OwnBroker> {
  const port = await findFreePort();
  const folder = makeThrownAwayFolder('own-broker-');
  let server: EmbeddedNats | undefined;
  const signal = (name: NodeJS.Signals): void => {
    if (server) process.kill(server.pid, name);
  };
  return {
    url: `nats://127.0.0.1:${port}`,
    start: async () => {
      server = await startNats({ dataDir: join(folder, 'nats'), port, fast: true });
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    remove: async () => {
      signal('SIGCONT');
      await server?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
