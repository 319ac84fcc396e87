import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from '@app/runtime';
import { createClock, type SettableClock } from '@app/runtime';
import type { Express } from 'express';
import { createApp } from './app.ts';
import type { SandboxConfig } from './config.ts';
import { createDirectory } from './directory/directory.ts';
import { createFaults } from './faults.ts';
import { loadSigningKey } from './keys.ts';
import { createMailbox } from './mail/mailbox.ts';
import { startSmtpSink } from './mail/smtp.ts';
import { createProperties } from './tax/property.ts';

export type { SandboxConfig } from './config.ts';
export { readConfig } from './config.ts';

export interface Sandbox {
  /** Base address of every system and of the control interface. */
  readonly baseUrl: string;
  readonly smtpPort: number;
  stop(): Promise<void>;
}

/** Makes everything, and listens. Nothing is shared between two sandboxes of one process. */
export async function startSandbox(
  config: SandboxConfig,
  logger: Logger,
  clock: SettableClock = createClock(),
): Promise<Sandbox> {
  const signingKey = await loadSigningKey(config.dataDir);
  const faults = createFaults();
  const mailbox = createMailbox(clock);
  const controlled = { directory: createDirectory(), properties: createProperties(), faults, mailbox, clock };

  // The base address, which the app is made of, is known once the port is bound; what comes in before waits for the
  // app.
  const app = Promise.withResolvers<Express>();
  const server = createServer((request, response) => void app.promise.then((handle) => handle(request, response)));
  server.listen(config.httpPort, config.bindHost);
  await once(server, 'listening');
  const baseUrl = config.baseUrl ?? `http://${urlHost(config.bindHost)}:${(server.address() as AddressInfo).port}`;
  try {
    app.resolve(await createApp({ ...config, baseUrl, signingKey }, controlled, logger));
    const smtp = await startSmtpSink(config.bindHost, config.smtpPort, mailbox, faults, logger);
    return {
      baseUrl,
      smtpPort: smtp.port,
      stop: async () => void (await Promise.all([stopServer(server), smtp.stop()])),
    };
  } catch (error) {
    await stopServer(server);
    throw error;
  }
}

/** What a caller on this machine writes for the host that was bound. */
const urlHost = (bindHost: string): string =>
  bindHost === '0.0.0.0' || bindHost === '::' ? '127.0.0.1' : bindHost.includes(':') ? `[${bindHost}]` : bindHost;

/** Milliseconds that calls under way have to end; a call that was made to be late may not. */
const GRACE = 1000;

async function stopServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  const timer = setTimeout(() => server.closeAllConnections(), GRACE);
  await closed;
  clearTimeout(timer);
}
