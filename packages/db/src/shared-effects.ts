import { AsyncLocalStorage } from 'node:async_hooks';
import type { Answer } from '@app/contract';
import { currentContext } from '@app/runtime';

/** Why a keyed request was not written: another one with its key got there first. Whoever opened the effect sees it. */
export class KeyTaken extends Error {}

/**
 * The effect was taken back because of another request in its transaction: nothing of it is left, and the request is
 * made again.
 */
export class EffectTakenBack extends Error {}

/**
 * A keyed request, or a command of another service, whose effect may commit together with those of others. Whoever
 * writes takes it from
 * {@link sharedEffect}, claims its key in the transaction, waits for the answer that the effect led to, and keeps it
 * before the commit: effect and answer are there together or not at all.
 */
export interface SharedEffect {
  /** SHA-256 of the claim, or of the command key. */
  readonly hash: Buffer;
  /** Empty for a command. */
  readonly requestHash: string;
  /** Name of the command, whose result as JSON is the body of its answer; undefined for a request. */
  readonly command?: string | undefined;
  readonly commandKey: string;
  /** Whose books it is about, once the request has been admitted to them. */
  readonly clientAccountId: number | undefined;
  /**
   * The answer, once the request that was written has made it. Rejects when it made none: then nothing of the
   * transaction may stay.
   */
  readonly answered: Promise<Answer>;
  /** Whether it was written, be it to be taken back. */
  readonly isWritten: boolean;
  /** Called after the effect was written and before its request goes on. */
  written(): void;
  /** The transaction is committed, or came to nothing: {@link EffectTakenBack} where that was another one's doing. */
  settled(error?: unknown): void;
}

/** What the store of keys holds of it. */
export interface OpenEffect extends SharedEffect {
  readonly commit: Promise<void>;
  answer(answer: Answer): void;
  abandon(error: unknown): void;
}

const effects = new AsyncLocalStorage<SharedEffect>();

/** The effect of the request that runs here, if it may share a transaction. */
export const sharedEffect = (): SharedEffect | undefined => effects.getStore();

export const withSharedEffect = <T>(effect: SharedEffect, work: () => T): T => effects.run(effect, work);

export function openEffect(claim: Pick<SharedEffect, 'hash' | 'requestHash' | 'commandKey' | 'command'>): OpenEffect {
  const answered = Promise.withResolvers<Answer>();
  const commit = Promise.withResolvers<void>();
  // Nobody may be there to hear of it.
  for (const { promise } of [answered, commit]) promise.catch(() => undefined);
  let isWritten = false;
  const context = currentContext();
  return {
    ...claim,
    answered: answered.promise,
    commit: commit.promise,
    get clientAccountId() {
      return context?.clientAccountId;
    },
    get isWritten() {
      return isWritten;
    },
    written: () => {
      isWritten = true;
    },
    settled: (error) => (error === undefined ? commit.resolve() : commit.reject(error)),
    answer: answered.resolve,
    abandon: answered.reject,
  };
}
