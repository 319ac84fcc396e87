import { readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Fault, orElse, until } from './fault.ts';
import { membersOf, oneOf } from './members.ts';
import { DISK_MEGABYTES, type Disk, type World } from './world.ts';

/** Of each service named one process ends at once; where there are two the other goes on. */
export const kill = (...names: readonly string[]): Fault => ({
  kind: names.length === 1 ? `SIGKILL of ${names[0]}` : `SIGKILL of ${names.length} processes at once`,
  inject: async (world) => {
    const processes = names.map((name) => oneOf(world, name));
    for (const process of processes) process.kill('SIGKILL');
    await Promise.all(processes.map((process) => process.whenReady()));
  },
});

/** A process that neither works nor ends. */
export const freeze = (name: string): Fault => ({
  kind: `${name} frozen for seconds (SIGSTOP)`,
  inject: async (world) => {
    const process = oneOf(world, name);
    process.kill('SIGSTOP');
    try {
      await pause(world.dice.between(1_500, 3_500));
    } finally {
      process.kill('SIGCONT');
    }
  },
});

export const killServer = (server: 'postgres' | 'nats'): Fault => ({
  kind: `SIGKILL of ${server === 'postgres' ? 'PostgreSQL' : 'NATS'}`,
  inject: async ({ system: { platform } }) => {
    platform[server].kill('SIGKILL');
    await platform[server].whenReady();
  },
});

export const restartServer = (server: 'postgres' | 'nats'): Fault => ({
  kind: `${server === 'postgres' ? 'PostgreSQL' : 'NATS'} stopped and started`,
  inject: async (world) => {
    const target = world.system.platform[server];
    await target.stop();
    await pause(world.dice.between(200, 1_500));
    await target.start();
  },
});

/** NATS comes back with nothing: no stream, no consumers, no values. */
export const wipeBroker: Fault = {
  kind: 'store of NATS wiped',
  inject: async (world) => {
    const { nats } = world.system.platform;
    await nats.stop();
    const folder = join(world.dataDir, 'nats');
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
    await nats.start();
  },
};

/**
 * One process after the other ends gracefully and is started again. Where there is one of each, whoever calls meanwhile
 * waits for the next one; of two the other takes the calls. Nobody is shown a failure. While a single gateway is away
 * connections are refused.
 */
export const rollingRestart = (names: readonly string[]): Fault => ({
  kind: 'graceful restart of a process (SIGTERM)',
  inject: async (world) => {
    const before = world.record.answered((status) => status >= 500);
    for (const name of names) for (const member of membersOf(world, name)) await member.restart();
    const failures = world.record.answered((status) => status >= 500) - before;
    return failures > 0 ? [`${failures} calls failed during a rolling restart`] : [];
  },
});

/** Makes the disk as small as what is on it. When a server has written meanwhile, it is measured again. */
function leaveNoRoom(world: World, disk: Disk): void {
  for (let tries = 1; ; tries++) {
    const { bsize, blocks, bfree } = statfsSync(join(world.dataDir, disk));
    try {
      world.resizeDisk!(disk, Math.ceil((Number(blocks - bfree) * bsize) / 1_048_576));
      return;
    } catch (error) {
      if (tries === 10) throw error;
    }
  }
}

/** The disk of a server is full for some seconds, then has room again. */
export const fillDisk = (disk: Disk): Fault => ({
  kind: `full disk of ${disk === 'postgres' ? 'PostgreSQL' : 'NATS'}`,
  inject: async (world) => {
    // PostgreSQL writes into log files of 16 MB that are there already: it notices at the next table page or log file.
    leaveNoRoom(world, disk);
    try {
      await pause(world.dice.between(4_000, 7_000));
    } finally {
      world.resizeDisk!(disk, DISK_MEGABYTES[disk]);
    }
    if (disk === 'postgres')
      await until('the database answers', () =>
        orElse(
          world.sql`select 1`.then(() => true),
          false,
        ),
      );
  },
});
