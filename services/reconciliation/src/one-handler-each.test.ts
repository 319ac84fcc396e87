import type { Tx } from '@app/db';
import { claimsChanged, internalCommitted, NOTHING_TO_DO, onMany } from '@app/events';
import { expect, it } from 'vitest';
import { oneHandlerEach } from './one-handler-each.ts';

/** A handler that notes its name, after it has or has not prepared something. */
const noting = (done: string[], name: string, hasWork: boolean) =>
  onMany(
    claimsChanged,
    async (_, events) => void done.push(`${name} ${events.length}`),
    async () => (hasWork ? undefined : NOTHING_TO_DO),
  );
const events = [{}, {}] as never[];

it('areas that have something to do about an event do it in their order, and the others nothing', async () => {
  const done: string[] = [];
  const [joined, ...others] = oneHandlerEach([
    ...[noting(done, 'first', true), noting(done, 'idle', false), noting(done, 'last', true)],
    onMany(internalCommitted, async () => expect.unreachable()),
  ]);
  expect(others).toHaveLength(1);
  const { prepare, handle } = joined!.together!;
  await handle({} as Tx, events, (await prepare!(events)) as never);
  expect(done).toEqual(['first 2', 'last 2']);
  done.splice(0);
  await joined!.handle({} as Tx, events[0]!, (await joined!.prepare!(events[0]!)) as never);
  expect(done).toEqual(['first 1', 'last 1']);
});

it('when no area has anything to do, there is nothing to do', async () => {
  const [joined] = oneHandlerEach([noting([], 'one', false), noting([], 'other', false)]);
  expect(await joined!.together!.prepare!(events)).toBe(NOTHING_TO_DO);
  expect(await joined!.prepare!(events[0]!)).toBe(NOTHING_TO_DO);
});
