/** How much, and for how long. Smaller numbers are for trying a case out; the goals are meant for these. */
export interface Scale {
  /**
   * The verdict is on the median of their ratios, which is off by half as much after twelve as after five and bears a
   * round that something else spoilt. Even, so that each side goes first as often; no more, so that a case ends within
   * two minutes.
   */
  readonly rounds: number;
  readonly millis: number;
  /** Part of the lines that the large books get: 1 is one million and five. */
  readonly lines: number;
}

export const readScale = (environment: NodeJS.ProcessEnv): Scale => ({
  rounds: Number(environment.BENCH_ROUNDS ?? 12),
  millis: Number(environment.BENCH_MILLIS ?? 3_000),
  lines: Number(environment.BENCH_SCALE ?? 1),
});
