import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { StartFailure } from '@app/embedded';
import { runCommand } from './command.ts';
import { findDatabaseServer } from './database-server.ts';
import { ROOT } from './root.ts';
import { SERVICES } from './services.ts';
import { readEnvFile, readSettings } from './settings.ts';
import { storeOf } from './stored-files.ts';
import { type ServiceFinding, verifyDatabase } from './verification.ts';
import { writeVerificationMetrics } from './verification-metrics.ts';

const SETTLE_MILLIS = 30_000;

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const count = (number: number): string => number.toLocaleString('en').replaceAll(',', ' ').padStart(13);

/**
 * `npm run verify`: checks every invariant of every service and prints what was looked at. Exit code 1 with the first
 * offenders when one does not hold. Works beside a running platform, and on the data of one that is stopped. `--metrics
 * FILE` also tells Prometheus: what holds between services is checked by nobody else.
 */
async function verify(): Promise<void> {
  const { values } = parseArgs({ options: { metrics: { type: 'string' } } });
  const settings = await readSettings({
    services: SERVICES,
    environment: { ...readEnvFile(ROOT), ...process.env },
    root: ROOT,
  });
  await using server = await findDatabaseServer(settings);
  if (!server.isRunning) print('The platform does not run: events that are under way are not asked about.');
  const store = await storeOf(settings);
  let service = '';
  const findings = await verifyDatabase({
    postgresUrl: server.url,
    database: settings.get('POSTGRES_DATABASE'),
    store,
    ...(server.isRunning ? { settleMillis: SETTLE_MILLIS } : {}),
    onFinding: (finding) => {
      if (finding.service !== service) print(`\n${finding.service}`);
      service = finding.service;
      print(`${finding.broken > 0 ? '✗' : '✓'} ${count(finding.checked)}  ${finding.invariant.name}`);
    },
  });
  store.close();
  if (findings.length === 0)
    throw new StartFailure('The database holds no schema of this platform: start the platform once, then verify.');
  summarise(findings);
  if (values.metrics !== undefined)
    await writeVerificationMetrics(resolve(values.metrics), findings, Temporal.Now.instant());
}

function summarise(findings: readonly ServiceFinding[]): void {
  const broken = findings.filter((finding) => finding.broken > 0);
  const checked = findings.reduce((sum, finding) => sum + finding.checked, 0);
  print(
    `\n${count(checked).trim()} things checked by ${findings.length} invariants, ${broken.length === 0 ? 'all hold' : `${broken.length} do not hold`}`,
  );
  for (const finding of broken) {
    print(`\n${finding.service}: ${finding.invariant.name}: not so for ${finding.broken} of ${finding.checked}`);
    for (const { clientAccountId, subject } of finding.offenders)
      print(`  ${clientAccountId === null ? '' : `client account ${clientAccountId}: `}${subject}`);
  }
  if (broken.length > 0) process.exitCode = 1;
}

await runCommand(verify);
