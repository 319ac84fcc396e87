import { setTimeout as pause } from 'node:timers/promises';
import { type Fault, until } from './fault.ts';
import { Oracle } from './oracle.ts';
import type { World } from './world.ts';

/** What a run came to. */
export interface Outcome {
  readonly injected: ReadonlyMap<string, number>;
  readonly violations: readonly string[];
  readonly lost: number;
  readonly doubled: number;
  readonly looks: number;
  readonly verifications: number;
  readonly seconds: number;
}

export interface RunOptions {
  readonly world: World;
  readonly plan: readonly Fault[];
  /** Faults between two looks at everything, with all clients at rest. */
  readonly verifyEvery: number;
  /** Goes on posting after the plan until so many writes are acknowledged. */
  readonly writes?: number;
  readonly say?: (text: string) => void;
  /** Aborted when the run shall end early; what was done until then is reported. */
  readonly signal?: AbortSignal;
}

/**
 * Injects one fault after the other under load and looks at the books after each. Goes on after a violation: it may not
 * be the only one.
 */
export async function run({
  world,
  plan,
  verifyEvery,
  writes = 0,
  say = () => {},
  signal,
}: RunOptions): Promise<Outcome> {
  const { record, load, system } = world;
  const oracle = new Oracle(world);
  const injected = new Map<string, number>();
  const violations: string[] = [];
  const startedAt = performance.now();
  let [looks, verifications] = [0, 0];
  const accounts = [...world.companies, world.racer].map(({ owner }) => owner.clientAccountId);
  const database = { url: system.platform.postgres.url, name: system.platform.settings.get('POSTGRES_DATABASE') };
  const blame = (place: string, found: readonly string[]): void => {
    for (const one of found) {
      violations.push(`${place}: ${one}`);
      say(`WRONG ${place}: ${one}`);
    }
  };
  const guarded = async (place: string, work: () => Promise<void> | Promise<readonly string[]>): Promise<void> => {
    try {
      blame(place, (await work()) ?? []);
    } catch (error) {
      blame(place, [error instanceof Error ? error.message : String(error)]);
    }
  };
  const verify = async (place: string): Promise<void> => {
    await load.pause();
    await world.unfinished.settle();
    blame(place, world.unfinished.takeWrong());
    await guarded(place, () => oracle.lookAtAll(accounts, database));
    verifications += 1;
    load.resume();
  };

  load.start();
  await load.progress(20);
  for (const [index, fault] of plan.entries()) {
    if (signal?.aborted) break;
    const place = `fault ${index + 1}, ${fault.kind}`;
    const before = { acknowledged: record.acknowledged, at: performance.now() };
    injected.set(fault.kind, (injected.get(fault.kind) ?? 0) + 1);
    await guarded(place, () => fault.inject(world));
    await guarded(place, () => everybodyIsReady(world));
    await guarded(place, () => load.progress(fault.progress ?? 12, 90));
    await guarded(place, () => oracle.look(accounts));
    looks += 1;
    blame(place, record.takeSurprises());
    say(
      `${index + 1}/${plan.length} ${fault.kind}: ${((performance.now() - before.at) / 1000).toFixed(1)} s, ${record.acknowledged - before.acknowledged} writes, ${record.acknowledged} in all`,
    );
    if ((index + 1) % verifyEvery === 0) await verify(`after fault ${index + 1}`);
  }
  while (record.acknowledged < writes && !signal?.aborted && violations.length < 50) await pause(200);
  await load.stop();
  await verify('at the end');
  return {
    injected,
    violations,
    lost: oracle.lost,
    doubled: oracle.doubled,
    looks,
    verifications,
    seconds: (performance.now() - startedAt) / 1000,
  };
}

/** Every process answers that it can work; the clients of the next fault shall not suffer from the last. */
async function everybodyIsReady(world: World): Promise<void> {
  const { platform } = world.system;
  const origins = [...platform.processes.keys()]
    .filter((name) => name !== 'sandbox')
    .map((name) => platform.originOf(name));
  for (const origin of origins)
    await until(`${origin} is ready`, () =>
      fetch(`${origin}/health/ready`, { signal: AbortSignal.timeout(3_000) }).then(
        async (response) => {
          await response.body?.cancel();
          return response.ok;
        },
        () => false,
      ),
    );
}
