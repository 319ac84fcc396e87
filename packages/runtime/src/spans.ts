import { currentContext, runInContext } from './context.ts';
import { childTraceparent, parseTraceparent, type TraceParent } from './trace.ts';

/**
 * Spans of OpenTelemetry, as the platform's own code opens them. Nothing here knows the SDK: `@app/tracing` brings it
 * when `OTEL_*` asks for it, and until then a span costs one comparison. Names and attributes are those of the semantic
 * conventions (https://opentelemetry.io/docs/specs/semconv/); their values are ids of ours, routes and names of
 * statements, never what somebody has sent (docs/decisions/0147).
 */
export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanStart {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: SpanAttributes;
  /** Further steps that it follows from, as `traceparent` writes them. */
  readonly links?: readonly string[];
}

export interface OpenSpan {
  /** What goes on with the work that the span is about. */
  readonly traceparent: string;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  link(traceparent: string): void;
  /** It came to nothing. @param type the kind of error, a name or a status; never its text */
  fail(type: string): void;
  end(): void;
}

/** A step of a trace: recorded, or merely passed on. */
export interface TraceStep {
  readonly traceparent: string;
  readonly span: OpenSpan | undefined;
}

/** Who records. Gives undefined for a step of a trace that is not recorded. */
export type BeginSpan = (parent: TraceParent | undefined, describe: () => SpanStart) => TraceStep | undefined;

let begin: BeginSpan | undefined;

/** From now on steps are recorded; gives a function that ends it. One at a time: a process has one tracer. */
export function recordSpans(recorder: BeginSpan): () => void {
  if (begin) throw new Error('The spans of this process are recorded already');
  begin = recorder;
  return () => {
    begin = undefined;
  };
}

/**
 * Work comes in from elsewhere: its step of the trace in `header`.
 * @param isTrusted false for a header of strangers: then a new trace begins, which names theirs as a link, and whether
 *   it is recorded is ours to decide
 */
export function enterTrace(header: string | undefined, describe: () => SpanStart, isTrusted = true): TraceStep {
  if (!begin) return { traceparent: childTraceparent(header), span: undefined };
  const outer = parseTraceparent(header);
  const isLinked = outer !== undefined && !isTrusted;
  const step = begin(isTrusted ? outer : undefined, isLinked ? () => ({ ...describe(), links: [header!] }) : describe);
  return step ?? { traceparent: childTraceparent(header), span: undefined };
}

/** Whether there may be spans at all. */
export const isRecording = (): boolean => begin !== undefined;

/** A step within the trace that `traceparent` names; undefined when nobody records it. */
export function openSpanIn(traceparent: string | null | undefined, describe: () => SpanStart): OpenSpan | undefined {
  if (!begin) return undefined;
  const parent = parseTraceparent(traceparent ?? undefined);
  return parent && begin(parent, describe)?.span;
}

/** A step within the work under way, in the trace of each that shares it; undefined when nobody records it. */
export function openSpan(describe: () => SpanStart): OpenSpan | undefined {
  if (!begin) return undefined;
  const { traceparent, sharers } = currentContext() ?? {};
  const first = openSpanIn(traceparent, describe);
  if (!first || !sharers || sharers.length === 0) return first;
  const others = sharers.flatMap((each) => openSpanIn(each, describe) ?? []);
  for (const other of others) {
    first.link(other.traceparent);
    other.link(first.traceparent);
  }
  return allOf(first, others);
}

/** Runs a step within the work under way, as its own context. */
export async function inSpan<T>(describe: () => SpanStart, work: () => Promise<T>): Promise<T> {
  const span = openSpan(describe);
  if (!span) return work();
  try {
    return await runInContext({ ...currentContext()!, traceparent: span.traceparent }, work);
  } catch (error) {
    span.fail(errorType(error));
    throw error;
  } finally {
    span.end();
  }
}

/**
 * Runs what several do in one: each sees what is opened below as a part of its own trace, linked to the others'. One
 * that is not recorded takes no part.
 */
export function inSharedTrace<T>(traceparents: readonly (string | undefined)[], work: () => Promise<T>): Promise<T> {
  if (!begin) return work();
  const [first, ...sharers] = traceparents.filter((each) => parseTraceparent(each)?.isSampled);
  const context = currentContext() ?? { requestId: '' };
  return runInContext({ ...context, traceparent: first ?? traceparents[0], sharers: sharers as string[] }, work);
}

/** The name of an error's kind, which holds nothing of what was sent. */
export const errorType = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');

const allOf = (first: OpenSpan, others: readonly OpenSpan[]): OpenSpan => {
  const spans = [first, ...others];
  const each = (act: (span: OpenSpan) => void) => spans.forEach(act);
  return {
    traceparent: first.traceparent,
    rename: (name) => each((span) => span.rename(name)),
    set: (attributes) => each((span) => span.set(attributes)),
    link: (traceparent) => each((span) => span.link(traceparent)),
    fail: (type) => each((span) => span.fail(type)),
    end: () => each((span) => span.end()),
  };
};
