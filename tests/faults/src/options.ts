import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createDice } from '@app/demo';
import { StartFailure } from '@app/embedded';
import { makeLongPlan } from './plan.ts';
import type { Replicas } from './replicas.ts';

/** What to run of the long form. */
export interface FaultOptions {
  readonly seed: number | undefined;
  readonly only: string | undefined;
  readonly faults: number | undefined;
  readonly logs: string | undefined;
  /** Processes of each service and of the gateway. */
  readonly replicas: Replicas;
  /** A built checkout of another release, whose bundles are the second of each pair. */
  readonly beside: string | undefined;
  readonly wantsHelp: boolean;
}

export const USAGE = `npm run faults [-- OPTION ...]

Kills, cuts, fills and replays under load, and writes docs/fault-report.md,
or docs/fault-report-replicas.md where there are two of each.

  --seed N       the faults of an earlier run, in the same order
  --faults N     ends after so many, and writes no report
  --only TEXT    faults whose kind holds the text, and writes no report
  --replicas N   1 or 2 processes of each service and of the gateway
  --beside DIR   the second process of each is that of another release, of
                 which DIR is a built checkout; takes --replicas 2
  --logs FOLDER  keeps what the processes wrote
  --help         this
`;

/**
 * Reads the arguments of `npm run faults`.
 * @throws StartFailure for what cannot be meant: a run that injects nothing would find nothing wrong
 */
export function readFaultOptions(args: readonly string[]): FaultOptions {
  const { seed, only, faults, logs, help, beside, replicas: text } = parse(args);
  const replicas = readReplicas(text);
  const kinds = [
    ...new Set(makeLongPlan({ dice: createDice(0), hasDisks: true, replicas }).map(({ kind }) => kind)),
  ].sort();
  if (only !== undefined && !kinds.some((kind) => kind.includes(only)))
    throw new StartFailure(
      `No kind of fault holds "${only}". The kinds are:\n${kinds.map((kind) => `  ${kind}`).join('\n')}`,
    );
  return {
    seed: readCount('seed', seed, 0),
    only,
    faults: readCount('faults', faults, 1),
    logs,
    replicas,
    beside: beside === undefined ? undefined : readRelease(beside, replicas),
    wantsHelp: help,
  };
}

function parse(args: readonly string[]) {
  const value = { type: 'string' } as const;
  try {
    const help = { type: 'boolean', default: false } as const;
    const options = {
      seed: value,
      only: value,
      faults: value,
      logs: value,
      replicas: value,
      beside: value,
      help,
    } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new StartFailure(`${(error as Error).message}\n\n${USAGE}`);
  }
}

function readReplicas(text = '1'): Replicas {
  if (text !== '1' && text !== '2') throw new StartFailure(`--replicas is "${text}": it must be 1 or 2.`);
  return text === '1' ? 1 : 2;
}

function readRelease(folder: string, replicas: Replicas): string {
  if (replicas !== 2) throw new StartFailure('--beside runs two releases side by side: give --replicas 2 too.');
  const release = resolve(folder);
  if (!existsSync(join(release, 'services', 'gateway', 'dist', 'main.mjs')))
    throw new StartFailure(`--beside is "${folder}": no built checkout. There, run: node tools/run.mjs build`);
  return release;
}

function readCount(name: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text) || Number(text) < least)
    throw new StartFailure(`--${name} is "${text}": it must be a whole number from ${least} on.`);
  return Number(text);
}
