import { createTraceparent, parseTraceparent, recordSpans, type SpanAttributes, type SpanStart } from '@app/runtime';

/** A span that a test has recorded. */
export interface RecordedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly kind: SpanStart['kind'];
  name: string;
  attributes: SpanAttributes;
  readonly links: string[];
  failure: string | undefined;
  isEnded: boolean;
}

/**
 * Records every span of this process, in memory: steps of traces that are recorded, and each new trace unless `samples`
 * says otherwise.
 */
export function recordedSpans({ samples = () => true }: { readonly samples?: () => boolean } = {}) {
  const spans: RecordedSpan[] = [];
  const stop = recordSpans((parent, describe) => {
    if (parent && !parent.isSampled) return undefined;
    const made = parseTraceparent(createTraceparent())!;
    const traceId = parent?.traceId ?? made.traceId;
    const isSampled = parent !== undefined || samples();
    const traceparent = `00-${traceId}-${made.spanId}-0${isSampled ? 1 : 0}`;
    if (!isSampled) return { traceparent, span: undefined };
    const { name, kind, attributes = {}, links = [] } = describe();
    const recorded: RecordedSpan = {
      ...{ traceId, spanId: made.spanId, parentId: parent?.spanId, kind, name, attributes },
      ...{ links: [...links], failure: undefined, isEnded: false },
    };
    spans.push(recorded);
    return {
      traceparent,
      span: {
        traceparent,
        rename: (other) => {
          recorded.name = other;
        },
        set: (further) => {
          recorded.attributes = { ...recorded.attributes, ...further };
        },
        link: (other) => void recorded.links.push(other),
        fail: (type) => {
          recorded.failure = type;
        },
        end: () => {
          if (recorded.isEnded) throw new Error(`${recorded.name} ends twice`);
          recorded.isEnded = true;
        },
      },
    };
  });
  return { spans, [Symbol.dispose]: stop };
}
