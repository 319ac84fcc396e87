import { spawn } from 'node:child_process';
import { type Exit, tieToThisProcess } from '@app/embedded';
import { waitUntilReady } from './ready.ts';
import type { ServiceLog } from './service-log.ts';
import type { Launched, StopSignal } from './supervise.ts';

/** Longer than any process takes by its own limit, 65 s of the gateway: what drains is not killed while it does. */
const GRACE = 70_000;

/** How to run one service. */
export type ServiceCommand = {
  readonly name: string;
  readonly main: string;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Where it answers /health/ready. */
  readonly origin: string;
  readonly readyWithin: number;
  readonly log: ServiceLog;
};

/** Starts a bundled service. It is killed when this process dies, however it dies. */
export async function launchService(command: ServiceCommand): Promise<Launched> {
  const tied = tieToThisProcess(process.execPath, [command.main], 'SIGKILL');
  const child = spawn(tied.command, tied.args, {
    cwd: command.cwd,
    env: command.environment,
    stdio: ['ignore', command.log.fd, 'pipe'],
    detached: true, // Ctrl-C in the terminal is for us alone: we stop the processes in order
  });
  const exited = new Promise<Exit>((resolve) => {
    child.once('error', () => resolve({ code: null, signal: null }));
    child.once('close', (code, signal) => resolve({ code, signal }));
    // "close" comes after its last words, but waits for whoever else holds its standard error.
    child.once('exit', (code, signal) => setTimeout(resolve, 300, { code, signal }));
  });
  let text = '';
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    // A stack comes in one piece and belongs in one line of the log.
    if (!text.endsWith('\n')) return;
    command.log.write(text.trimEnd());
    text = '';
  });
  const gone = new AbortController();
  void exited.then(() => gone.abort(new Error(`${command.name} has ended`)));
  const ready = waitUntilReady(command.name, command.origin, command.readyWithin, gone.signal);
  ready.catch(() => undefined);
  return { pid: child.pid ?? 0, exited, ready, stop: (signal) => stopService(child.kill.bind(child), signal, exited) };
}

async function stopService(
  kill: (signal: NodeJS.Signals) => boolean,
  signal: StopSignal,
  exited: Promise<Exit>,
): Promise<void> {
  kill(signal);
  const timer = setTimeout(kill, GRACE, 'SIGKILL');
  await exited;
  clearTimeout(timer);
}
