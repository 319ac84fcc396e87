import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startTestServers } from '@app/testing/servers';
import { buildServices } from './build-services.ts';
import { compileCache } from './child-environment.ts';
import { printFailure } from './command.ts';
import type { Say } from './progress.ts';
import { ROOT } from './root.ts';
import { SERVICES } from './services.ts';
import { addCounts, countTests, type TestCounts } from './test-counts.ts';
import { inLanes, splitByLength } from './test-order.ts';
import { readReport, reportOf } from './test-report.ts';
import { describeTestSurroundings } from './test-surroundings.ts';
import { mayShare, runTogether } from './test-together.ts';
import { type PlannedTask, planTasks, runTasks, type TaskOutcome } from './turbo.ts';
import { keepPassed, oneServiceOf, readPassed } from './whole-passed.ts';

/**
 * The tests of the whole system, which start every process. They wait for much of their time, most of all the faults, so
 * one of them runs beside the packages from the start, and the others as soon as no package waits any more. Where one
 * service alone has changed since they passed, they look at what is about it
 * (docs/decisions/0294-tests-about-one-service.md).
 */
const WHOLE: readonly string[] = ['tests/faults', 'tests', 'tests/own-platform'];

/** The tests that take what is built: without it they would judge bundles of other sources. */
const OF_BUNDLES: readonly string[] = [...WHOLE, 'tests/repository'];

/** Tasks of one run of turbo that run at the same time. */
const SIDE_BY_SIDE = 2;

/**
 * Runs the tests of every package as tasks. The result of a package that is as it was when they last succeeded, with
 * all it depends on, is replayed and counted as what it was; what fails is never kept.
 * @param before what shall be over when the first test begins; meanwhile servers are started and services are built
 * @param isWhole whether the tests of the whole system run as a whole, also where one service alone has changed
 */
export async function runAllTests(say: Say, before: Promise<unknown>, { isWhole = false } = {}): Promise<TestCounts> {
  let isInterrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      isInterrupted = true;
    });
  }
  const environment = {
    ...process.env,
    TEST_SURROUNDINGS: describeTestSurroundings(),
    // Each package reads the same sources in processes of its own.
    NODE_COMPILE_CACHE: compileCache(ROOT),
    ONE_SERVICE: undefined,
  };
  const tasks = (await planTasks(['test'], environment)).filter((task) => task.name.endsWith('#test'));
  for (const task of tasks) rmSync(reportOf(join(ROOT, task.folder)), { force: true });
  const whole = WHOLE.flatMap((folder) => tasks.filter((task) => task.folder === folder));
  const waiting = whole.filter((task) => !task.isCached);
  const service = isWhole ? undefined : oneServiceOf(waiting, readPassed());
  if (service !== undefined)
    say(`only ${service} has changed since the tests of the whole system passed: those about it run ("--all": all)`);
  const { long, others } = splitByLength(tasks.filter((task) => !isOfWhole(task)));

  const outcomes = new Map<string, TaskOutcome>();
  const servers = tasks.every((task) => task.isCached) ? undefined : await startTestServers();
  const withServers = { ...environment, TEST_POSTGRES_URL: servers?.postgresUrl, TEST_NATS_URL: servers?.natsUrl };
  try {
    const [isBuilt] = await Promise.all([build(tasks.filter((task) => takesBundles(task) && !task.isCached)), before]);
    const small = others.filter(mayShare);
    const alone = others.filter((task) => !small.includes(task) && !takesBundles(task));
    const runOne = (task: PlannedTask) => async () => {
      // Little else runs beside the one service that has changed, be it its code or its tests alone.
      const isOnly = waiting.length === 0 && long.length === 1 && task.folder.startsWith('services/');
      const isAlone = isOnly || task.folder === `services/${service}`;
      const workers = isAlone ? { TEST_WORKERS: '2' } : {};
      if (!takesBundles(task)) await run([task], { ...withServers, ...workers });
      else if (isBuilt || task.isCached)
        await run([task], { ...withServers, ...about(task), SERVICES_ARE_BUILT: 'true' });
    };
    // Four packages at a time, each in one worker: the longest first, so that none comes last alone.
    const packages = [
      () => together(small),
      ...[...long, ...others.filter(takesBundles)].map(runOne),
      () => run(alone, withServers),
    ];
    const systems = whole.map(runOne);
    const lane = [packages, systems];
    await inLanes([lane, lane, lane, lane, [systems]], (part) => part());
  } finally {
    await servers?.stop();
  }
  keepPassed(whole.filter((task) => outcomes.get(task.name)?.isGood && !about(task).ONE_SERVICE));
  const replayed = [...outcomes.values()].filter((outcome) => outcome.isReplayed).length;
  say(`tests of ${tasks.length} packages: ${tasks.length - replayed} run, ${replayed} replayed`);
  return tasks.map((task) => countOf(task, outcomes.get(task.name))).reduce(addCounts);

  /** What says which service a task is to look at: nothing where it looks at all, or is known to have passed. */
  function about(task: PlannedTask): { readonly ONE_SERVICE?: string } {
    return service !== undefined && waiting.includes(task) ? { ONE_SERVICE: service } : {};
  }

  /** Builds the services where a task wants them. Where that fails it says why, and none of these tasks runs. */
  async function build(wanting: readonly PlannedTask[]): Promise<boolean> {
    if (wanting.length === 0 || isInterrupted) return true;
    return buildServices(SERVICES, say).then(
      () => true,
      (error: unknown) => {
        printFailure(error);
        return false;
      },
    );
  }

  /** The tests of small packages in one run, from which their tasks take their results. */
  async function together(chosen: readonly PlannedTask[]): Promise<void> {
    if (chosen.length < 2) return run(chosen, withServers);
    if (isInterrupted) return;
    const folders = chosen.map((task) => task.folder);
    const { report, remove } = await runTogether(folders, withServers, (text) => print('small packages', text));
    await run(chosen, { ...withServers, SHARED_TEST_REPORT: report }).finally(remove);
  }

  async function run(chosen: readonly PlannedTask[], variables: NodeJS.ProcessEnv): Promise<void> {
    if (chosen.length === 0 || isInterrupted) return;
    const args = [...chosen.map((task) => task.name), `--concurrency=${SIDE_BY_SIDE}`];
    const { tasks, isGood, remarks } = await runTasks(args, { environment: variables, onLine: print });
    for (const [name, outcome] of tasks) outcomes.set(name, outcome);
    if (!isGood && remarks !== '') say(remarks);
  }
}

const isOfWhole = (task: PlannedTask): boolean => WHOLE.includes(task.folder);

const takesBundles = (task: PlannedTask): boolean => OF_BUNDLES.includes(task.folder);

const print = (task: string, text: string): void =>
  void (text.startsWith('$ ') || process.stdout.write(`${task.replace(/^@app\/|#test$/g, '')}: ${text}\n`));

/** A task without an outcome did not run, and one without a report came to no end: each is one failure. */
function countOf(task: PlannedTask, outcome: TaskOutcome | undefined): TestCounts {
  const report = readReport(reportOf(join(ROOT, task.folder)));
  const counts = countTests(report, outcome?.isGood === true && report !== undefined);
  const isNameless = counts.failed > 0 && counts.failures.length === 0;
  return isNameless ? { ...counts, failures: [`${task.name} (see its output)`] } : counts;
}
