import { claimKeys, type Database, EffectTakenBack, isTakenAfterAll, keepAnswers, type SharedEffect } from '@app/db';
import type { Clock } from '@app/runtime';
import { type WriteMode, type WriteOutcome, writeRequests } from './entry-writer.ts';
import type { WriteRequest } from './rows.ts';

/** A request of a group, with a key or without. */
interface Member {
  readonly request: WriteRequest;
  readonly effect: SharedEffect | undefined;
  /** Lets the request go on; before the commit where it has a key, since its answer is committed too. */
  readonly settle: (outcome: WriteOutcome) => void;
}

/** A request was written and made no answer: what was written for it must not stay. */
export class EffectWithoutAnswer extends Error {
  readonly effect: SharedEffect;

  constructor(effect: SharedEffect, cause: unknown) {
    super('A request was written and made no answer', { cause });
    this.effect = effect;
  }
}

/**
 * Writes a group in which requests have keys: keys are claimed, entries written, answers kept, in one transaction.
 * `key taken`: another request with the key is under way or was there before; nothing was written for this one.
 */
export async function writeKeyed(
  { db, clock }: { readonly db: Pick<Database, 'together'>; readonly clock: Clock },
  group: readonly Member[],
  clientAccountId: number | undefined,
  mode: WriteMode,
): Promise<readonly (WriteOutcome | 'key taken')[]> {
  const written: (Member & { readonly effect: SharedEffect })[] = [];
  try {
    const outcomes = await db.together(clientAccountId, async (tx) => {
      const effects = group.flatMap(({ effect }) => effect ?? []);
      const free = await claimKeys(tx, effects, clock);
      const claimed = firstOfEach(effects.filter((_, index) => free[index]));
      const members = group.filter(({ effect }) => !effect || claimed.has(effect));
      const given =
        members.length === 0
          ? []
          : await writeRequests(
              tx,
              members.map(({ request }) => request),
              mode,
            );
      const outcomeOf = new Map(members.map((member, index) => [member, given[index]!]));
      for (const member of members) {
        const outcome = outcomeOf.get(member)!;
        if (!member.effect || typeof outcome === 'string') continue;
        written.push({ ...member, effect: member.effect });
        member.effect.written();
        member.settle(outcome);
      }
      if (written.length > 0) await keepAnswers(tx, await Promise.all(written.map(answerOf)), clock);
      return group.map((member) => outcomeOf.get(member) ?? 'key taken');
    });
    for (const { effect } of written) effect.settled();
    return outcomes;
  } catch (error) {
    for (const { effect } of written) effect.settled(isOfAnother(error, effect) ? new EffectTakenBack() : error);
    throw error;
  }
}

/** Two with one key may come together: the database gives a lock to its holder again. */
function firstOfEach(effects: readonly SharedEffect[]): ReadonlySet<SharedEffect> {
  const perHash = new Map<string, SharedEffect>();
  for (const effect of effects) {
    const hash = effect.hash.toString('hex');
    if (!perHash.has(hash)) perHash.set(hash, effect);
  }
  return new Set(perHash.values());
}

async function answerOf({ effect }: { readonly effect: SharedEffect }) {
  try {
    return { effect, answer: await effect.answered };
  } catch (cause) {
    throw new EffectWithoutAnswer(effect, cause);
  }
}

/** Nobody knows whose key was taken after all: each tries again, and then it is known. */
const isOfAnother = (error: unknown, own: SharedEffect): boolean =>
  isTakenAfterAll(error) || (error instanceof EffectWithoutAnswer && error.effect !== own);
