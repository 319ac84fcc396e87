import { Agent, request } from 'node:http';

/** A request as it goes over the wire: nothing about it is corrected on the way. */
export interface Attack {
  /** Says what is odd about it. */
  readonly title: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface Outcome {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Sends requests over kept connections. A connection that breaks before the answer is an error. */
export class Sender implements Disposable {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 });
  readonly #base: URL;

  constructor(base: string) {
    this.#base = new URL(base);
  }

  send({ method, path, headers, body }: Attack): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = this.#base;
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const outgoing = request({
        hostname,
        port,
        method,
        path,
        headers: { ...length, ...headers },
        agent: this.#agent,
        timeout: 300_000,
      });
      outgoing.on('response', (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        answer
          .on('error', reject)
          .on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, text }));
      });
      outgoing.on('timeout', () => outgoing.destroy(new Error(`No answer within 5 minutes to ${method} ${path}`)));
      outgoing.on('error', reject).end(body);
    });
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}

/** Does the work side by side, a few at a time; the results have the order of the items. */
export async function inParallel<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  let next = 0;
  const run = async (): Promise<void> => {
    while (next < items.length) {
      const at = next++;
      results[at] = await work(items[at]!);
    }
  };
  await Promise.all(Array.from({ length: width }, run));
  return results;
}
