import type { Candidate } from './candidate.ts';
import type { Line } from './text.ts';

/** One place that speaks for a value. */
export interface Vote {
  readonly value: string;
  readonly weight: number;
  readonly line: Line;
}

/** What each further place adds that says the same. */
const AGAIN = 0.05;

/** The value that most speaks for; of equals the one that stands first. */
export function bestOf(votes: readonly Vote[], more: (value: string) => number = () => 0): Candidate | null {
  const byValue = Map.groupBy(votes, ({ value }) => value);
  let best: Candidate | null = null;
  for (const [value, list] of byValue) {
    const top = list.reduce((a, b) => (b.weight > a.weight ? b : a));
    const confidence = Math.max(0, Math.min(1, top.weight + AGAIN * (list.length - 1) + more(value)));
    if (!best || confidence > best.confidence) best = { value, confidence, line: top.line.text };
  }
  return best;
}
