import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePorts } from '@app/embedded';
import { makeTemporaryDataDir, portVariables, ROOT } from '@app/platform';

/** The platform as `npm start` runs it, on data and ports of its own. */
export interface Installation extends AsyncDisposable {
  /** Milliseconds from the command to "ready". */
  start(): Promise<number>;
  stop(): Promise<void>;
  /** Bytes of all its processes, the command itself included; memory that they share is counted once. */
  memory(): number;
}

const READY = /ready at http/;
const WITHIN_MILLIS = 110_000;

export async function startInstallation(): Promise<Installation> {
  const data = makeTemporaryDataDir();
  const names = portVariables();
  const ports = await findFreePorts(names.length);
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATA_DIR: data.dataDir,
    DEMO_COMPANY: 'false',
    ...Object.fromEntries(names.map((name, index) => [name, String(ports[index])])),
  };
  let child: ChildProcess | undefined;
  const stop = async (): Promise<void> => {
    if (!child || child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
    child = undefined;
  };
  return {
    start: async () => {
      const started = performance.now();
      child = spawn(process.execPath, [join(ROOT, 'tools', 'run.mjs'), 'start'], {
        cwd: ROOT,
        env,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      await isReady(child);
      return performance.now() - started;
    },
    stop,
    memory: () => familyOf(child!.pid!).reduce((sum, pid) => sum + proportionalSize(pid), 0),
    async [Symbol.asyncDispose]() {
      await stop();
      data.remove();
    },
  };
}

async function isReady(child: ChildProcess): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error(`The platform did not start:\n${said}`));
    const timer = setTimeout(fail, WITHIN_MILLIS);
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4_000);
      if (!READY.test(said)) return;
      clearTimeout(timer);
      resolve();
    });
    child.once('exit', fail);
  });
}

/** A process and all that descend from it, from proc(5) `/proc/<pid>/stat`. */
function familyOf(pid: number): number[] {
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

function proportionalSize(pid: number): number {
  const kilobytes = /^Pss: +(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
  if (kilobytes === undefined) throw new Error(`/proc/${pid}/smaps_rollup does not say how large the process is`);
  return Number(kilobytes) * 1_024;
}
