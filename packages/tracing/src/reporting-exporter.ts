import type { Logger } from '@app/runtime';
import type { SpanExporter } from '@opentelemetry/sdk-trace';

/**
 * An exporter that says when traces begin to be lost and when they arrive again: once each, however long a collector is
 * away. What is lost is lost; nobody waits for it.
 */
export function reportingExporter(exporter: SpanExporter, logger: Pick<Logger, 'warn' | 'info'>): SpanExporter {
  let isFailing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const fails = result.code !== 0;
        if (fails && !isFailing)
          logger.warn({ err: result.error }, 'traces cannot be sent to the collector and are dropped');
        if (!fails && isFailing) logger.info({}, 'traces are sent to the collector again');
        isFailing = fails;
        // The SDK would write every failure once more, with the answer of the collector.
        done({ code: 0 });
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}
