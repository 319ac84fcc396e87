import type { Bench } from './bench.ts';

/** What a result is held against. */
export interface Goal {
  /** `ratio`: the measured value over that of the reference in the same round; `value`: the measured value itself. */
  readonly of: 'ratio' | 'value';
  readonly better: 'more' | 'less';
  readonly must?: number;
  readonly aim?: number;
}

/** One row of the table. A case is a file in `cases/` and a line in `cases/index.ts`. */
export interface BenchCase {
  /** `npm run bench -- <name>` runs it; several may share one. */
  readonly name: string;
  readonly title: string;
  readonly reference: string;
  readonly unit: string;
  readonly goal: Goal;
  /** @throws when an answer is wrong: then nothing that was measured counts */
  run(bench: Bench): Promise<Outcome>;
}

export interface Round {
  readonly measured: number;
  readonly reference?: number;
}

export interface Outcome {
  readonly rounds: readonly Round[];
  /** Milliseconds: of the measured requests, over all rounds. */
  readonly p99?: number;
  /** Why it was not measured. */
  readonly skipped?: string;
  /** What was wrong with an answer. */
  readonly failed?: string;
  readonly note?: string;
}
