import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { RenderingFailure, tooLarge, unreadable } from './failure.ts';
import type { RenderingLimits } from './limits.ts';
import type { PageImage } from './reading.ts';
import type { FromThread, OrderKind, OrderOf, Orders, ThreadSurroundings, ToThread } from './thread-messages.ts';

/** Beside this module as source, beside the bundle as `rendering.worker.mjs`. */
const workerFile = (): URL =>
  new URL(import.meta.url.endsWith('.ts') ? './rendering.worker.ts' : './rendering.worker.mjs', import.meta.url);

/** @param isPatient nobody waits for what it reads: whatever else the machine does goes first */
export function startThread(limits: RenderingLimits, isPatient: boolean): Worker {
  const surroundings: ThreadSurroundings = { limits, isPatient };
  const worker = new Worker(workerFile(), {
    name: 'rendering',
    workerData: surroundings,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes },
    // What the libraries write about files is no line of our log.
    stdout: true,
    stderr: true,
  });
  // Whoever waits for a message learns of it; a thread that fails while nobody does is replaced when it is needed.
  worker.on('error', () => {});
  worker.stdout.resume();
  worker.stderr.resume();
  worker.unref();
  return worker;
}

export interface Outcome<Kind extends OrderKind> {
  readonly result: Orders[Kind]['gives'];
  /** The thread has done enough: the next file gets another one. */
  readonly isWorn: boolean;
}

/** A file that is at fault, on a thread that is none the worse for it unless it says so. */
export class Refused extends RenderingFailure {
  readonly isWorn: boolean;

  constructor({ reason, message, isWorn }: Extract<FromThread, { kind: 'refused' }>) {
    super(reason, message);
    this.isWorn = isWorn;
  }
}

/**
 * One order on a thread that does nothing else meanwhile.
 * @param onPage takes a page; the next one is made meanwhile, and waits
 * @throws Refused when the file is at fault; RenderingFailure `too_slow` or `too_large` when the thread has to be ended;
 * what `onPage` throws; the reason of the signal
 */
export async function runOn<Kind extends OrderKind>(
  worker: Worker,
  order: OrderOf<Kind>,
  onPage: (image: PageImage, index: number) => Promise<void> | void,
  seconds: number,
  signal: AbortSignal | undefined,
): Promise<Outcome<Kind>> {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome<Kind>>();
  const clock = countdown(seconds, processorClock(worker), () =>
    reject(new RenderingFailure('too_slow', `The file takes more than ${seconds} seconds to read`)),
  );
  const onMessage = (message: FromThread): void => {
    if (message.kind === 'page') {
      clock.pause();
      Promise.try(onPage, message.image, message.index).then(() => {
        clock.resume();
        worker.postMessage({ kind: 'taken' } satisfies ToThread);
      }, reject);
    } else if (message.kind === 'done') resolve(message as Outcome<Kind>);
    else if (message.kind === 'refused') reject(new Refused(message));
    else if (message.kind === 'outOfRange') reject(new RangeError(message.error));
    else reject(new Error(`rendering failed: ${message.error}`));
  };
  const onError = (error: Error): void => reject(failureOf(error));
  const onExit = (): void => reject(unreadable('Reading the file ended the thread that read it'));
  const onAbort = (): void => reject(signal!.reason);

  worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  signal?.addEventListener('abort', onAbort, { once: true });
  worker.ref();
  clock.resume();
  worker.postMessage(order);
  try {
    return await promise;
  } finally {
    clock.pause();
    worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    signal?.removeEventListener('abort', onAbort);
    worker.unref();
  }
}

const failureOf = (error: Error): Error =>
  'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? tooLarge('The file takes more memory to read than a file may')
    : error;

/** How long a thread may take to say how much of the processor it has used: one that is stuck never does. */
const SAYING_MILLIS = 1_000;

/** Gives the seconds of processor time that a thread has used since; it fails when the thread does not say. */
function processorClock(worker: Worker): () => Promise<number> {
  const used = async () => {
    const stuck = pause(SAYING_MILLIS, undefined, { ref: false }).then(() => {
      throw new Error('the thread does not say');
    });
    const { user, system } = await Promise.race([worker.cpuUsage(), stuck]);
    return (user + system) / 1_000_000;
  };
  const before = used();
  before.catch(() => undefined);
  return async () => (await used()) - (await before);
}

/** How many times longer than its seconds a thread may run that others keep from the processor. */
const PATIENCE = 4;

/**
 * Calls once, when it has run for so many seconds in all. A thread goes behind whatever else the machine does, so one
 * that has not had that much of the processor has more time.
 */
function countdown(
  seconds: number,
  usedSeconds: () => Promise<number>,
  call: () => void,
): { resume(): void; pause(): void } {
  let left = seconds * 1000;
  let patience = seconds * 1000 * (PATIENCE - 1);
  let since = 0;
  let timer: NodeJS.Timeout | undefined;
  const start = (): void => {
    since = performance.now();
    timer = setTimeout(end, Math.max(0, left));
  };
  const end = async (): Promise<void> => {
    const own = timer;
    const missing = Math.min(patience, seconds * 1000 - (await usedSeconds().catch(() => seconds)) * 1000);
    // It was paused meanwhile, or is done.
    if (timer !== own) return;
    if (missing < 1) return call();
    patience -= missing;
    left = missing;
    start();
  };
  return {
    resume: start,
    pause: () => {
      if (!timer) return;
      clearTimeout(timer);
      timer = undefined;
      left -= performance.now() - since;
    },
  };
}
