import { Worker } from 'node:worker_threads';

/** What a load did while it was measured. */
export interface Measured {
  /** Requests per second, of all connections together. */
  readonly rate: number;
  /** Milliseconds from sending to the last byte, of each of them. */
  readonly latencies: readonly number[];
  /** Everything that was answered, also before and after the measured time. */
  readonly done: number;
}

/** A load that can be put on and taken off: its connections stay between measurements. */
export interface Load extends AsyncDisposable {
  run(millis: number): Promise<Measured>;
}

/** As many connections as asked for, each with one request under way. */
export interface HttpLoad {
  readonly origin: string;
  readonly connections: number;
  /** Whole requests as they go over the wire; sent one after the other, again from the start. */
  readonly requests: readonly string[];
  readonly status: number;
  /** Must stand in every answer. */
  readonly holds?: string;
}

/** A bare driver: as many connections as asked for, each with one statement under way. */
export interface SqlLoad {
  readonly url: string;
  readonly database: string;
  readonly schema: string;
  readonly connections: number;
  /** With one parameter. */
  readonly statement: string;
  readonly parameters: readonly string[];
  /** Must stand in every answer, printed as JSON. */
  readonly holds: string;
}

/** Time that a load runs before it is measured. */
export const WARM_UP_MILLIS = 300;

type Answer = { readonly error: string } | (Omit<Measured, 'latencies'> & { readonly latencies: Float64Array });

/**
 * Starts it in a thread of its own, so that neither counting nor waiting is held up by the other side of the
 * comparison.
 */
export function createLoad(options: HttpLoad | SqlLoad): Load {
  const file = 'statement' in options ? './sql.worker.ts' : './http.worker.ts';
  const worker = new Worker(new URL(file, import.meta.url), { workerData: options });
  return {
    run: (millis) =>
      new Promise((resolve, reject) => {
        const settle = () => {
          worker.off('message', onMessage);
          worker.off('error', onError);
        };
        const onMessage = (answer: Answer) => {
          settle();
          if ('error' in answer) reject(new Error(answer.error));
          else resolve({ ...answer, latencies: [...answer.latencies] });
        };
        const onError = (error: unknown) => {
          settle();
          reject(error);
        };
        worker.on('message', onMessage);
        worker.on('error', onError);
        worker.postMessage(millis);
      }),
    async [Symbol.asyncDispose]() {
      await worker.terminate();
    },
  };
}
