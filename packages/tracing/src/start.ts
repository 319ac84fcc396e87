import { randomUUID } from 'node:crypto';
import { type Logger, recordSpans } from '@app/runtime';
import type { TracingConfig } from './config.ts';
import { createRecorder } from './recorder.ts';
import { reportingExporter } from './reporting-exporter.ts';
import { followsParent, samplerOf } from './sampler.ts';

/** How long the last spans may take to leave when a process ends. */
const LAST_MILLIS = 3_000;

export interface Tracing {
  /** Sends what was recorded so far. */
  flush(): Promise<void>;
  /** Records nothing more, sends the rest and ends; a collector that does not answer holds nobody up. */
  stop(): Promise<void>;
}

/**
 * Begins to record spans and to send them to a collector. The SDK is loaded here and nowhere else: a process without
 * traces never reads it.
 * @param process its name, by which traces name it unless `OTEL_SERVICE_NAME` says otherwise, and its version
 */
export async function startTracing(
  config: TracingConfig,
  process: { readonly name: string; readonly version: string; readonly logger: Pick<Logger, 'warn' | 'info'> },
): Promise<Tracing> {
  const [api, sdk, { OTLPTraceExporter }, resources, { parseKeyPairsIntoRecord }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/core'),
  ]);
  const resource = resources.defaultResource().merge(
    resources.resourceFromAttributes({
      'service.name': process.name,
      'service.version': process.version,
      'service.instance.id': randomUUID(),
      ...parseKeyPairsIntoRecord(config.OTEL_RESOURCE_ATTRIBUTES),
      ...(config.OTEL_SERVICE_NAME ? { 'service.name': config.OTEL_SERVICE_NAME } : {}),
    }),
  );
  const processor = new sdk.BatchSpanProcessor({
    exporter: reportingExporter(new OTLPTraceExporter(), process.logger),
    scheduledDelayMillis: config.OTEL_BSP_SCHEDULE_DELAY,
    exportTimeoutMillis: config.OTEL_BSP_EXPORT_TIMEOUT,
    maxQueueSize: config.OTEL_BSP_MAX_QUEUE_SIZE,
    maxExportBatchSize: Math.min(config.OTEL_BSP_MAX_EXPORT_BATCH_SIZE, config.OTEL_BSP_MAX_QUEUE_SIZE),
  });
  const provider = new sdk.TracerProvider({ resource, sampler: samplerOf(sdk, config), spanProcessors: [processor] });
  const recorder = createRecorder(
    api,
    provider.getTracer('accounting-platform', process.version),
    followsParent(config.OTEL_TRACES_SAMPLER),
  );
  const end = recordSpans(recorder);
  return {
    flush: () => provider.forceFlush(),
    stop: async () => {
      end();
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, LAST_MILLIS);
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
    },
  };
}
