import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { findFreePorts } from '@app/embedded';
import { makeTemporaryDataDir, portVariables, ROOT } from '@app/platform';
import { familyOf, proportionalSize } from './processes.ts';

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
