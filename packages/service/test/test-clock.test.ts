import { type Broker, createBroker } from '@app/events';
import { createLogger } from '@app/runtime';
import { afterEach, expect, inject, it, vi } from 'vitest';
import { storeClock } from '../src/index.ts';

const logger = createLogger({ service: 'gateway', level: 'silent' });
const brokers: Broker[] = [];

afterEach(async () => {
  vi.useRealTimers();
  for (const broker of brokers.splice(0)) await broker.close();
});

function connect(url: string): Broker {
  const broker = createBroker({ url, name: 'gateway', logger, prefix: 'test-clock' });
  brokers.push(broker);
  return broker;
}

it('the clock is stored as soon as the broker is there', async () => {
  const broker = connect(inject('natsUrl'));
  expect(broker.isConnected()).toBe(false);
  await storeClock(broker, Temporal.Now.instant().add({ hours: 24 }));
  const offset = Number(await (await broker.values('clock')).get('offset'));
  expect(offset).toBeGreaterThan(86_400_000 - 10_000);
  expect(offset).toBeLessThanOrEqual(86_400_000);
});

it('a broker that stays away for eight seconds is 503', async () => {
  const broker = connect('nats://127.0.0.1:1');
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const outcome = storeClock(broker, null).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(7_900);
  expect(await Promise.race([outcome, 'waiting'])).toBe('waiting');
  await vi.advanceTimersByTimeAsync(200);
  expect(await outcome).toMatchObject({ name: 'Failure', status: 503, code: 'common.service_unavailable' });
});
