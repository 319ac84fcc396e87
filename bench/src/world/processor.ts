import { familyOf, readProcess } from './processes.ts';

/** Of the whole platform that the bench has started. */
export type Part = 'gateway' | 'services' | 'database' | 'broker';
export type Processor = Readonly<Record<Part, number>>;

const NOTHING: Processor = { gateway: 0, services: 0, database: 0, broker: 0 };

/** Clock ticks of Linux, which are 100 a second on every machine that Node.js runs on. */
const TICK_MILLIS = 10;

/** Milliseconds of processor time so far, of those that have ended too. */
export function processorTime(): Processor {
  const sums = { ...NOTHING };
  for (const pid of familyOf(process.pid)) {
    const part = pid === process.pid ? undefined : partOf(readProcess(pid, 'cmdline'));
    if (part !== undefined) sums[part] += ticksOf(readProcess(pid, 'stat')) * TICK_MILLIS;
  }
  return sums;
}

export const total = (time: Processor): number => Object.values(time).reduce((sum, part) => sum + part, 0);

export const minus = (after: Processor, before: Processor): Processor =>
  Object.fromEntries(Object.entries(after).map(([part, time]) => [part, time - before[part as Part]])) as Processor;

function partOf(command: string): Part | undefined {
  if (command.includes('services/gateway/')) return 'gateway';
  if (command.includes('services/')) return 'services';
  if (command.includes('postgres')) return 'database';
  return command.includes('nats-server') ? 'broker' : undefined;
}

/** utime, stime, and those of children that were waited for: fields 14 to 17 of proc(5). */
const ticksOf = (stat: string): number =>
  stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .reduce((sum, ticks) => sum + Number(ticks), 0);
