import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import type { BenchCase, Outcome } from './bench-case.ts';
import { median } from './statistics.ts';

/** A case with what came of it. */
export interface Result {
  readonly name: string;
  readonly title: string;
  readonly reference: string;
  readonly unit: string;
  readonly goal: BenchCase['goal'];
  readonly measured: number;
  readonly referenceValue?: number;
  readonly ratio?: number;
  readonly p99?: number;
  /** `informative`: there is no goal. */
  readonly verdict: 'aim' | 'must' | 'short' | 'informative' | 'skipped' | 'wrong';
  readonly outcome: Outcome;
  readonly seconds: number;
}

export function resultOf({ name, title, reference, unit, goal }: BenchCase, outcome: Outcome, seconds: number): Result {
  const ratios = outcome.rounds.flatMap((round) =>
    round.reference === undefined ? [] : [round.measured / round.reference],
  );
  const references = outcome.rounds.flatMap((round) => (round.reference === undefined ? [] : [round.reference]));
  const measured = median(outcome.rounds.map((round) => round.measured));
  const ratio = ratios.length > 0 ? median(ratios) : undefined;
  const judged = goal.of === 'ratio' ? ratio! : measured;
  const reaches = (limit: number | undefined) =>
    limit !== undefined && (goal.better === 'more' ? judged >= limit : judged <= limit);
  const verdict = outcome.failed
    ? 'wrong'
    : outcome.skipped
      ? 'skipped'
      : reaches(goal.aim)
        ? 'aim'
        : reaches(goal.must)
          ? 'must'
          : goal.must === undefined
            ? 'informative'
            : 'short';
  return {
    name,
    title,
    reference,
    unit,
    goal,
    measured,
    ...(references.length > 0 ? { referenceValue: median(references) } : {}),
    ...(ratio === undefined ? {} : { ratio }),
    ...(outcome.p99 === undefined ? {} : { p99: outcome.p99 }),
    verdict,
    outcome,
    seconds,
  };
}

const words = {
  aim: 'OK, aim reached',
  must: 'OK',
  short: 'SHORT',
  informative: 'no goal',
  skipped: 'skipped',
  wrong: 'WRONG',
} as const;

function number(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return '';
  if (Math.abs(value) >= 1_000) return Math.round(value).toLocaleString('en').replaceAll(',', ' ');
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(value >= 1 ? 2 : 3);
}

/** One line for whoever waits. */
export function tellOf({ verdict, measured, unit, ratio, seconds, outcome }: Result): string {
  const figures =
    outcome.rounds.length === 0
      ? (outcome.failed ?? outcome.skipped)
      : `${number(measured)} ${unit}${ratio === undefined ? '' : `, ratio ${number(ratio)}`}`;
  return `${words[verdict]}: ${figures} (${seconds.toFixed(0)} s)`;
}

/** The table as Markdown, which reads as well in a terminal. */
export function tableOf(results: readonly Result[]): string {
  const header = ['Case', 'Measured', 'Reference', 'Ratio', 'p99 ms', 'Must', 'Aim', 'Verdict'];
  const rows = results.map(
    ({ title, reference, unit, goal, measured, referenceValue, ratio, p99, verdict, outcome }) => {
      const sign = goal.better === 'more' ? '≥' : '≤';
      const limit = (value: number | undefined) => (value === undefined ? '' : `${sign} ${number(value)}`);
      return [
        title,
        outcome.failed ?? outcome.skipped ?? `${number(measured)} ${unit}`,
        reference === '' ? '' : `${number(referenceValue)} ${reference}`.trim(),
        number(ratio),
        number(p99),
        limit(goal.must),
        limit(goal.aim),
        words[verdict],
      ];
    },
  );
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)));
  const lineOf = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [lineOf(header), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(lineOf)].join(
    '\n',
  );
}

/** What it was measured on. */
export function describeMachine(): Readonly<Record<string, string>> {
  const [processor] = cpus();
  return {
    date: Temporal.Now.plainDateISO('Europe/Oslo').toString(),
    commit: commitOf(),
    processor: `${cpus().length} × ${processor?.model.trim() ?? 'unknown'}`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    kernel: readFileSync('/proc/version', 'utf8').split(' ').slice(0, 3).join(' '),
    load: readFileSync('/proc/loadavg', 'utf8').split(' ').slice(0, 3).join(' '),
    node: process.version,
  };
}

function commitOf(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'unknown';
  }
}
