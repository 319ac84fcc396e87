import { runChecks } from './checks.ts';
import { runCommand } from './command.ts';
import { createProgress, type Say } from './progress.ts';
import { runChosenTests } from './test-chosen.ts';
import { runAllTests } from './test-tasks.ts';

/** Runs the tests of the whole system as a whole, also where one service alone has changed since they passed. */
const ALL = '--all';

async function test(say: Say): Promise<void> {
  const checking = runChecks(say);
  const isWhole = process.argv.includes(ALL);
  const chosen = process.argv.slice(2).filter((argument) => argument !== ALL);
  const testing =
    chosen.length > 0 ? checking.then(() => runChosenTests(chosen)) : runAllTests(say, checking, { isWhole });
  const [checks, tests] = await Promise.all([checking, testing]);
  for (const name of tests.skipped) say(`skipped: ${name}`);
  for (const failure of tests.failures) say(`FAILED: ${failure}`);
  const failed = checks.failed + tests.failed;
  process.exitCode = failed > 0 ? 1 : 0;
  process.stdout.write(`${checks.passed + tests.passed} passed, ${failed} failed\n`);
}

// `npm test`: checks, then every test against real servers, each package's unless its result is known. Arguments choose
// tests as vitest does, and run them in any case. The last line is "N passed, N failed".
await runCommand(() => test(createProgress()));
