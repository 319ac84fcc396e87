import { setTimeout as pause } from 'node:timers/promises';
import { type Fault, until } from './fault.ts';
import { membersOf, oneOf } from './members.ts';
import type { World } from './world.ts';

const ASK_EVERY = 500;
const ANSWER_WITHIN = 5_000;

/** What others must not notice: nobody but `left` is taken out, and no call of the clients fails. */
async function unnoticed(world: World, left: readonly string[], work: () => Promise<void>): Promise<string[]> {
  const { platform } = world.system;
  const isFailure = (status: number) => status === 0 || status >= 500;
  const before = world.record.answered(isFailure);
  const asked = [...platform.processes.keys()].filter((name) => name !== 'sandbox' && !left.includes(name));
  const out = new Map<string, string>();
  const over = new AbortController();
  const watch = async (name: string): Promise<void> => {
    while (!over.signal.aborted) {
      const said = await readiness(platform.originOf(name));
      if (said !== undefined && !out.has(name)) out.set(name, said);
      await pause(ASK_EVERY, undefined, { signal: over.signal }).catch(() => undefined);
    }
  };
  const watching = Promise.all(asked.map(watch));
  await work().finally(() => over.abort());
  await watching;
  const failures = world.record.answered(isFailure) - before;
  return [
    ...[...out].map(([name, said]) => `${name} took itself out: ${said}`),
    ...(failures > 0 ? [`${failures} calls failed meanwhile`] : []),
  ];
}

/** What a process says when it is not ready. */
async function readiness(origin: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${origin}/health/ready`, { signal: AbortSignal.timeout(ANSWER_WITHIN) });
    const text = await response.text();
    return response.ok ? undefined : `${response.status} ${text.slice(0, 200)}`;
  } catch (error) {
    return String(error);
  }
}

/**
 * Postings need no broker: all of them are answered while it is away, and what they publish arrives when it is back.
 */
export const brokerAway = (seconds: number): Fault => ({
  kind: `NATS away for ${seconds} s`,
  inject: async (world) => {
    const { nats } = world.system.platform;
    const wrong = await unnoticed(world, [], async () => {
      await nats.stop();
      try {
        await Promise.all([pause(seconds * 1000), world.load.progress(20)]);
      } finally {
        await nats.start();
      }
    });
    return wrong;
  },
});

/**
 * A service that nobody needs at the moment, frozen in all its processes: no other takes itself out, and no posting
 * waits for it.
 */
export const freezeIdle = (name: string, seconds: number): Fault => ({
  kind: `${name}, which is idle, frozen for ${seconds} s`,
  inject: async (world) => {
    const members = membersOf(world, name);
    return unnoticed(
      world,
      members.map((member) => member.name),
      async () => {
        for (const member of members) member.kill('SIGSTOP');
        try {
          await Promise.all([pause(seconds * 1000), world.load.progress(20)]);
        } finally {
          for (const member of members) member.kill('SIGCONT');
        }
      },
    );
  },
});

/**
 * The name of a service has no record while its processes, and a gateway that calls it, end and start: a gateway that
 * runs knows the addresses, one that starts asks. Callers wait, and are shown no failure.
 */
export const nameless = (name: 'auth' | 'organisation'): Fault => ({
  kind: `name of ${name} without a record during graceful restarts`,
  inject: async (world) => {
    const { names } = world;
    if (!names) throw new Error('names are asked for only where there are several processes of a service');
    const before = world.record.answered((status) => status >= 500);
    const asked = names.asked.get(name) ?? 0;
    const restart = async (): Promise<void> => {
      for (const member of membersOf(world, name)) await member.restart();
    };
    const giveBack = async (): Promise<void> => {
      try {
        await until(`somebody asks for the name of ${name}`, () => (names.asked.get(name) ?? 0) > asked);
        await pause(world.dice.between(1_000, 3_000));
      } finally {
        names.remember(name);
      }
    };
    names.forget(name);
    await Promise.all([oneOf(world, 'gateway').restart(), restart(), giveBack()]);
    const failures = world.record.answered((status) => status >= 500) - before;
    return failures > 0 ? [`${failures} calls failed while the name of ${name} had no record`] : [];
  },
});
