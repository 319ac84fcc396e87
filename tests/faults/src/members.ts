import type { Supervised } from '@app/platform';
import type { World } from './world.ts';

/** The processes of a service: one, or each of a pair. */
export function membersOf(world: World, service: string): Supervised[] {
  const members = [...world.system.platform.processes.values()].filter(
    ({ name }) => name.replace(/-\d+$/, '') === service,
  );
  if (members.length === 0) throw new Error(`There is no process of ${service}`);
  return members;
}

/** One of them, chosen by the dice where there is a choice: the other goes on. */
export function oneOf(world: World, service: string): Supervised {
  const members = membersOf(world, service);
  return members.length === 1 ? members[0]! : world.dice.pick(members);
}
