import type { Logger } from './logger.ts';

/**
 * The order of a graceful stop: nothing new comes in before what is under way ends, what that needs closes after it, and
 * what was noted about all of it leaves last.
 */
const phases = ['unready', 'stop accepting', 'drain', 'close', 'report'] as const;
export type StopPhase = (typeof phases)[number];

/**
 * A step that takes longer is named in the log: what a process hangs on when it is asked to stop cannot be seen from
 * outside.
 */
const SLOW_MILLIS = 3_000;

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

export interface Lifecycle {
  /**
   * Registers a step of the stop. Steps of one phase run together; a failing step is logged and stops nothing else. The
   * reason is a signal's name, or what `stop` was given.
   */
  onStop(phase: StopPhase, name: string, step: (reason: string) => unknown): void;
  /** Stops once, however often it is called; resolves when everything has ended or the grace period is over. */
  stop(reason: string): Promise<{ readonly isClean: boolean }>;
  /**
   * SIGTERM and SIGINT stop the process; a second signal ends it at once. Returns a function that takes the handlers
   * away.
   */
  handleSignals(exit?: (code: number) => void): () => void;
}

export function createLifecycle(options: { readonly logger: Logger; readonly graceMillis?: number }): Lifecycle {
  const { logger, graceMillis = 20_000 } = options;
  const steps: { readonly phase: StopPhase; readonly name: string; readonly step: (reason: string) => unknown }[] = [];
  let stopping: Promise<{ readonly isClean: boolean }> | undefined;

  const runPhases = async (reason: string): Promise<boolean> => {
    let isClean = true;
    for (const phase of phases) {
      const outcomes = await Promise.allSettled(
        steps.filter((each) => each.phase === phase).map(async (each) => runStep(each, reason)),
      );
      if (outcomes.some((outcome) => outcome.status === 'rejected')) isClean = false;
    }
    return isClean;
  };

  const runStep = async (each: (typeof steps)[number], reason: string): Promise<void> => {
    const slow = setTimeout(
      () => logger.warn({ phase: each.phase, step: each.name }, 'a step of the stop takes long'),
      SLOW_MILLIS,
    );
    try {
      await each.step(reason);
    } catch (error) {
      logger.error({ err: error, step: each.name }, 'a step of the stop failed');
      throw error;
    } finally {
      clearTimeout(slow);
    }
  };

  const stop = (reason: string): Promise<{ readonly isClean: boolean }> => {
    stopping ??= (async () => {
      logger.info({ reason }, 'stopping');
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<false>((resolve) => {
        timer = setTimeout(resolve, graceMillis, false);
      });
      const isClean = await Promise.race([runPhases(reason), late]);
      clearTimeout(timer);
      logger.info({ isClean }, 'stopped');
      return { isClean };
    })();
    return stopping;
  };

  return {
    onStop: (phase, name, step) => {
      steps.push({ phase, name, step });
    },
    stop,
    handleSignals: (exit = process.exit) => {
      let received = 0;
      const handle = (signal: NodeJS.Signals): void => {
        received += 1;
        if (received > 1) exit(1);
        else void stop(signal).then(({ isClean }) => exit(isClean ? 0 : 1));
      };
      for (const signal of SIGNALS) process.on(signal, handle);
      return () => {
        for (const signal of SIGNALS) process.off(signal, handle);
      };
    },
  };
}
