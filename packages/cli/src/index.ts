import { Command, CommanderError, Option } from 'commander';
import { examples } from './command.ts';
import { addCalls } from './commands/call.ts';
import { addCompletion } from './commands/completion.ts';
import { addImports } from './commands/imports.ts';
import { addList } from './commands/list.ts';
import { addLogin } from './commands/login.ts';
import { addOperations } from './commands/operations.ts';
import { addPoll } from './commands/poll.ts';
import { addReports } from './commands/reports.ts';
import { endingOf, exitCodes } from './failures.ts';
import { OUTPUTS } from './output.ts';
import type { Surroundings } from './surroundings.ts';
import { version } from './version.computed.ts';

export { exitCodes } from './failures.ts';
export type { Surroundings } from './surroundings.ts';

/**
 * Runs one command line.
 * @param args what stands behind the name of the program
 * @returns the exit code
 */
export async function run(args: readonly string[], surroundings: Surroundings): Promise<number> {
  try {
    await createProgram(surroundings).parseAsync([...args], { from: 'user' });
    return surroundings.signal.aborted ? exitCodes.interrupted : exitCodes.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    const { lines, exitCode } = endingOf(error, surroundings);
    if (lines.length > 0) surroundings.say(`bilag: ${lines.join('\n')}`);
    return exitCode;
  }
}

function createProgram(surroundings: Surroundings): Command {
  const program = new Command('bilag')
    .description('The accounting platform from the command line.')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void surroundings.write(text),
      writeErr: (text) => surroundings.say(text.trimEnd()),
      getOutHelpWidth: () => surroundings.columns,
    })
    .option('--url <address>', 'origin of the API; BILAG_URL, http://127.0.0.1:8080 by default')
    .option('--profile <name>', 'which of several sign-ins; BILAG_PROFILE, "default" by default')
    .addOption(new Option('-o, --output <form>', 'table for people, else json').choices(OUTPUTS))
    .option('--columns <names>', 'columns of a table, separated by comma')
    .addHelpText(
      'after',
      `${examples(
        'bilag login',
        'bilag list listClientAccounts',
        'bilag describe createJournalEntry',
        'bilag reports trial-balance client_account_id=2 date_from=2026-01-01 date_to=2026-12-31 --to balance.pdf',
      )}\n${EXITS}`,
    );
  for (const add of [addLogin, addCalls, addList, addReports, addImports, addPoll, addOperations, addCompletion])
    add(program, surroundings);
  return program;
}

const EXITS = `It ends with 0 when done, 2 when it was not understood, 3 when nobody is signed in, 4 when the API refused,
5 when the API failed, 6 when it cannot be reached, 130 when interrupted, and 1 otherwise.

Without a sign-in: BILAG_TOKEN, or BILAG_CLIENT_ID and BILAG_CLIENT_SECRET.
`;
