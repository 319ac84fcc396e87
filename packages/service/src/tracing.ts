import { type Lifecycle, type Logger, version } from '@app/runtime';
import { readTracingConfig } from '@app/tracing/config';

interface Traced {
  readonly name: string;
  readonly logger: Logger;
  readonly lifecycle: Pick<Lifecycle, 'onStop'>;
}

/**
 * Begins to record traces where `OTEL_*` asks for it, and sends the last of them when everything else has ended.
 * Undefined otherwise: then not even the SDK is loaded.
 * @throws ConfigError
 */
export function beginTracing({ name, logger, lifecycle }: Traced): Promise<unknown> | undefined {
  const config = readTracingConfig(process.env);
  if (!config) return undefined;
  const started = import('@app/tracing').then(({ startTracing }) => startTracing(config, { name, version, logger }));
  lifecycle.onStop('report', 'traces', async () => (await started).stop());
  return started;
}
