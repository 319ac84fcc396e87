import { type BeginSpan, type OpenSpan, parseTraceparent, type TraceParent, writeTraceparent } from '@app/runtime';
import type { Context, Link, Span, SpanContext, Tracer } from '@opentelemetry/api';

type Api = typeof import('@opentelemetry/api');

/**
 * Opens the platform's spans as those of a tracer.
 * @param isFollowing whether a trace that is not recorded stays so: then nothing is made for its steps
 */
export function createRecorder(api: Api, tracer: Tracer, isFollowing: boolean): BeginSpan {
  const contextOf = (parent: TraceParent): SpanContext => ({
    traceId: parent.traceId,
    spanId: parent.spanId,
    traceFlags: parent.isSampled ? api.TraceFlags.SAMPLED : api.TraceFlags.NONE,
    isRemote: true,
  });
  const linkTo = (traceparent: string): readonly Link[] => {
    const context = parseTraceparent(traceparent);
    return context ? [{ context: contextOf(context) }] : [];
  };
  const around = (parent: TraceParent | undefined): Context =>
    parent ? api.trace.setSpanContext(api.ROOT_CONTEXT, contextOf(parent)) : api.ROOT_CONTEXT;

  return (parent, describe) => {
    if (parent && !parent.isSampled && isFollowing) return undefined;
    const { name, kind, attributes, links = [] } = describe();
    const span = tracer.startSpan(
      name,
      { kind: api.SpanKind[kind.toUpperCase() as Uppercase<typeof kind>], links: links.flatMap(linkTo) },
      around(parent),
    );
    const { traceId, spanId } = span.spanContext();
    const isSampled = span.isRecording();
    const traceparent = writeTraceparent({ traceId, spanId, isSampled });
    if (!isSampled) return { traceparent, span: undefined };
    if (attributes) span.setAttributes(attributes);
    return { traceparent, span: openSpanOf(api, span, traceparent, linkTo) };
  };
}

const openSpanOf = (
  { SpanStatusCode }: Api,
  span: Span,
  traceparent: string,
  linkTo: (traceparent: string) => readonly Link[],
): OpenSpan => ({
  traceparent,
  rename: (name) => void span.updateName(name),
  set: (attributes) => void span.setAttributes(attributes),
  link: (other) => void span.addLinks([...linkTo(other)]),
  fail: (type) => void span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR }),
  end: () => span.end(),
});
