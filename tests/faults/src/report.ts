import { availableParallelism, totalmem } from 'node:os';
import type { Outcome } from './run.ts';
import type { World } from './world.ts';

export interface ReportInput {
  readonly world: World;
  readonly outcome: Outcome;
  readonly seed: number;
  readonly command: string;
  readonly planned: number;
  readonly versions: { readonly postgres: string; readonly nats: string };
}

const ONE_OF_EACH = `- There is one process of each service. While one restarts gracefully its callers wait for the next and are shown no failure, which is checked; while
  the gateway itself restarts, connections are refused. Two of each: [fault-report-replicas.md](fault-report-replicas.md).`;
const TWO_OF_EACH = `- Two processes of each service and of the gateway, on addresses of their own, share one machine, one PostgreSQL and one NATS; the sandbox is alone.
  HTTP goes through a balancer of connections that knows who is ready, gRPC to a name with both addresses. A kill and a freeze meet one of the two. While
  both restart gracefully, one after the other, nobody may be shown a failure. While NATS is away, or an idle service is frozen in both processes, no
  other process may take itself out, and no call may fail.`;

const number = (value: number): string => Math.round(value).toLocaleString('en').replaceAll(',', ' ');

/** The report as Markdown: what was done, what came of it, and how to see it again. */
export function renderReport({ world, outcome, seed, command, planned, versions }: ReportInput): string {
  const { record } = world;
  const faults = [...outcome.injected.values()].reduce((sum, count) => sum + count, 0);
  const kinds = [...outcome.injected].sort(([a], [b]) => a.localeCompare(b));
  const answers = [...record.answers].sort(([a], [b]) => a - b);
  const isClean = outcome.violations.length === 0 && outcome.lost === 0 && outcome.doubled === 0;
  return `# Faults under load${world.replicas === 1 ? '' : ', two processes of each service'}

Written by \`npm run faults${world.replicas === 1 ? '' : ` -- --replicas ${world.replicas}`}\`. Clients post through the gateway without pause and remember what was acknowledged; after a failure they send the same
request with the same key until it is answered. One fault after the other is injected; after each, the books are compared with what the clients were
answered, and every ${'invariant of `npm run verify`'} is checked from time to time and at the end.

| | |
|---|---|
| Result | ${isClean ? 'nothing lost, nothing doubled, every invariant holds' : `**${outcome.violations.length} violations**, see below`} |
| Processes | ${world.replicas === 1 ? 'one' : 'two'} of each service and of the gateway |
| Faults injected | ${number(faults)}${faults === planned ? '' : ` of ${number(planned)} planned`} |
| Writes acknowledged | ${number(record.acknowledged)} (${number(record.entries.length)} entries, ${number(record.projects.length)} projects, ${number(record.shares.length)} issues of shares, ${number(record.disposals.length)} disposals) |
| Acknowledged and lost | ${outcome.lost} |
| Doubled | ${outcome.doubled} |
| Calls that never got an answer | ${record.unanswered} |
| Looks at the books, complete verifications | ${number(outcome.looks)}, ${number(outcome.verifications)} |
| Answers cut off after the commit | ${number(world.front.cuts)} between client and gateway, ${number(world.back.cuts)} between gateway and ledger |
| Duration | ${number(outcome.seconds)} s |
| Seed | ${seed} |
| Date | ${Temporal.Now.plainDateISO('Europe/Oslo').toString()} |
| Versions | PostgreSQL ${versions.postgres}, NATS ${versions.nats}, Node.js ${process.versions.node} |
| Machine | ${availableParallelism()} cores, ${number(totalmem() / 2 ** 30)} GB |

\`${command}\` replays the same faults in the same order. What runs at the same moment is decided by the machine.

## Faults by kind

| Fault | Times |
|---|---:|
${kinds.map(([kind, count]) => `| ${kind} | ${count} |`).join('\n')}

## What the clients were answered

| Status | Times |
|---|---:|
${answers.map(([status, count]) => `| ${status === 0 ? 'none: the connection was cut or refused' : status} | ${number(count)} |`).join('\n')}

## What it does not show

${world.replicas === 1 ? ONE_OF_EACH : TWO_OF_EACH} A process that is killed takes what it was
  doing with it: that is answered with 503, and tried again with the same key.
- A write that is under way is not carried over a jump of the clock: an idempotency key is good for 24 hours of the platform's clock, so the clients rest
  for the moment in which the clock is set.
- The key rotation is due at once since the ages of the keys are changed in the database; the job that rotates is the real one.
${world.resizeDisk ? '- The data of PostgreSQL and NATS lies on file systems in memory whose size is changed under them: full disks are real, lost un-synced writes are not tried.' : '- Full disks were left out: they need the right to mount a file system of a size of its own (root), which this user does not have.'}
${isClean ? '' : `\n## Violations\n\n${outcome.violations.map((violation) => `- ${violation}`).join('\n')}\n`}`;
}
