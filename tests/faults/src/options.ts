import { parseArgs } from 'node:util';
import { createDice } from '@app/demo';
import { StartFailure } from '@app/embedded';
import { makeLongPlan } from './plan.ts';

/** What to run of the long form. */
export interface FaultOptions {
  readonly seed: number | undefined;
  readonly only: string | undefined;
  readonly faults: number | undefined;
  readonly logs: string | undefined;
  readonly wantsHelp: boolean;
}

export const USAGE = `npm run faults [-- OPTION ...]

Kills, cuts, fills and replays under load, and writes docs/fault-report.md.

  --seed N       the faults of an earlier run, in the same order
  --faults N     ends after so many, and writes no report
  --only TEXT    faults whose kind holds the text, and writes no report
  --logs FOLDER  keeps what the processes wrote
  --help         this
`;

/**
 * Reads the arguments of `npm run faults`.
 * @throws StartFailure for what cannot be meant: a run that injects nothing would find nothing wrong
 */
export function readFaultOptions(args: readonly string[]): FaultOptions {
  const { seed, only, faults, logs, help } = parse(args);
  const kinds = [...new Set(makeLongPlan({ dice: createDice(0), hasDisks: true }).map(({ kind }) => kind))].sort();
  if (only !== undefined && !kinds.some((kind) => kind.includes(only)))
    throw new StartFailure(`No kind of fault holds "${only}". The kinds are:\n${kinds.map((kind) => `  ${kind}`).join('\n')}`);
  return { seed: readCount('seed', seed, 0), only, faults: readCount('faults', faults, 1), logs, wantsHelp: help };
}

function parse(args: readonly string[]) {
  const value = { type: 'string' } as const;
  try {
    const options = { seed: value, only: value, faults: value, logs: value, help: { type: 'boolean', default: false } } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new StartFailure(`${(error as Error).message}\n\n${USAGE}`);
  }
}

function readCount(name: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text) || Number(text) < least)
    throw new StartFailure(`--${name} is "${text}": it must be a whole number from ${least} on.`);
  return Number(text);
}
