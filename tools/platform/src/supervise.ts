import { type Exit, StartFailure } from '@app/embedded';
import type { Say } from './progress.ts';

/** A process that was started. */
export type Launched = {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  /** Resolves when it answers; rejects when it will not. */
  readonly ready: Promise<void>;
  /** Asks it to end, makes it end after a while, resolves when it is gone. */
  stop(signal: StopSignal): Promise<void>;
};

/** SIGTERM when another process goes on in its place, SIGINT when none does. */
export type StopSignal = 'SIGTERM' | 'SIGINT';

/** A process that is kept running. */
export type Supervised = {
  readonly name: string;
  /** Of the process that runs now; undefined between two runs. */
  readonly pid: number | undefined;
  /** Starts it and resolves when it answers; rejects when it ends before that. */
  start(): Promise<void>;
  /** Ends it for good. */
  stop(): Promise<void>;
  restart(): Promise<void>;
  /** Sends a signal to the process and nothing else: when it ends, it is started again. */
  kill(signal: NodeJS.Signals): void;
  /** Resolves when the process that runs now, or the next one, answers. */
  whenReady(): Promise<void>;
};

const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 10_000;
/** After so long, what happened before is forgotten. */
const SETTLED_AFTER = 30_000;

/** Whoever sends one of these and then waits for readiness means that of the next process. */
const ENDING: ReadonlySet<string> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGABRT']);

const describeExit = (exit: Exit): string =>
  exit.signal ? `ended by ${exit.signal}` : `ended with exit code ${exit.code}`;

/**
 * Keeps one process running: when it ends without being asked to, it is started again after a pause that doubles up to
 * 10 s while it keeps ending. A process that ends before it was ever ready is a failure of `start` instead.
 */
export function supervise(name: string, launch: () => Promise<Launched>, say: Say): Supervised {
  let state: 'stopped' | 'starting' | 'running' = 'stopped';
  let current: Launched | undefined;
  let launching: Promise<unknown> = Promise.resolve();
  let pause = FIRST_PAUSE;
  let timer: NodeJS.Timeout | undefined;
  let ready = Promise.withResolvers<void>();

  async function launchOne(): Promise<Launched> {
    const launchedAt = Date.now();
    const launched = await launch();
    const answers = ready;
    current = launched;
    void launched.ready.then(
      () => answers.resolve(),
      () => undefined, // it ends, or is ended by start()
    );
    void launched.exited.then((exit) => {
      current = undefined;
      if (ready === answers) ready = Promise.withResolvers<void>();
      if (state === 'running') handleUnexpectedExit(exit, launchedAt);
    });
    return launched;
  }

  function handleUnexpectedExit(exit: Exit, launchedAt: number): void {
    if (Date.now() - launchedAt > SETTLED_AFTER) pause = FIRST_PAUSE;
    launchAgain(describeExit(exit));
  }

  function launchAgain(reason: string): void {
    say(`${name} ${reason}; starting it again in ${(pause / 1000).toFixed(1)} s`);
    timer = setTimeout(() => {
      if (state !== 'running') return;
      const next = launchOne();
      launching = next.catch(() => undefined);
      next.then(
        (launched) =>
          launched.ready.then(() => state === 'running' && say(`${name} answers again`)).catch(() => undefined),
        (error: Error) => launchAgain(`could not be started: ${error.message}`),
      );
    }, pause);
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  }

  async function start(): Promise<void> {
    if (state !== 'stopped') throw new Error(`${name} is ${state}`);
    state = 'starting';
    try {
      const next = launchOne();
      launching = next.catch(() => undefined);
      const launched = await next;
      const ended = launched.exited.then((exit) => {
        throw new StartFailure(`${name} ${describeExit(exit)} before it was ready.`);
      });
      await Promise.race([launched.ready, ended]);
      ended.catch(() => undefined);
      state = 'running';
    } catch (error) {
      await end('SIGINT');
      throw error;
    }
  }

  async function end(signal: StopSignal): Promise<void> {
    state = 'stopped';
    clearTimeout(timer);
    await launching;
    await current?.stop(signal);
  }

  return {
    name,
    get pid() {
      return current?.pid;
    },
    start,
    stop: () => end('SIGINT'),
    restart: async () => {
      await end('SIGTERM');
      await start();
    },
    kill: (signal) => {
      if (!current) return;
      if (ENDING.has(signal)) ready = Promise.withResolvers<void>();
      process.kill(current.pid, signal);
    },
    whenReady: () => ready.promise,
  };
}
