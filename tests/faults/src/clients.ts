import { setTimeout as pause } from 'node:timers/promises';
import { createDice, type Dice } from '@app/demo';
import type { Company } from './company.ts';
import type { Record } from './record.ts';
import type { Answered } from './turned-away.ts';
import { type IsDone, type Mix, USUAL, type Write, writeSomething } from './writes.ts';

export interface LoadOptions {
  /** Where the clients send; one after the other is given to each. */
  readonly doors: readonly string[];
  readonly companies: readonly Company[];
  readonly record: Record;
  readonly seed: number;
  readonly width: number;
  /** Entries of the largest batch. */
  readonly batch: number;
  /**
   * From so many acknowledged writes on, batches are small and clients take their time: the books shall not grow
   * without need.
   */
  readonly enough: number;
  readonly mix?: Mix | undefined;
  /** Before the marks of its writes, where another load writes into the same companies. */
  readonly marks?: string;
  /** Told of every answer. */
  readonly heard?: (answer: Answered) => void;
}

const ATTEMPT_MILLIS = 25_000;
const GIVE_UP_MILLIS = 400_000;
const RESTING_MILLIS = 30;
const UNANSWERED = { status: 0, text: '', retryAfter: null } as const;

/**
 * Clients that write without pause and remember what was acknowledged. After a failure each sends the same request with
 * the same key until it gets an answer, and signs in again when its token has run out, as the documentation advises.
 */
export class Load {
  readonly #options: LoadOptions;
  #stopping = false;
  #gate: PromiseWithResolvers<void> | undefined;
  #underWay = 0;
  #calls = 0;
  #begun = 0;
  #work: Promise<unknown> = Promise.resolve();
  readonly #logins = new Map<Company, Promise<void>>();

  constructor(options: LoadOptions) {
    this.#options = options;
  }

  start(): void {
    const { width, seed } = this.#options;
    this.#work = Promise.all(
      Array.from({ length: width }, (_, index) => this.#loop(index, createDice(seed + 7919 * (index + 1)))),
    );
  }

  /** Resolves when nothing is under way and nothing new begins until `resume`. */
  async pause(): Promise<void> {
    this.#gate ??= Promise.withResolvers<void>();
    while (this.#underWay > 0) await pause(10);
  }

  resume(): void {
    this.#gate?.resolve();
    this.#gate = undefined;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.resume();
    await this.#work;
  }

  /** Waits for that many further calls to be acknowledged. @throws when posting came to a halt */
  async progress(calls: number, seconds = 60): Promise<void> {
    const wanted = this.#calls + calls;
    const deadline = Date.now() + seconds * 1000;
    while (this.#calls < wanted) {
      if (Date.now() > deadline)
        throw new Error(
          `posting came to a halt: ${this.#calls} calls were acknowledged, ${wanted} were awaited within ${seconds} s`,
        );
      await pause(10);
    }
  }

  async #loop(index: number, dice: Dice): Promise<void> {
    const { doors, companies, marks = '' } = this.#options;
    const door = doors[index % doors.length]!;
    for (let turn = 0; !this.#stopping; turn++) {
      if (this.#gate) {
        await this.#gate.promise;
        continue;
      }
      this.#underWay += 1;
      try {
        await this.#write(door, companies[(index + turn) % companies.length]!, `${marks}${index}.${turn}`, dice);
      } finally {
        this.#underWay -= 1;
      }
      if (this.#options.record.acknowledged >= this.#options.enough) await pause(RESTING_MILLIS);
    }
  }

  async #write(door: string, company: Company, mark: string, dice: Dice): Promise<void> {
    const { record, enough, mix = USUAL } = this.#options;
    const largestBatch = record.acknowledged < enough ? this.#options.batch : Math.min(5, this.#options.batch);
    const write: Write = {
      ...{ company, mark, dice, record, largestBatch },
      send: (path, key, body, isDone) => this.#send(door, company, path, { key, body, isDone }),
    };
    await writeSomething(mix, write, this.#begun++);
  }

  /** Sends until there is an answer. Undefined when the write stays unanswered or was refused; both are recorded. */
  async #send(
    door: string,
    company: Company,
    path: string,
    { key, body, isDone = () => false }: { key: string | undefined; body: unknown; isDone?: IsDone | undefined },
  ): Promise<unknown> {
    const { record, heard } = this.#options;
    const text = JSON.stringify(body);
    const deadline = Date.now() + GIVE_UP_MILLIS;
    while (Date.now() < deadline) {
      const { token } = company;
      const began = performance.now();
      const answer = await fetch(`${door}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...(key === undefined ? {} : { 'idempotency-key': `write-${key}` }),
        },
        body: text,
        signal: AbortSignal.timeout(ATTEMPT_MILLIS),
      })
        .then(
          async (response) => ({
            status: response.status,
            text: await response.text(),
            retryAfter: response.headers.get('retry-after'),
          }),
          () => UNANSWERED,
        )
        .catch(() => UNANSWERED); // the head came, the body did not
      record.count(answer.status, path, answer.text);
      const { clientAccountId } = company.owner;
      const { status, retryAfter } = answer;
      heard?.({ path, clientAccountId, isWrite: true, status, retryAfter, began, ended: performance.now() });
      if (answer.status === 200 || answer.status === 201 || isDone(answer)) {
        this.#calls += 1;
        return JSON.parse(answer.text);
      }
      if (answer.status === 401) {
        await this.#signInAgain(door, company, token);
        continue;
      }
      // 409: the first try with this key is still running.
      const isPassing =
        answer.status === 0 || answer.status === 503 || (answer.status === 409 && answer.text.includes('idempotency'));
      if (!isPassing) {
        record.surprise(`${path} answered ${answer.status}`, answer.text.slice(0, 300));
        if (answer.status < 500) return undefined;
      }
      await pause(40);
    }
    record.unanswered += 1;
    return undefined;
  }

  async #signInAgain(door: string, company: Company, refused: string): Promise<void> {
    if (company.token !== refused) return;
    const running = this.#logins.get(company);
    if (running) return running;
    const login = signIn(door, company.owner)
      .then((token) => {
        company.token = token;
      })
      .catch(() => pause(200))
      .finally(() => this.#logins.delete(company));
    this.#logins.set(company, login);
    return login;
  }
}

export async function signIn(
  door: string,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<string> {
  const response = await fetch(`${door}/v2/oauth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
    signal: AbortSignal.timeout(ATTEMPT_MILLIS),
  });
  const text = await response.text();
  if (response.status !== 200)
    throw new Error(`signing in was answered with ${response.status}: ${text.slice(0, 200)}`);
  return (JSON.parse(text) as { token: string }).token;
}
