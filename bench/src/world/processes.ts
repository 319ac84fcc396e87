import { readdirSync, readFileSync } from 'node:fs';

/** A process and all that descend from it, from proc(5) `/proc/<pid>/stat`. */
export function familyOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {} // it ended meanwhile
  }
  const family = [pid];
  for (let index = 0; index < family.length; index++)
    for (const [child, parent] of parents) if (parent === family[index]) family.push(child);
  return family;
}

/** Bytes of a process; memory that it shares is counted in parts. */
export function proportionalSize(pid: number): number {
  const kilobytes = /^Pss: +(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
  if (kilobytes === undefined) throw new Error(`/proc/${pid}/smaps_rollup does not say how large the process is`);
  return Number(kilobytes) * 1_024;
}

/** The process of a service that the bench has started. @throws Error when there is none, or several */
export function processOf(service: string): number {
  const found = familyOf(process.pid).filter(
    (pid) => pid !== process.pid && readProcess(pid, 'cmdline').includes(`services/${service}/`),
  );
  if (found.length !== 1) throw new Error(`${found.length} processes of ${service} instead of one`);
  return found[0]!;
}

/** A file of proc(5); '' when the process ended meanwhile, as sessions of a database do. */
export function readProcess(pid: number, file: 'cmdline' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
