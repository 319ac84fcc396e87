import { flag, loadConfig, wholeNumber } from '@app/runtime';
import { z } from 'zod';

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const httpUrl = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'must be an http or https address');
const protocol = z
  .enum(['http/protobuf'], 'must be "http/protobuf", the one way that traces are sent')
  .default('http/protobuf');
const pairs = z.string().regex(/^\s*([^=,\s]+\s*=[^,]*)(,\s*[^=,\s]+\s*=[^,]*)*$/, 'must read name=value,name=value');
const millis = (standard: number) => wholeNumber(0, 600_000).default(standard);

/**
 * The standard variables that decide about traces
 * (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/). The exporter reads its own
 * again; here they are checked, so that a wrong one is named at the start instead of dropping traces in silence.
 */
const tracingShape = {
  OTEL_SDK_DISABLED: flag().describe('true switches traces off, whatever else is set'),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none'], 'must be "otlp" or "none"').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional().describe('the address of the collector, without /v1/traces'),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl.optional().describe('the whole address to which traces are sent'),
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_HEADERS: pairs.optional().describe('headers of every request to the collector'),
  OTEL_EXPORTER_OTLP_COMPRESSION: z.enum(['gzip', 'none'], 'must be "gzip" or "none"').default('none'),
  OTEL_EXPORTER_OTLP_TIMEOUT: millis(10_000),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS, `must be one of ${SAMPLERS.join(', ')}`).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .refine((text) => /^(0|1|0?\.\d+|1\.0+|0\.\d+)$/.test(text), 'must be a number from 0 to 1')
    .transform(Number)
    .default(1)
    .describe('which part of all traces is recorded'),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs.optional(),
  OTEL_BSP_SCHEDULE_DELAY: millis(5_000),
  OTEL_BSP_EXPORT_TIMEOUT: millis(30_000),
  OTEL_BSP_MAX_QUEUE_SIZE: wholeNumber(1, 1_000_000).default(2_048),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: wholeNumber(1, 1_000_000).default(512),
};

export type TracingConfig = z.output<z.ZodObject<typeof tracingShape>>;

/**
 * Reads the variables; undefined when they switch traces off, as they do unless a collector or the exporter is named.
 * @throws ConfigError
 */
export function readTracingConfig(env: NodeJS.ProcessEnv): TracingConfig | undefined {
  const config = loadConfig(tracingShape, env);
  const isNamed =
    config.OTEL_TRACES_EXPORTER === 'otlp' ||
    config.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined ||
    config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT !== undefined;
  return isNamed && !config.OTEL_SDK_DISABLED && config.OTEL_TRACES_EXPORTER !== 'none' ? config : undefined;
}
