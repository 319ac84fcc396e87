import { readConfig } from './config.ts';
import type { Log } from './log.ts';
import { startSandbox } from './sandbox.ts';

const write = (level: string) => (record: object, message: string) => {
  const plain = Object.entries(record).map(([key, value]) => [key, value instanceof Error ? value.stack : value]);
  process.stdout.write(
    `${JSON.stringify({ time: new Date().toISOString(), level, service: 'sandbox', ...Object.fromEntries(plain), msg: message })}\n`,
  );
};
const log: Log = { info: write('info'), error: write('error') };

const sandbox = await startSandbox(readConfig(process.env), log);
log.info({ base_url: sandbox.baseUrl, smtp_port: sandbox.smtpPort }, 'ready');
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    log.info({ signal }, 'stopping');
    sandbox.stop().catch((error: unknown) => log.error({ err: error }, 'stopping failed'));
  });
}
