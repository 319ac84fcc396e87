import type { Collector, SeenSpan } from '@app/tracing/test/collector';
import { beforeAll, expect, it } from 'vitest';
import type { OwnSystem } from '../src/own-system.ts';
import type { Answer, Owner } from '../src/system.ts';

/** What {@link traces} needs its platform to be given. */
export const tracesTo = ({ url }: Collector): Readonly<Record<string, string>> => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=Kollektor-5ecret',
  OTEL_BSP_SCHEDULE_DELAY: '200',
  OTEL_BSP_MAX_QUEUE_SIZE: '100000',
});

const DESCRIPTION = 'Lønn til Kari Nordmann';
const POSTED = 'events.ledger.journal_entry.posted';
const today = Temporal.Now.plainDateISO('Europe/Oslo').toString();

const consumersOf = (spans: readonly SeenSpan[]): string[] =>
  spans.filter(({ name }) => name === `process ${POSTED}`).map(({ service }) => service);

const orphansOf = (spans: readonly SeenSpan[]): readonly SeenSpan[] => {
  const known = new Set(spans.map(({ spanId }) => spanId));
  return spans.filter(({ parentId }) => parentId !== '' && !known.has(parentId));
};

const pathTo = (spans: readonly SeenSpan[], leaf: SeenSpan): string[] => {
  const parent = spans.find(({ spanId }) => spanId === leaf.parentId);
  return [...(parent ? pathTo(spans, parent) : []), `${leaf.service} ${leaf.kind} ${leaf.name}`];
};

const ROUTE = 'POST /api/v2/journal-entries/';
const AT_LEDGER = [`gateway server ${ROUTE}`, `gateway client ${ROUTE}`, `ledger server ${ROUTE}`];

/**
 * The platform with a collector beside it: what a posting was, from the gateway to the last consumer, is one tree. Comes
 * before everybody who stops processes.
 */
export function traces(own: OwnSystem, collector: () => Collector): void {
  let owner: Owner;
  beforeAll(async () => {
    owner = await own.newOwner();
  });

  const post = (headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    own.ask('POST', '/api/v2/journal-entries/', {
      token: owner.token,
      headers,
      body: {
        client_account_id: owner.clientAccountId,
        description: DESCRIPTION,
        lines: [
          { posting_date: today, account_code: '6300', debit: '10.00', credit: '0' },
          { posting_date: today, account_code: '1920', debit: '0', credit: '10.00' },
        ],
      },
    });

  /** The traces of postings, each with all its spans. */
  const treesOf = (): (readonly SeenSpan[])[] => {
    const byTrace = Map.groupBy(collector().spans, ({ traceId }) => traceId);
    return [...byTrace.values()].filter((spans) =>
      spans.some(({ name, parentId }) => parentId === '' && name === 'POST /api/v2/journal-entries/'),
    );
  };

  /** As many postings are there, each heard by both of its consumers and with every parent. */
  async function arrived(count: number): Promise<(readonly SeenSpan[])[]> {
    const isWhole = (spans: readonly SeenSpan[]) =>
      consumersOf(spans).toSorted().join() === 'documents,reconciliation' && orphansOf(spans).length === 0;
    await expect.poll(() => treesOf().filter(isWhole).length, { timeout: 180_000, interval: 200 }).toBe(count);
    return treesOf();
  }

  it('one posting is one tree: gateway, service, statement, outbox and every consumer, with no parent missing', async () => {
    expect((await post()).status).toBe(201);
    const [spans] = await arrived(1);
    const find = (name: string, service: string) =>
      spans!.find((span) => span.name === name && span.service === service)!;
    expect(pathTo(spans!, find('SELECT write_entries', 'ledger'))).toEqual([
      ...AT_LEDGER,
      'ledger client SELECT write_entries',
    ]);
    for (const service of ['reconciliation', 'documents']) {
      const consumer = find(`process ${POSTED}`, service);
      const path = [...AT_LEDGER, `ledger producer send ${POSTED}`, `${service} consumer process ${POSTED}`];
      expect(pathTo(spans!, consumer)).toEqual(path);
      const inside = spans!.filter(({ parentId }) => parentId === consumer.spanId).map(({ name }) => name);
      expect(inside.length, service).toBeGreaterThan(0);
    }
    expect(spans!.filter(({ parentId }) => parentId === '')).toHaveLength(1);
    expect(spans!.filter(({ isFailed }) => isFailed)).toEqual([]);
  });

  it('a posting with a key shows its transaction, its commit, and who was asked over gRPC', async () => {
    const isCommit = ({ name, service }: SeenSpan) => name === 'COMMIT' && service === 'ledger';
    const before = treesOf().length;
    expect((await post({ 'Idempotency-Key': 'traced-1' })).status).toBe(201);
    const spans = (await arrived(before + 1)).find((tree) => tree.some(isCommit))!;
    const names = spans.filter(({ service }) => service === 'ledger').map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['BEGIN', 'SELECT write_entries', 'COMMIT']));
    const calls = collector().spans.filter(({ attributes }) => attributes['rpc.system.name'] === 'grpc');
    const servers = new Map(calls.filter(({ kind }) => kind === 'server').map((span) => [span.parentId, span]));
    expect(calls.filter(({ kind, spanId }) => kind === 'client' && servers.has(spanId)).length).toBeGreaterThan(0);
  });

  it('postings that come together keep a whole tree each', async () => {
    const before = treesOf().length;
    const answers = await Promise.all(Array.from({ length: 24 }, () => post()));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    const trees = await arrived(before + 24);
    for (const spans of trees) {
      const ofLedger = spans.filter(({ service }) => service === 'ledger').map(({ name }) => name);
      expect(ofLedger.filter((name) => name === 'SELECT write_entries').length).toBeGreaterThan(0);
      expect(ofLedger.filter((name) => name === `send ${POSTED}`)).toHaveLength(1);
    }
  });

  it('a client that names a trace of its own gets no other tree for it', async () => {
    const before = treesOf().length;
    const theirs = 'c'.repeat(32);
    expect((await post({ traceparent: `00-${theirs}-${'d'.repeat(16)}-01`, tracestate: 'x=1' })).status).toBe(201);
    await arrived(before + 1);
    expect(collector().spans.filter(({ traceId }) => traceId === theirs)).toEqual([]);
    expect(collector().spans.flatMap(({ links }) => links)).toContain(`${theirs}-${'d'.repeat(16)}`);
  });

  it('spans have the attributes of the conventions', () => {
    const some = (kind: SeenSpan['kind'], has: string) =>
      collector().spans.find((span) => span.kind === kind && has in span.attributes)!;
    expect(some('server', 'http.route').attributes).toMatchObject({
      'http.request.method': expect.any(String),
      'http.response.status_code': expect.stringMatching(/^\d{3}$/),
    });
    expect(some('client', 'url.full').attributes).toMatchObject({
      'server.address': '127.0.0.1',
      'server.port': expect.stringMatching(/^\d+$/),
      'http.request.method': expect.any(String),
    });
    expect(some('client', 'db.system.name').attributes).toMatchObject({
      'db.system.name': 'postgresql',
      'db.namespace': expect.stringMatching(/^accounting\|\w+$/),
      'db.query.summary': expect.any(String),
    });
    expect(some('consumer', 'messaging.system').attributes).toMatchObject({
      'messaging.operation.type': 'process',
      'messaging.destination.name': expect.stringMatching(/^events\./),
      'messaging.consumer.group.name': expect.any(String),
    });
    expect(some('server', 'rpc.method').attributes).toMatchObject({
      'rpc.system.name': 'grpc',
      'rpc.response.status_code': expect.any(String),
    });
    const services = new Set(collector().spans.map(({ service }) => service));
    expect([...services]).toEqual(expect.arrayContaining(['gateway', 'auth', 'organisation', 'ledger']));
  });

  it('nothing that a person has sent, and no secret, has reached the collector', () => {
    const received = collector().received();
    const { token, email, password, pid } = owner;
    for (const secret of [token, email, password, pid, DESCRIPTION, 'Kari', 'Kollektor-5ecret', 'Bearer', '10.00'])
      expect(received.includes(secret), secret).toBe(false);
    expect(received.length).toBeGreaterThan(10_000);
  });

  it('every parent is there in the end, of everything that was done', async () => {
    // Services that ask each other all the time have a span under way at any moment: each comes, though not at once.
    const before = new Set(orphansOf(collector().spans));
    await expect.poll(() => orphansOf(collector().spans).filter((span) => before.has(span))).toEqual([]);
  });
}
