import { AsyncLocalStorage } from 'node:async_hooks';
import { unavailable } from '@app/contract/failure';
import { currentContext, isOutage, type Logger } from '@app/runtime';
import { atMost } from './at-most.ts';
import type { Change, ChangesAnswer } from './changes-store.ts';

/** Whom to ask what changed: the owner over gRPC. */
export interface ChangesSource {
  GetChanges(
    question: { readonly since?: string; readonly afterId: number; readonly subjects: readonly string[] },
    options: { readonly deadlineMillis: number },
  ): Promise<ChangesAnswer>;
}

/**
 * How well this process knows what an owner has decided. A beat is an answer of the owner to "what changed since?":
 * once its changes are applied, everything that the owner had answered when the question left is known here. Only this
 * process' own clock is read, at the moment of asking, so neither a late message nor another machine's clock can make
 * old knowledge look fresh.
 */
export interface Beat {
  /**
   * Up to when what was asked of the owner at `askedAt` is known not to have changed: when the question of the last
   * beat left, in milliseconds of `performance.now()`. Minus infinity before the first beat, and for what is older than
   * an unbroken row of them. Who calls this uses what he knows of the owner: beats go on for a while.
   */
  provenAt(askedAt: number): number;
  /**
   * Resolves when what is known is at most a second old, or at most ten while the owner cannot be asked. A request, or
   * another piece of work with a context, waits for that once: it may ask again while it holds a connection, and then
   * goes by what is known, unless that is older than ten seconds or it has heard too long ago. @throws Failure 503
   */
  current(): Promise<void>;
  close(): void;
}

interface Options {
  readonly source: ChangesSource;
  /** As in "auth", for logs and sentences. */
  readonly owner: string;
  readonly subjects: readonly string[];
  /** Takes changes over. They may come twice, and in another order than they were made. */
  readonly apply: (changes: readonly Change[]) => void | Promise<void>;
  /**
   * All that is known and is not asked for again by itself may be wrong. Called before the first beat, too, unless
   * there is a mark.
   */
  readonly distrust?: () => void | Promise<void>;
  /** Where the last mark is kept beyond this process. */
  readonly marks?: { load(): Promise<string | undefined>; save(mark: string): Promise<void> };
  readonly logger: Logger;
  /** Between beats; 500 by default. */
  readonly everyMillis?: number;
  /**
   * For how long an owner that cannot be asked is believed to have changed nothing that a write depends on; 10 000 by
   * default.
   */
  readonly bearableMillis?: number;
  readonly now?: () => number;
}

const EVERY_MILLIS = 500;
/** What was decided binds everywhere within a second (JEX-R45, PPL-R07). */
const FRESH_MILLIS = 1_000;
const BEARABLE_MILLIS = 10_000;
/** Beats go on for so long after what they prove was used: as long as a decision lives. */
const LINGER_MILLIS = 10_000;
/** How long a request goes by what it heard: as it waits for its turn at most, and a moment. */
const HEARD_MILLIS = 6_000;
const DEADLINE_MILLIS = 1_000;
const SAVE_MILLIS = 5_000;
/** The longest that anybody waits for one answer: longer than a call waits for a service that is being restarted. */
const ANSWER_MILLIS = 12_000;

export function createBeat(options: Options): Beat {
  const { source, owner, subjects, apply, distrust = () => {}, marks, logger } = options;
  const { everyMillis = EVERY_MILLIS, bearableMillis = BEARABLE_MILLIS, now = () => performance.now() } = options;
  let proven = Number.NEGATIVE_INFINITY;
  /** Since when no change was missed. */
  let unbrokenSince = Number.POSITIVE_INFINITY;
  let usedAt = Number.NEGATIVE_INFINITY;
  let savedAt = Number.NEGATIVE_INFINITY;
  let mark: string | undefined;
  let asking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let hasFailed = false;

  // Whoever causes a question may be inside a transaction. It may end before the answer comes, or be rolled back with
  // what was applied in it.
  const outside = AsyncLocalStorage.snapshot();

  const question = async (): Promise<void> => {
    // What is not kept beyond this process is forgotten after a rest anyway: cheaper than hearing of everything since.
    if (!marks && now() - proven > LINGER_MILLIS) mark = undefined;
    mark ??= await marks?.load();
    const asked = now();
    let next: string | undefined;
    let isBroken = mark === undefined;
    for (let afterId = 0, hasMore = true; hasMore; ) {
      const answer = await source.GetChanges(
        { afterId, subjects, ...(mark === undefined ? {} : { since: mark }) },
        { deadlineMillis: DEADLINE_MILLIS },
      );
      next ??= answer.now;
      isBroken ||= answer.isReset;
      if (isBroken) await distrust();
      else if (answer.changes.length > 0) await apply(answer.changes);
      hasMore = answer.hasMore && !isBroken;
      afterId = answer.changes.at(-1)?.id ?? 0;
    }
    // What was asked for while the owner looked may be older than its answer.
    if (isBroken) unbrokenSince = now();
    mark = next;
    proven = asked;
    if (marks && mark !== undefined && now() - savedAt > SAVE_MILLIS) {
      await marks.save(mark);
      savedAt = now();
    }
  };

  /** Asks once, however many want to know. Never fails: what it found stands in `proven`. */
  const askOutside = (): Promise<void> =>
    question()
      .then(() => {
        if (hasFailed) logger.info({ owner }, 'the owner says again what changed');
        hasFailed = false;
      })
      .catch((error: unknown) => {
        if (!hasFailed && !isClosed)
          logger[isOutage(error) ? 'warn' : 'error']({ err: error, owner }, 'the owner cannot be asked what changed');
        hasFailed = true;
      })
      .finally(() => {
        asking = undefined;
        schedule();
      });
  const ask = (): Promise<void> => {
    asking ??= outside(askOutside);
    return asking;
  };

  const schedule = (): void => {
    if (isClosed || timer !== undefined || now() - usedAt > LINGER_MILLIS) return;
    timer = setTimeout(() => {
      timer = undefined;
      void ask();
    }, everyMillis);
    timer.unref();
  };

  const use = (): void => {
    usedAt = now();
    if (timer === undefined && asking === undefined && !isClosed) void ask();
  };
  const age = (): number => now() - proven;

  return {
    provenAt: (askedAt) => {
      use();
      return askedAt >= unbrokenSince ? proven : Number.NEGATIVE_INFINITY;
    },
    current: async () => {
      const context = currentContext();
      // Who waits for an earlier question may hear too little.
      let isEarlier = asking !== undefined;
      use();
      const heardAt = context?.heard?.get(owner) ?? Number.NEGATIVE_INFINITY;
      if (now() - heardAt < HEARD_MILLIS && age() < bearableMillis) return;
      while (age() >= FRESH_MILLIS) {
        await atMost(age() < bearableMillis ? DEADLINE_MILLIS : ANSWER_MILLIS, ask());
        if (!isEarlier) break;
        isEarlier = false;
      }
      if (age() >= bearableMillis)
        throw unavailable(`The service ${owner} cannot be asked whether anything changed; try again in a moment`);
      if (!context) return;
      context.heard ??= new Map();
      context.heard.set(owner, now());
    },
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
