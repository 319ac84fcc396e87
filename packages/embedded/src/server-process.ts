import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import type { Account } from './account.ts';
import { diskFull, StartFailure } from './failure.ts';

/** How a process ended. */
export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

/** What to run and how to know that it is ready. */
export type ServerCommand = {
  /** As in "PostgreSQL", for sentences. */
  readonly title: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Sent by {@link ServerProcess.stop}, and by the kernel when this process dies. */
  readonly stopSignal: 'SIGINT' | 'SIGTERM';
  /** Sent when the first one did not end it within 20 s, before SIGKILL. */
  readonly hurrySignal: NodeJS.Signals;
  /** A line of stderr that matches says that the server answers. */
  readonly ready: RegExp;
  readonly account: Account | undefined;
  readonly env?: NodeJS.ProcessEnv;
  /** Folder named in the sentence about a full disk. */
  readonly folder: string;
  readonly onLog?: ((line: string) => void) | undefined;
};

/** A server that answers. */
export type ServerProcess = {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  /** Ends it cleanly; resolves when it is gone. May be called twice. */
  stop(): Promise<void>;
};

const READY_WITHIN = 60_000;
const STOP_WITHIN = 20_000;

let setprivFound: boolean | undefined;

/** setpriv is part of util-linux, which every Debian has; other systems may lack it or have one without --pdeathsig. */
function hasSetpriv(): boolean {
  setprivFound ??= spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true'], { stdio: 'ignore' }).status === 0;
  return setprivFound;
}

/**
 * The command line that runs a program so that the kernel ends it when this process dies, however it dies (prctl(2)
 * PR_SET_PDEATHSIG), and under another account when one is given. Without setpriv the program runs as it is.
 */
export function tieToThisProcess(
  command: string,
  args: readonly string[],
  signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL',
  account?: Account,
): { command: string; args: string[] } {
  if (!hasSetpriv()) {
    if (account)
      throw new StartFailure(
        'PostgreSQL does not run as root, and "setpriv" (package util-linux) was not found to run it as another user.',
      );
    return { command, args: [...args] };
  }
  const drop = account ? ['--reuid', `${account.uid}`, '--regid', `${account.gid}`, '--clear-groups'] : [];
  return { command: 'setpriv', args: ['--pdeathsig', signal.slice(3), ...drop, '--', command, ...args] };
}

/** Starts a server and resolves when it answers; fails with sentences and the last lines of its log otherwise. */
export async function startServer(server: ServerCommand): Promise<ServerProcess> {
  const tied = tieToThisProcess(server.command, server.args, server.stopSignal, server.account);
  const child = spawn(tied.command, tied.args, {
    cwd: '/',
    env: server.env ?? process.env,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true, // Ctrl-C in the terminal is for us alone: we stop servers after those who use them
  });
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', () => resolve({ code: null, signal: null }));
  });
  const stop = () => stopChild(child, exited, server);
  try {
    await waitUntilReady(child, server);
  } catch (error) {
    await stop();
    throw error;
  }
  return { pid: child.pid!, exited, stop };
}

async function waitUntilReady(child: ChildProcess, server: ServerCommand): Promise<void> {
  const tail: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  const ready = new Promise<void>((resolve) => {
    forEachLine(child, (line) => {
      tail.push(line);
      if (tail.length > 20) tail.shift();
      server.onLog?.(line);
      if (server.ready.test(line)) resolve();
    });
  });
  const failed = new Promise<never>((_, reject) => {
    const fail = (reason: string) => {
      const log = tail.join('\n');
      reject(
        diskFull(log, server.folder) ??
          new StartFailure(`${server.title} ${reason}. It said last:\n${log || '(nothing)'}`),
      );
    };
    child.once('error', (error) => fail(`could not be started: ${error.message}`));
    // The log may end after the process: the sentence needs its last lines.
    child.once('close', (code, signal) => fail(`stopped while starting (${signal ?? `exit code ${code}`})`));
    timer = setTimeout(() => fail(`did not become ready within ${READY_WITHIN / 1000} seconds`), READY_WITHIN);
  });
  try {
    await Promise.race([ready, failed]);
  } finally {
    clearTimeout(timer);
    failed.catch(() => undefined);
  }
}

function forEachLine(child: ChildProcess, onLine: (line: string) => void): void {
  let rest = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
}

async function stopChild(child: ChildProcess, exited: Promise<Exit>, server: ServerCommand): Promise<void> {
  if (child.pid === undefined) return;
  for (const signal of [server.stopSignal, server.hurrySignal, 'SIGKILL'] as const) {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), STOP_WITHIN);
    });
    const outcome = await Promise.race([exited, late]);
    clearTimeout(timer);
    if (outcome !== 'late') return;
  }
}
