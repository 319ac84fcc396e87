import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** One run of a process. The start time is kept beside the pid, since a pid alone soon belongs to another program. */
export type ProcessId = { readonly pid: number; readonly startedAt: string };

/**
 * Field 3 (state) and field 22 (start time in clock ticks since boot) of proc(5) `/proc/<pid>/stat`; the name in field
 * 2 may hold spaces.
 */
function readStat(pid: number): { state: string; startedAt: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', startedAt: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Names the running process with this pid; its start time is empty where the system has no /proc. */
export function identifyProcess(pid: number): ProcessId {
  return { pid, startedAt: readStat(pid)?.startedAt ?? '' };
}

/** Whether this very process still runs; a zombie does not. */
export function isAlive(id: ProcessId): boolean {
  if (process.platform !== 'linux') return answersSignals(id.pid);
  const stat = readStat(id.pid);
  return stat !== undefined && stat.state !== 'Z' && stat.state !== 'X' && stat.startedAt === id.startedAt;
}

/** Sends a signal to this very process and no other; a process that is gone is left alone. */
export function signalProcess(id: ProcessId, signal: NodeJS.Signals): void {
  if (!isAlive(id)) return;
  try {
    process.kill(id.pid, signal);
  } catch {
    // It ended between the two calls, or belongs to somebody else: the caller looks at isAlive again.
  }
}

/** Waits until the process is gone; false when it is still there after `milliseconds`. */
export async function waitForEnd(id: ProcessId, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while (isAlive(id)) {
    if (Date.now() > deadline) return false;
    await pause(20);
  }
  return true;
}
