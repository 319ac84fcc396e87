import { ConfigError, createLifecycle, createLogger, settleMemory } from '@app/runtime';
import { readConfig } from './config.ts';
import { startSandbox } from './sandbox.ts';

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const logger = createLogger({ service: 'sandbox', level: config.logLevel });
  const lifecycle = createLifecycle({ logger });
  const sandbox = await startSandbox(config, logger);
  lifecycle.onStop('stop accepting', 'sandbox', sandbox.stop);
  lifecycle.handleSignals();
  logger.info({ base_url: sandbox.baseUrl, smtp_port: sandbox.smtpPort }, 'ready');
  settleMemory();
}

main().catch((error: unknown) => {
  const fields = error instanceof ConfigError ? {} : { err: error };
  createLogger({ service: 'sandbox' }).fatal(
    fields,
    error instanceof ConfigError ? error.message : 'the sandbox could not start',
  );
  process.exitCode = 1;
});
