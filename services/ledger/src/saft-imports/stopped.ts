import type { Problem } from './saft-import.ts';

/** A commit that cannot go on until somebody has mended what is named; it can be committed again then. */
export class ImportStopped extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems[0]?.message ?? 'The import stopped');
    this.problems = problems;
  }
}
