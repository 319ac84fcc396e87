import { createOwnBroker } from '@app/testing';
import { expect, it } from 'vitest';
import { startLedger } from './ledger.ts';

it('posts and reads without a broker from the start, and while it is frozen', async () => {
  const broker = await createOwnBroker();
  const ledger = await startLedger({ env: { NATS_URL: broker.url } });
  try {
    const own = await ledger.books();
    const isReady = async () => (await ledger.call('GET', '/health/ready')).status === 200;
    const first = await own.posted();
    expect((await own.call('GET', `/journal-entries/${first.id}`)).body.id).toBe(first.id);
    await expect.poll(isReady).toBe(true);

    await broker.start();
    await expect.poll(() => ledger.running.composition.broker.isConnected()).toBe(true);
    broker.freeze();
    const second = await own.posted();
    expect(second.id).not.toBe(first.id);
    expect(await isReady()).toBe(true);
    await ledger.expectSound(own.clientAccountId);
  } finally {
    await ledger.stop();
    await broker.remove();
  }
});
