import { Failure } from '@app/contract/failure';
import { migrate } from '@app/db';
import { ConfigError, compileEarlyOnceUsed, settleMemory } from '@app/runtime';
import type { RunningProcess } from './runtime.ts';

/** An operator's command, with the operand it was given. */
type Command = (operand: string | undefined) => Promise<unknown>;

export interface Program {
  /** Starts the process: what it does without a command. */
  readonly start: () => Promise<RunningProcess>;
  readonly commands: Readonly<Record<string, Command>>;
  /** What is said of a command that there is not. */
  readonly usage: string;
}

/** What `src/main.ts` of a process calls: starts it, or runs one of the operator's commands. */
export async function runProgram(
  { start, commands, usage }: Program,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  const [command, operand] = args;
  try {
    if (command === undefined) return await serve(start);
    if (!Object.hasOwn(commands, command)) throw new ConfigError(usage);
    await commands[command]!(operand);
  } catch (error) {
    // A sentence is enough for what the operator can mend, and for what the platform refuses.
    console.error(error instanceof ConfigError || error instanceof Failure ? error.message : error);
    process.exitCode = 1;
    // Connections that were opened before the failure would keep a process alive that never started.
    if (command === undefined) process.exit(1);
  }
}

async function serve(start: Program['start']): Promise<void> {
  compileEarlyOnceUsed();
  const { lifecycle, logger, opened, stop } = await start();
  lifecycle.handleSignals();
  process.on('unhandledRejection', (error) => {
    logger.fatal({ err: error }, 'a rejection nobody handled');
    process.exit(1);
  });
  opened.then(
    () => settleMemory(),
    async () => {
      await stop();
      process.exit(1);
    },
  );
}

/** The command `migrate`: brings the schema up to date, as its owner, and ends. @throws ConfigError without its address */
export async function migrateOnce(service: string, directory: string): Promise<void> {
  const url = process.env.DATABASE_OWNER_URL;
  if (!url)
    throw new ConfigError(
      'The environment variable DATABASE_OWNER_URL is missing: migrations run as the owner of the schema.',
    );
  const { applied } = await migrate({ url, service, directory, replaceNewer: true });
  console.log(applied.length === 0 ? 'The schema was up to date.' : `Applied: ${applied.join(', ')}`);
}
