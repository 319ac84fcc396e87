import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats } from '@app/embedded';
import { createBroker } from '@app/events';
import { createLogger } from '@app/runtime';
import { expect, it } from 'vitest';
import { type WatchedBroker, watchBroker } from '../src/broker-watch.ts';

const answers = async (): Promise<void> => undefined;
const fails = async (): Promise<never> => {
  throw new Error('timeout');
};

/** Looks that many times, ten seconds apart, and says how often the broker was found to be stuck. */
async function watched(looks: number, broker: (look: number) => WatchedBroker, patienceMillis = 0): Promise<number> {
  const ending = new AbortController();
  let look = 0;
  let stuck = 0;
  await watchBroker({
    broker: {
      ensureStream: () => {
        look += 1;
        if (look === looks) ending.abort();
        return broker(look).ensureStream();
      },
      ping: () => broker(look).ping(),
    },
    onStuck: () => (stuck += 1),
    stop: ending.signal,
    everyMillis: 1,
    patienceMillis,
    now: () => look * 10_000,
  });
  return stuck;
}

it('a server that answers while its stream says nothing is stuck, and is watched anew afterwards', async () => {
  expect(await watched(4, () => ({ ensureStream: fails, ping: answers }))).toBe(3);
});

it('one that is away, frozen or whose stream answers is left alone', async () => {
  expect(await watched(5, () => ({ ensureStream: fails, ping: fails }))).toBe(0);
  expect(await watched(5, () => ({ ensureStream: answers, ping: answers }))).toBe(0);
});

it('a stream that answers now and then is not stuck: patience begins anew', async () => {
  const butFor =
    (answered: number) =>
    (look: number): WatchedBroker => ({
      ensureStream: look === answered ? answers : fails,
      ping: answers,
    });
  // Silent for sixty seconds at the ninth look, of which the tenth knows.
  expect(await watched(10, butFor(0), 60_000)).toBe(1);
  expect(await watched(10, butFor(5), 60_000)).toBe(0);
});

it('a real stream is asked, and made where it is missing', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'embedded-'));
  const server = await startNats({ dataDir, fast: true });
  const logger = createLogger({ service: 'test', level: 'error' });
  const broker = createBroker({ url: server.url, name: 'broker-watch', logger });
  try {
    await broker.connected();
    expect(await watched(3, () => broker)).toBe(0);
  } finally {
    await broker.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
