import { type RecordedSpan, recordedSpans } from '@app/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FixtureGateway, startWorld, type World } from './fixture.ts';

let world: World;
let gateway: FixtureGateway;
let trusting: FixtureGateway;

beforeAll(async () => {
  world = await startWorld();
  gateway = await world.startGateway();
  trusting = await world.startGateway({ trustsTraces: true });
});
afterAll(() => world.close());

const [TRACE, STEP] = ['a'.repeat(32), 'b'.repeat(16)];
const theirs = `00-${TRACE}-${STEP}-01`;

const haveEnded = (spans: readonly RecordedSpan[]) =>
  expect.poll(() => spans.filter(({ isEnded }) => !isEnded)).toEqual([]);

/** What the service is told, and what was recorded of the request. */
async function sent(to: FixtureGateway, headers: Readonly<Record<string, string>>, never = false) {
  using recorded = recordedSpans({ samples: () => !never });
  const response = await fetch(`${to.url}/api/v2/things/1`, { headers: { Authorization: 'Bearer rw', ...headers } });
  const told = ((await response.json()) as { headers: Record<string, string> }).headers;
  await haveEnded(recorded.spans);
  return { told, spans: recorded.spans };
}

it('a request is a span, its call of the service one below it, and the service is told of that', async () => {
  const { told, spans } = await sent(gateway, {});
  const server = spans.find(({ kind }) => kind === 'server');
  const call = spans.find(({ kind, name }) => kind === 'client' && name.startsWith('GET '));
  expect(server).toMatchObject({
    name: 'GET /api/v2/things/{id}',
    parentId: undefined,
    attributes: { 'http.request.method': 'GET', 'http.route': '/api/v2/things/{id}', 'http.response.status_code': 200 },
  });
  expect(call).toMatchObject({
    parentId: server!.spanId,
    attributes: { 'url.template': '/api/v2/things/{id}', 'service.peer.name': 'ledger' },
  });
  expect(told.traceparent).toBe(`00-${call!.traceId}-${call!.spanId}-01`);
});

it('nobody outside has a request recorded, nor puts it into a trace of theirs', async () => {
  const unrecorded = await sent(gateway, { Traceparent: theirs, Tracestate: 'x=1' }, true);
  expect(unrecorded.spans).toEqual([]);
  expect(unrecorded.told.traceparent).toMatch(/^00-(?!a{32})[0-9a-f]{32}-(?!b{16})[0-9a-f]{16}-00$/);
  expect(unrecorded.told.tracestate).toBeUndefined();
  const { told, spans } = await sent(gateway, { Traceparent: theirs });
  expect(spans.find(({ kind }) => kind === 'server')).toMatchObject({ parentId: undefined, links: [theirs] });
  expect(told.traceparent).not.toContain(TRACE);
});

it('where clients are believed their traces are continued, recorded or not as they say', async () => {
  const { spans } = await sent(trusting, { Traceparent: theirs }, true);
  expect(spans.find(({ kind }) => kind === 'server')).toMatchObject({ traceId: TRACE, parentId: STEP, links: [] });
  const unrecorded = await sent(trusting, { Traceparent: theirs.replace(/1$/, '0') });
  expect(unrecorded.spans).toEqual([]);
  expect(unrecorded.told.traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`));
});

it.each([
  ['is long', `${theirs}${'0'.repeat(4_000)}`],
  ['is given twice', `${theirs}, ${theirs}`],
  ['is of zeros', `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`],
  ['holds something else', "'; drop table outbox; --"],
  ['is empty', ''],
])('a traceparent that %s does no harm, believed or not', async (_what, header) => {
  for (const to of [gateway, trusting]) {
    const { told, spans } = await sent(to, { Traceparent: header });
    expect(told.traceparent).toMatch(/^00-(?!a{32})(?!0{32})[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(spans.find(({ kind }) => kind === 'server')).toMatchObject({ parentId: undefined, links: [] });
  }
});

it('what a path, a query or a header holds is in no span', async () => {
  using recorded = recordedSpans();
  const secret = 'kari.nordmann-01018012345';
  const response = await fetch(`${gateway.url}/api/v2/things/${secret}?email=${secret}`, {
    headers: { Authorization: `Bearer ${secret}`, 'User-Agent': secret, 'X-Request-Id': secret, Cookie: secret },
  });
  await response.body?.cancel();
  await haveEnded(recorded.spans);
  expect(recorded.spans.length).toBeGreaterThan(0);
  expect(JSON.stringify(recorded.spans)).not.toContain('kari');
});
