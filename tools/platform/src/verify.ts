import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findRunningPostgres, StartFailure, startPostgres } from '@app/embedded';
import { runCommand } from './command.ts';
import { createProgress } from './progress.ts';
import { ROOT } from './root.ts';
import { SERVICES } from './services.ts';
import { readEnvFile, readSettings, type Settings } from './settings.ts';
import { type ServiceFinding, verifyDatabase } from './verification.ts';

const SETTLE_MILLIS = 30_000;

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const count = (number: number): string => number.toLocaleString('en').replaceAll(',', ' ').padStart(13);

/**
 * `npm run verify`: checks every invariant of every service and prints what was looked at. Exit code 1 with the first offenders when one does
 * not hold. Works beside a running platform, and on the data of one that is stopped.
 */
async function verify(): Promise<void> {
  const settings = await readSettings({ services: SERVICES, environment: { ...readEnvFile(ROOT), ...process.env }, root: ROOT });
  await using server = await findServer(settings);
  if (!server.isRunning) print('The platform does not run: events that are under way are not asked about.');
  let service = '';
  const findings = await verifyDatabase({
    postgresUrl: server.url,
    database: settings.get('POSTGRES_DATABASE'),
    ...(server.isRunning ? { settleMillis: SETTLE_MILLIS } : {}),
    onFinding: (finding) => {
      if (finding.service !== service) print(`\n${finding.service}`);
      service = finding.service;
      print(`${finding.broken > 0 ? '✗' : '✓'} ${count(finding.checked)}  ${finding.invariant.name}`);
    },
  });
  if (findings.length === 0) throw new StartFailure('The database holds no schema of this platform: start the platform once, then verify.');
  summarise(findings);
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

type FoundServer = AsyncDisposable & { readonly url: string; readonly isRunning: boolean };

const leave = async (): Promise<void> => undefined;

/** `POSTGRES_URL`, or the server of the running platform, or one that is started on the data of a stopped one. */
async function findServer(settings: Settings): Promise<FoundServer> {
  const existing = settings.get('POSTGRES_URL');
  if (existing) return { url: existing, isRunning: true, [Symbol.asyncDispose]: leave };
  const dataDir = join(settings.folder('DATA_DIR'), 'postgres');
  const running = findRunningPostgres(dataDir);
  if (running) return { url: running, isRunning: true, [Symbol.asyncDispose]: leave };
  if (!existsSync(join(dataDir, 'cluster')))
    throw new StartFailure(
      `There is nothing to verify: ${dataDir} holds no database. Start the platform once, or set DATA_DIR or POSTGRES_URL.`,
    );
  createProgress()('starting PostgreSQL on the data of the stopped platform');
  const started = await startPostgres({ dataDir });
  return { url: started.url, isRunning: false, [Symbol.asyncDispose]: () => started.stop() };
}

await runCommand(verify);
