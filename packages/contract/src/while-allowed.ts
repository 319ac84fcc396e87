import { Failure } from './failure.ts';

/** After how long it is asked again, which costs little: decisions are kept. */
const AGAIN_MILLIS = 250;
/** For how long nobody may be there who could say. */
const UNASKED_MILLIS = 10_000;

/**
 * The pieces of an answer, for as long as its reader may have them: whoever loses access while it is sent gets no more
 * of it (docs/decisions/0253-access-is-judged-again.md). Asked before a piece is handed on, so that a reader who takes
 * nothing costs nothing.
 * @param assertAllowed throws `Failure` 503 when it cannot say
 */
export async function* whileAllowed<T>(
  pieces: AsyncIterable<T>,
  assertAllowed: () => Promise<void>,
): AsyncGenerator<T, void> {
  let askedAt = performance.now();
  let allowedAt = askedAt;
  for await (const piece of pieces) {
    const now = performance.now();
    if (now - askedAt >= AGAIN_MILLIS) {
      askedAt = now;
      try {
        await assertAllowed();
        allowedAt = performance.now();
      } catch (error) {
        const mayWait = error instanceof Failure && error.status === 503 && now - allowedAt < UNASKED_MILLIS;
        if (!mayWait) throw error;
      }
    }
    yield piece;
  }
}
