import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartFailure } from '@app/embedded';
import { ROOT } from '@app/platform';
import { createProgress } from '@app/platform/progress';
import { verifyDatabase } from '@app/platform/verification';
import { type Bench, databaseOf, openBench } from './bench.ts';
import type { Outcome } from './bench-case.ts';
import { cases } from './cases/index.ts';
import { describeMachine, type Result, resultOf, tableOf, tellOf } from './report.ts';
import { readScale } from './scale.ts';

const say = createProgress();
const SETTLE_MILLIS = 120_000;

/**
 * `npm run bench [-- name ...]`: measures the named cases, or all of them. Exit code 1 when a Must is missed or an
 * answer is wrong.
 */
export async function runBench(names: readonly string[]): Promise<void> {
  const known = [...new Set(cases.map(({ name }) => name))];
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new StartFailure(`There is no case ${unknown.join(', ')}. The cases are ${known.join(', ')}.`);
  const chosen = cases.filter(({ name }) => names.length === 0 || names.includes(name));
  const scale = readScale(process.env);
  const results: Result[] = [];
  {
    await using bench = openBench(scale, say);
    for (const each of chosen) {
      await prepare(bench, each.name);
      say(each.title);
      const started = performance.now();
      const outcome = await each.run(bench).catch((error: Error): Outcome => ({ rounds: [], failed: error.message }));
      const result = resultOf(each, outcome, (performance.now() - started) / 1_000);
      results.push(result);
      say(`  ${tellOf(result)}`);
    }
    if (bench.isStarted) await verify(bench);
  }
  const machine = describeMachine();
  const folder = join(ROOT, 'bench', 'results');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${new Date().toISOString().replaceAll(/[:.]/g, '-')}.json`);
  writeFileSync(file, `${JSON.stringify({ machine, scale, results }, null, 1)}\n`);
  process.stdout.write(
    `\n${tableOf(results)}\n\n${Object.entries(machine)
      .map(([name, value]) => `${name}: ${value}`)
      .join(' · ')}\n${file}\n`,
  );
  if (results.some(({ verdict }) => verdict === 'short' || verdict === 'wrong')) process.exitCode = 1;
}

/** Making what is measured is no part of a case's time. */
async function prepare(bench: Bench, name: string): Promise<void> {
  if (name === 'start' || name === 'rendering') return;
  await bench.companies();
  if (name === 'saft') await bench.millionLines();
  if (['posting-large', 'trial-balance', 'statements', 'lines', 'ledger'].includes(name)) await bench.largeBooks();
}

/** Nothing that was measured counts when the books are wrong afterwards. */
async function verify(bench: Bench): Promise<void> {
  say('verifying everything that was stored');
  const platform = await bench.platform();
  const findings = await verifyDatabase({
    postgresUrl: platform.postgres.url,
    database: databaseOf(platform),
    settleMillis: SETTLE_MILLIS,
  });
  const broken = findings.filter((finding) => finding.broken > 0);
  for (const { service, invariant, broken: count, offenders } of broken)
    say(`${service}: ${invariant.name}: not so for ${count}: ${offenders.map(({ subject }) => subject).join('; ')}`);
  if (broken.length > 0) throw new Error(`${broken.length} invariants do not hold after the measurements`);
  say(
    `${findings.reduce((sum, { checked }) => sum + checked, 0).toLocaleString('en')} things checked, all invariants hold`,
  );
}
