import { randomFillSync } from 'node:crypto';
import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/** Version 00 of https://www.w3.org/TR/trace-context/#traceparent-header; ids of zeros are invalid. */
const form = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
}

/** Reads a `traceparent` header; undefined when it is absent or not well formed. */
export function parseTraceparent(header: string | undefined): TraceParent | undefined {
  const match = form.exec(header ?? '');
  return match
    ? { traceId: match[1]!, spanId: match[2]!, isSampled: (Number.parseInt(match[3]!, 16) & 1) === 1 }
    : undefined;
}

const pool = Buffer.alloc(4_096);
let taken = pool.length;

/** Random bytes in hexadecimal; asking the system for a few at a time costs more than the rest of a trace. */
function randomHex(bytes: number): string {
  if (taken + bytes > pool.length) {
    randomFillSync(pool);
    taken = 0;
  }
  taken += bytes;
  return pool.toString('hex', taken - bytes, taken);
}

const write = (traceId: string, isSampled: boolean): string =>
  `00-${traceId}-${randomHex(8)}-${isSampled ? '01' : '00'}`;

/** A new trace. */
export const createTraceparent = (): string => write(randomHex(16), true);

/** The next step of the trace in `header`; a new trace when there is none or it is malformed. */
export function childTraceparent(header: string | undefined): string {
  const parent = parseTraceparent(header);
  return parent ? write(parent.traceId, parent.isSampled) : createTraceparent();
}

export const traceIdOf = (header: string): string | undefined => parseTraceparent(header)?.traceId;

/**
 * Runs work in a span of whatever OpenTelemetry SDK the operator loaded (`node --import`); without one it costs next to
 * nothing. The span continues the trace of `traceparent`.
 */
export async function inSpan<T>(
  name: string,
  kind: 'server' | 'client' | 'consumer',
  traceparent: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const parent = parseTraceparent(traceparent);
  const outer = parent
    ? trace.setSpanContext(ROOT_CONTEXT, {
        traceId: parent.traceId,
        spanId: parent.spanId,
        traceFlags: parent.isSampled ? 1 : 0,
        isRemote: true,
      })
    : context.active();
  const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };
  return trace.getTracer('accounting-platform').startActiveSpan(name, { kind: kinds[kind] }, outer, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}
