import {
  ConfigError,
  currentContext,
  enterTrace,
  inSharedTrace,
  inSpan,
  openSpan,
  openSpanIn,
  parseTraceparent,
  runInContext,
  type SpanStart,
} from '@app/runtime';
import { afterEach, expect, it, vi } from 'vitest';
import { readTracingConfig } from '../src/config.ts';
import { startTracing, type Tracing } from '../src/index.ts';
import { type Collector, startCollector } from './collector.ts';

const logged: string[] = [];
const logger = {
  warn: (...args: unknown[]) => logged.push(String(args[1])),
  info: (...args: unknown[]) => logged.push(String(args[1])),
};
const open: (Tracing | Collector)[] = [];

/** Records with a collector of its own, as a process would under these variables. */
async function record(variables: Readonly<Record<string, string>> = {}) {
  const collector = await startCollector();
  for (const [name, value] of Object.entries({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...variables }))
    vi.stubEnv(name, value);
  const config = readTracingConfig(process.env)!;
  const tracing = await startTracing(config, { name: 'ledger', version: '1.2.3', logger: logger as never });
  open.push(tracing, collector);
  return { collector, tracing };
}

afterEach(async () => {
  for (const each of open.splice(0)) await ('stop' in each ? each.stop() : each[Symbol.asyncDispose]());
  vi.unstubAllEnvs();
  logged.length = 0;
});

const step =
  (name: string, kind: SpanStart['kind'] = 'internal') =>
  () => ({ name, kind, attributes: { 'a.b': name } });
const outside = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const within = <T>(traceparent: string, work: () => T): T => runInContext({ requestId: 'r-1', traceparent }, work);

it('traces are off unless a collector or the exporter is named, and whatever else says none or disabled', () => {
  expect(readTracingConfig({})).toBeUndefined();
  expect(readTracingConfig({ OTEL_TRACES_SAMPLER: 'always_on', OTEL_SERVICE_NAME: 'x' })).toBeUndefined();
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318';
  expect(readTracingConfig({ OTEL_EXPORTER_OTLP_ENDPOINT })).toBeDefined();
  expect(readTracingConfig({ OTEL_TRACES_EXPORTER: 'otlp' })).toBeDefined();
  expect(readTracingConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' })).toBeUndefined();
  expect(readTracingConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'none' })).toBeUndefined();
});

it.each([
  ['OTEL_TRACES_SAMPLER', 'sometimes'],
  ['OTEL_TRACES_SAMPLER_ARG', '1%'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'bearer s3cret'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'production'],
  ['OTEL_BSP_MAX_QUEUE_SIZE', '0'],
])('a wrong %s is named at the start, and its value is not: %s', (name, value) => {
  const read = () => readTracingConfig({ [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(name);
  if (name.endsWith('HEADERS')) expect(read).not.toThrow(/s3cret/);
});

it('nothing is recorded, and the id of a trace passed on, while traces are off', () => {
  const { traceparent, span } = enterTrace(outside, step('in'));
  expect(span).toBeUndefined();
  expect(parseTraceparent(traceparent)).toMatchObject({ traceId: 'a'.repeat(32), isSampled: false });
  expect(within(traceparent, () => openSpan(step('inner')))).toBeUndefined();
});

it('a tree arrives with its parents, its service and its attributes', async () => {
  const { collector, tracing } = await record({
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=trial,team=a%20b',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc',
  });
  const { traceparent, span } = enterTrace(undefined, step('in', 'server'));
  await within(traceparent, () => inSpan(step('outer'), async () => openSpan(step('inner', 'client'))?.end()));
  span!.end();
  await tracing.flush();
  const [inner, outer, root] = ['inner', 'outer', 'in'].map((name) => collector.spans.find((s) => s.name === name)!);
  expect(root).toMatchObject({ kind: 'server', parentId: '', service: 'ledger', attributes: { 'a.b': 'in' } });
  expect(outer).toMatchObject({ parentId: root!.spanId, traceId: root!.traceId, kind: 'internal' });
  expect(inner).toMatchObject({ parentId: outer!.spanId, traceId: root!.traceId, kind: 'client' });
  expect(root!.resource).toMatchObject({
    'service.version': '1.2.3',
    'deployment.environment.name': 'trial',
    team: 'a b',
  });
  expect(collector.requests[0]).toMatchObject({ path: '/v1/traces', headers: { authorization: 'Bearer abc' } });
});

it('a step of a recorded trace is recorded, and one of an unrecorded trace is not, whatever part of new ones is', async () => {
  const { collector, tracing } = await record({
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0',
  });
  enterTrace(outside, step('recorded')).span!.end();
  expect(enterTrace(outside.replace(/1$/, '0'), step('not')).span).toBeUndefined();
  const own = enterTrace(undefined, step('new'));
  expect(own.span).toBeUndefined();
  expect(parseTraceparent(own.traceparent)?.isSampled).toBe(false);
  await tracing.flush();
  expect(collector.spans).toMatchObject([{ name: 'recorded', traceId: 'a'.repeat(32), parentId: 'b'.repeat(16) }]);
});

it('a part of all traces is recorded, each whole or not at all', async () => {
  const { collector, tracing } = await record({
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
    OTEL_BSP_MAX_QUEUE_SIZE: '100000',
  });
  for (let index = 0; index < 5_000; index++) {
    const { traceparent, span } = enterTrace(undefined, step('root'));
    within(traceparent, () => openSpan(step('inner'))?.end());
    span?.end();
  }
  await tracing.flush();
  const roots = collector.spans.filter(({ name }) => name === 'root');
  // Five hundred are expected; six standard deviations are 127.
  expect(roots.length).toBeGreaterThan(500 - 127);
  expect(roots.length).toBeLessThan(500 + 127);
  const inner = collector.spans.filter(({ name }) => name === 'inner').map(({ parentId }) => parentId);
  expect(inner.toSorted()).toEqual(roots.map(({ spanId }) => spanId).toSorted());
});

it('a trace that a stranger names is neither continued nor recorded for it: ours names it as a link', async () => {
  const { collector, tracing } = await record({ OTEL_TRACES_SAMPLER_ARG: '1' });
  enterTrace(outside, step('ours'), false).span!.end();
  await tracing.flush();
  expect(collector.spans[0]).toMatchObject({ parentId: '', links: [`${'a'.repeat(32)}-${'b'.repeat(16)}`] });
  expect(collector.spans[0]!.traceId).not.toBe('a'.repeat(32));
});

it.each([
  ['too long', `${outside}${'0'.repeat(10_000)}`],
  ['twice', `${outside}, ${outside}`],
  ['of zeros', `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`],
  ['of another version', outside.replace(/^00/, 'ff')],
  ['no hexadecimal', outside.replace(/a/g, 'z')],
  ['in capitals', outside.toUpperCase()],
  ['with a line break', `${outside}\n`],
])('a header that is %s begins a new trace', async (_what, header) => {
  await record();
  for (const isTrusted of [true, false]) {
    const { traceparent, span } = enterTrace(header, step('in'), isTrusted);
    expect(parseTraceparent(traceparent)?.traceId).not.toBe('a'.repeat(32));
    span?.end();
  }
});

it('what several do in one stands in the trace of each that is recorded, linked to the others', async () => {
  const { collector, tracing } = await record();
  const members = [1, 2, 3].map((number) => enterTrace(undefined, step(`member ${number}`)));
  const unrecorded = outside.replace(/1$/, '0');
  await inSharedTrace([undefined, unrecorded, ...members.map(({ traceparent }) => traceparent)], async () => {
    expect(currentContext()?.sharers).toHaveLength(2);
    openSpan(step('commit'))?.end();
  });
  for (const { span } of members) span!.end();
  await tracing.flush();
  const commits = collector.spans.filter(({ name }) => name === 'commit');
  const idOf = ({ traceId, spanId }: (typeof commits)[number]) => `${traceId}-${spanId}`;
  expect(commits.map(({ parentId }) => parentId)).toEqual(members.map(({ span }) => span!.traceparent.slice(36, 52)));
  expect(commits[0]!.links).toEqual(commits.slice(1).map(idOf));
  for (const other of commits.slice(1)) expect(other.links).toEqual([idOf(commits[0]!)]);
});

it('what is done in one for traces that are not recorded is recorded for nobody, not even for who began it', async () => {
  await record();
  const { traceparent } = enterTrace(undefined, step('bystander'));
  await within(traceparent, () =>
    inSharedTrace([outside.replace(/1$/, '0')], async () => expect(openSpan(step('commit'))).toBeUndefined()),
  );
});

it('a step that fails is marked with the kind of the error and never with its text', async () => {
  const { collector, tracing } = await record();
  const { traceparent, span } = enterTrace(undefined, step('in'));
  const work = within(traceparent, () =>
    inSpan(step('failing'), () => Promise.reject(new RangeError('the number of Kari Nordmann'))),
  );
  await expect(work).rejects.toThrow(RangeError);
  span!.end();
  await tracing.flush();
  expect(collector.spans.find(({ name }) => name === 'failing')).toMatchObject({
    isFailed: true,
    attributes: { 'error.type': 'RangeError' },
  });
  expect(collector.received()).not.toContain('Kari');
});

it('a collector that refuses is named in the log once, and once when it takes traces again', async () => {
  const { collector, tracing } = await record();
  const send = async () => {
    openSpanIn(outside, step('in'))!.end();
    await tracing.flush();
  };
  collector.status = 400;
  await send();
  await send();
  collector.status = 200;
  await send();
  await send();
  expect(logged).toEqual([
    'traces cannot be sent to the collector and are dropped',
    'traces are sent to the collector again',
  ]);
});

it('a collector that is away holds nobody up at the end', async () => {
  const { collector, tracing } = await record();
  await collector[Symbol.asyncDispose]();
  openSpanIn(outside, step('in'))!.end();
  await tracing.stop();
  expect(enterTrace(outside, step('in')).span).toBeUndefined();
});

it('the end sends what was recorded', async () => {
  const { collector, tracing } = await record();
  openSpanIn(outside, step('last'))!.end();
  await tracing.stop();
  expect(collector.spans).toMatchObject([{ name: 'last' }]);
});
