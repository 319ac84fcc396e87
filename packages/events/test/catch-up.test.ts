import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Change, createCatchUp, on, readChanges } from '../src/index.ts';
import { createWorld, factStated, logger, recordFacts, type World } from './world.ts';

const poisonable = on(factStated, async (tx, event) => {
  await recordFacts.handle(tx, event as never, undefined as never);
  if (event.payload.text === 'poison') throw new Error('poison');
});

let world: World;
let since: string;
beforeAll(async () => {
  world = await createWorld();
  since = (await readChanges(world.db, { afterId: 0, subjects: ['events.specimen.fact.stated'] })).now;
});
afterAll(() => world?.close());

const changes = async (): Promise<readonly Change[]> =>
  (await readChanges(world.db, { since, afterId: 0, subjects: ['events.specimen.fact.stated'] })).changes;
const catchUp = () => createCatchUp({ service: 'listener', handlers: [poisonable], db: world.db, logger });

it('what an owner says takes effect once, whichever way it comes first', async () => {
  await world.announce('by asking');
  await catchUp()(await changes());
  await catchUp()(await changes());
  expect(await world.texts()).toEqual(['by asking']);
  world.relay.start();
  world.consume();
  await expect.poll(async () => (await world.metrics.inboxDuplicates.get()).values[0]?.value).toBe(1);
  await world.announce('by the broker');
  await expect.poll(() => world.texts()).toEqual(['by asking', 'by the broker']);
  await catchUp()(await changes());
  expect(await world.texts()).toEqual(['by asking', 'by the broker']);
  expect(await world.count(sql`inbox where consumer = 'listener-specimen-fact-stated'`)).toBe(2);
});

it('what cannot be handled holds up nothing else and is left to the consumer', async () => {
  const [one, two] = await changes();
  const poison: Change = { ...one!, eventId: '019a0000-0000-7000-8000-000000000001', payload: '{"text":"poison"}' };
  const unreadable: Change = { ...one!, eventId: '019a0000-0000-7000-8000-000000000002', payload: 'no json' };
  const good: Change = { ...two!, eventId: '019a0000-0000-7000-8000-000000000003', payload: '{"text":"good"}' };
  await catchUp()([poison, unreadable, good]);
  expect(await world.texts()).toContain('good');
  expect(await world.texts()).not.toContain('poison');
  expect(await world.count(sql`inbox where event_id in (${poison.eventId}::uuid, ${unreadable.eventId}::uuid)`)).toBe(
    0,
  );
});

it('an event whose handler asks others first cannot be caught up with', () => {
  const asking = on(
    factStated,
    async () => {},
    async () => 1,
  );
  expect(() => createCatchUp({ service: 'listener', handlers: [asking], db: world.db, logger })).toThrow(
    /specimen\.fact\.stated cannot be caught up/,
  );
});
