import { Worker } from 'node:worker_threads';
import { RenderingFailure, tooLarge, unreadable } from './failure.ts';
import type { RenderingLimits } from './limits.ts';
import type { PageImage } from './reading.ts';
import type { FromThread, OrderKind, OrderOf, Orders, ThreadSurroundings, ToThread } from './thread-messages.ts';

/** Beside this module as source, beside the bundle as `rendering.worker.mjs`. */
const workerFile = (): URL =>
  new URL(import.meta.url.endsWith('.ts') ? './rendering.worker.ts' : './rendering.worker.mjs', import.meta.url);

export function startThread(limits: RenderingLimits): Worker {
  const surroundings: ThreadSurroundings = { limits };
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
  const clock = countdown(seconds, () =>
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

/** Calls once, when it has run for so many seconds in all. */
function countdown(seconds: number, call: () => void): { resume(): void; pause(): void } {
  let left = seconds * 1000;
  let since = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    resume: () => {
      since = performance.now();
      timer = setTimeout(call, Math.max(0, left));
    },
    pause: () => {
      if (!timer) return;
      clearTimeout(timer);
      timer = undefined;
      left -= performance.now() - since;
    },
  };
}
