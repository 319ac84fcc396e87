import type { Bench } from '../bench.ts';
import type { Outcome } from '../bench-case.ts';
import { createLoad, type HttpLoad, type SqlLoad } from '../load/load.ts';
import { type Comparison, type Figures, interleave } from '../rounds.ts';
import { quantile } from '../statistics.ts';

/** Two loads, and what is compared of them: `rates` or `medianTimes`. */
export interface Sides {
  readonly measured: HttpLoad | SqlLoad;
  readonly reference: HttpLoad | SqlLoad;
  readonly figures: Figures;
}

/** Puts both loads on in turns, as often and as long as the scale says. */
export async function compareLoads(bench: Bench, sides: Sides): Promise<Outcome> {
  return outcomeOf(await putOnInTurns(bench, sides), sides);
}

/** For a case that looks at what was done before it says what came of it. */
export async function putOnInTurns({ scale }: Bench, sides: Sides): Promise<Comparison> {
  await using measured = createLoad(sides.measured);
  await using reference = createLoad(sides.reference);
  return await interleave(measured, reference, scale.rounds, scale.millis);
}

/** The figures of each round, and the p99 of the measured side over all of them. */
export function outcomeOf(compared: Comparison, { figures }: Pick<Sides, 'figures'>): Outcome {
  const latencies = compared.measured.flatMap((turn) => turn.latencies);
  return { rounds: figures(compared), p99: quantile(latencies, 0.99) };
}
