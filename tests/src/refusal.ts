import { expect } from 'vitest';
import type { Answer } from './system.ts';

const LATEST_MILLIS = 1_000;

/**
 * Asks until the answer is a refusal: no question that began a second or more after the change was answered may be let
 * through. Whether the machine is slow makes no difference to that, nor whether who decides cannot be asked for a while:
 * a 503 lets nobody through either.
 */
export async function expectRefused(
  question: () => Promise<Answer>,
  answeredAt: number,
  status: number,
): Promise<void> {
  for (;;) {
    const began = performance.now();
    const answer = await question();
    if (answer.status === status) return;
    if (answer.status === 503) continue;
    expect([200, 201], JSON.stringify(answer.body)).toContain(answer.status);
    expect(began - answeredAt).toBeLessThan(LATEST_MILLIS);
  }
}
