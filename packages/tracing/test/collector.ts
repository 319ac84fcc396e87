import { createServer } from 'node:http';
import { join } from 'node:path';
import { loadSync, type ServiceDefinition } from '@grpc/proto-loader';

/** A span as a collector received it. */
export interface SeenSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the root of a trace. */
  readonly parentId: string;
  readonly name: string;
  readonly kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  readonly attributes: Readonly<Record<string, string>>;
  readonly resource: Readonly<Record<string, string>>;
  /** Trace and span, with a hyphen between. */
  readonly links: readonly string[];
  readonly isFailed: boolean;
}

/** A collector of OpenTelemetry over HTTP with protobuf, which keeps what it gets. */
export interface Collector extends AsyncDisposable {
  readonly url: string;
  readonly spans: readonly SeenSpan[];
  /** Everything that was sent, but for the ids of spans, as text: what is secret must not be found in it. */
  readonly received: () => string;
  readonly requests: readonly { readonly path: string; readonly headers: NodeJS.Dict<string | string[]> }[];
  /** The status of its answers, 200 at first. */
  status: number;
}

interface Pair {
  readonly key: string;
  readonly value?: Readonly<Record<string, unknown>>;
}

interface Raw {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Pair[] };
    readonly scopeSpans: readonly { readonly spans: readonly RawSpan[] }[];
  }[];
}

interface RawSpan {
  readonly traceId: Buffer;
  readonly spanId: Buffer;
  readonly parentSpanId: Buffer;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly Pair[];
  readonly links: readonly { readonly traceId: Buffer; readonly spanId: Buffer }[];
  readonly status: { readonly code: number } | null;
}

const KINDS = ['internal', 'internal', 'server', 'client', 'producer', 'consumer'] as const;

export async function startCollector(): Promise<Collector> {
  const definition = loadSync(join(import.meta.dirname, 'collector.proto'), { longs: String, defaults: true });
  const { requestDeserialize } = (definition['collector.TraceService'] as ServiceDefinition).Export!;
  const spans: SeenSpan[] = [];
  const requests: { path: string; headers: NodeJS.Dict<string | string[]> }[] = [];
  const bodies: Buffer[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests.push({ path: request.url ?? '', headers: request.headers });
      const body = Buffer.concat(chunks);
      if (collector.status === 200) {
        const raw = requestDeserialize(body) as unknown as Raw;
        spans.push(...spansOf(raw));
        bodies.push(withoutIds(body, raw));
      }
      response.writeHead(collector.status, { 'Content-Type': 'application/x-protobuf' }).end();
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    spans,
    requests,
    status: 200,
    received: () => Buffer.concat(bodies).toString('utf8'),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return collector;
}

const spansOf = ({ resourceSpans }: Raw): SeenSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const about = record(resource.attributes);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(
        (span): SeenSpan => ({
          service: about['service.name'] ?? '',
          traceId: span.traceId.toString('hex'),
          spanId: span.spanId.toString('hex'),
          parentId: span.parentSpanId.toString('hex'),
          name: span.name,
          kind: KINDS[span.kind]!,
          attributes: record(span.attributes),
          resource: about,
          links: span.links.map((link) => `${link.traceId.toString('hex')}-${link.spanId.toString('hex')}`),
          isFailed: span.status?.code === 2,
        }),
      ),
    );
  });

/**
 * What was sent, with zeros in place of ids. They are random bytes, in which any word is found that is short enough. They
 * stand there in the order in which they are read.
 */
function withoutIds(body: Buffer, { resourceSpans }: Raw): Buffer {
  const kept = Buffer.from(body);
  const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  const ids = spans.flatMap(({ traceId, spanId, parentSpanId, links }) => [
    ...[traceId, spanId, parentSpanId],
    ...links.flatMap((link) => [link.traceId, link.spanId]),
  ]);
  let at = 0;
  for (const id of ids) {
    at = kept.indexOf(id, at);
    kept.fill(0, at, at + id.length);
  }
  return kept;
}

const record = (pairs: readonly Pair[]): Record<string, string> =>
  Object.fromEntries(
    pairs.map(({ key, value = {} }) => [
      key,
      String(value.stringValue ?? value.intValue ?? value.boolValue ?? value.doubleValue ?? ''),
    ]),
  );
