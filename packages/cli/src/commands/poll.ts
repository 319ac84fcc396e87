import { access, constants, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { poll } from '@app/sdk';
import { InvalidArgumentError } from 'commander';
import { type AddCommand, type CommonOptions, examples, FIELDS_HELP } from '../command.ts';
import { CommandFailure } from '../failures.ts';
import { readFields, requireFields } from '../fields.ts';
import { findOperation, methodOf } from '../operations.ts';
import { linesOf } from '../output.ts';
import { unwritable } from '../save-file.ts';
import { openSession } from '../session.ts';

interface PollFlags extends CommonOptions {
  readonly interval: number;
  readonly mark?: string;
  readonly from?: string;
  readonly once?: boolean;
}

interface Changing {
  readonly id: number;
  readonly updated_at: string;
}
type FollowedMethod = Parameters<typeof poll<object, Changing>>[0];

const seconds = (text: string): number => {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a number of seconds above zero.');
  return Number(text);
};

/** `poll`: the changes of a list, a record of JSON per line. */
export const addPoll: AddCommand = (program, surroundings) => {
  const command = program
    .command('poll')
    .summary('follow the changes of a list, a line of JSON each')
    .description(
      'Follow a list: every record that is new or has changed is a line of JSON. With --mark a later start goes on where this one stopped; upsert by id, since the last second comes again.',
    )
    .argument('<operation>', 'a list with updated_from, such as listJournalEntries')
    .argument('[fields...]', FIELDS_HELP)
    .option('--mark <file>', 'where the mark is kept, behind which nothing is missing')
    .option('--from <moment>', 'only what changed at or after this moment, such as 2026-01-31T12:00:00Z')
    .option('--interval <seconds>', 'between two looks', seconds, 300)
    .option('--once', 'look once and end')
    .addHelpText(
      'after',
      examples(
        'bilag poll listJournalEntries client_account_id=2 --mark entries.mark >> entries.ndjson',
        'bilag poll listVouchers client_account_id=2 --from 2026-01-01T00:00:00Z --once',
      ),
    )
    .action(async (named: string, typed: string[]) => {
      const flags = command.optsWithGlobals<PollFlags>();
      const { described, operation, params } = findOperation(named, ['GET']);
      if (!described.fields.some(({ name }) => name === 'updated_from'))
        throw new CommandFailure(`${described.id} cannot be followed: it has no updated_from`);
      const input = { ...params, ...(await readFields(surroundings, typed, described.fields)) };
      requireFields(described, input);
      const method = methodOf(await openSession(surroundings, flags), operation);
      const place = flags.mark === undefined ? undefined : resolve(surroundings.folder, flags.mark);
      // Before anything is handed on whose mark could not be kept.
      if (place !== undefined) await access(dirname(place), constants.W_OK).catch((error) => unwritable(place, error));
      const from = flags.from ?? (place && (await readMark(place)));
      const enough = new AbortController();
      const options = {
        signal: AbortSignal.any([surroundings.signal, enough.signal]),
        interval: flags.interval * 1000,
        ...(from === undefined ? {} : { from }),
        ...(flags.once ? { sleep: async () => enough.abort() } : {}),
      };
      for await (const { rows, mark } of poll(method as unknown as FollowedMethod, input, options)) {
        // The mark says what has been handed on, so it follows the records.
        await surroundings.write(linesOf(rows));
        if (place !== undefined && mark !== undefined) await writeMark(place, mark);
      }
    });
};

async function readMark(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  const mark = text?.trim();
  if (mark !== undefined && Number.isNaN(Date.parse(mark))) throw new CommandFailure(`${file} holds no mark: ${mark}`);
  return mark;
}

async function writeMark(file: string, mark: string): Promise<void> {
  await writeFile(`${file}.part`, `${mark}\n`);
  await rename(`${file}.part`, file);
}
