import type { Sampler } from '@opentelemetry/sdk-trace';
import type { TracingConfig } from './config.ts';

type Sdk = typeof import('@opentelemetry/sdk-trace');

/** The sampler that `OTEL_TRACES_SAMPLER` names. */
export function samplerOf(
  sdk: Sdk,
  { OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: TracingConfig,
): Sampler {
  const plain = name.replace('parentbased_', '');
  const root =
    plain === 'always_on'
      ? new sdk.AlwaysOnSampler()
      : plain === 'always_off'
        ? new sdk.AlwaysOffSampler()
        : new sdk.TraceIdRatioBasedSampler(ratio);
  return followsParent(name) ? new sdk.ParentBasedSampler({ root }) : root;
}

/** Whether a step of a trace that is not recorded is not recorded either. */
export const followsParent = (name: TracingConfig['OTEL_TRACES_SAMPLER']): boolean => name.startsWith('parentbased_');
