import { type Readers, type Setting, setting } from './setting.ts';

/**
 * The standard variables of OpenTelemetry that decide about traces, as every process reads them: docs/operate.md says
 * how they are used. Which values they take is checked where they are read, in `packages/tracing`.
 */
export function tracingSettings({ gateway, services }: Readers): Setting[] {
  const both = [...gateway, ...services];
  const of = (name: string, description: string, kind: Setting['kind'] = 'text'): Setting =>
    setting(name, kind, undefined, both, description);
  return [
    of(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'Address of an OpenTelemetry collector, such as http://127.0.0.1:4318; naming one switches traces on.',
      'http address',
    ),
    of(
      'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
      'The whole address for traces, where it is not the one above with /v1/traces.',
      'http address',
    ),
    of('OTEL_EXPORTER_OTLP_HEADERS', 'Headers of every request to the collector, name=value,name=value; a secret.'),
    of('OTEL_EXPORTER_OTLP_PROTOCOL', 'How traces are sent: http/protobuf, which is the only way there is.'),
    of('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'The same for traces alone.'),
    of('OTEL_EXPORTER_OTLP_COMPRESSION', 'gzip or none, which it is when it is empty.'),
    of('OTEL_EXPORTER_OTLP_TIMEOUT', 'Milliseconds a request to the collector may take; 10000.', 'whole number'),
    of('OTEL_EXPORTER_OTLP_CERTIFICATE', "File with the authority of the collector's certificate, for https."),
    of('OTEL_TRACES_EXPORTER', 'otlp switches traces on, none switches them off.'),
    of('OTEL_SDK_DISABLED', 'true switches traces off, whatever else is set.', 'flag'),
    of(
      'OTEL_TRACES_SAMPLER',
      'Which traces are recorded: parentbased_always_on when it is empty, parentbased_traceidratio for a part of them.',
    ),
    of('OTEL_TRACES_SAMPLER_ARG', 'That part, from 0 to 1: 0.01 records one of a hundred.'),
    of('OTEL_SERVICE_NAME', 'Name of a process in its traces, for a process started by itself; that of the service.'),
    of('OTEL_RESOURCE_ATTRIBUTES', 'Further attributes of every process, name=value,name=value.'),
    of('OTEL_BSP_SCHEDULE_DELAY', 'Milliseconds between two requests to the collector; 5000.', 'whole number'),
    of('OTEL_BSP_EXPORT_TIMEOUT', 'Milliseconds until a request to the collector is given up; 30000.', 'whole number'),
    of('OTEL_BSP_MAX_QUEUE_SIZE', 'Spans that wait to be sent; more are dropped. 2048.', 'whole number'),
    of('OTEL_BSP_MAX_EXPORT_BATCH_SIZE', 'Spans of one request to the collector; 512.', 'whole number'),
    setting(
      'TRACEPARENT_TRUSTED',
      'flag',
      'false',
      gateway,
      'true continues the traces that clients name in traceparent, and records those that they say are recorded.',
    ),
  ];
}
