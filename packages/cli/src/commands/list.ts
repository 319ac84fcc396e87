import { paginate } from '@app/sdk';
import { InvalidArgumentError } from 'commander';
import { type AddCommand, type CommonOptions, examples, FIELDS_HELP } from '../command.ts';
import { readFields, requireFields } from '../fields.ts';
import { findOperation, methodOf } from '../operations.ts';
import { columnsOf, linesOf, outputOf, printAnswer } from '../output.ts';
import { openSession } from '../session.ts';
import type { Surroundings } from '../surroundings.ts';
import { tableOf } from '../table.ts';

interface ListFlags extends CommonOptions {
  readonly all?: boolean;
  readonly limit?: number;
}

type Row = Readonly<Record<string, unknown>>;
type ListMethod = Parameters<typeof paginate<object, Row>>[0];

const positive = (text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a number above zero.');
  return Number(text);
};

/** `list`: the rows of a list, one page or all of them. */
export const addList: AddCommand = (program, surroundings) => {
  const command = program
    .command('list')
    .summary('read a list, --all of it')
    .description('Read the rows of a list: its first page, or all pages one after another.')
    .argument('<operation>', 'its name, such as listJournalEntries, or its path')
    .argument('[fields...]', FIELDS_HELP)
    .option('--all', 'every row, however many pages there are')
    .option('--limit <rows>', 'at most so many rows', positive)
    .addHelpText(
      'after',
      examples(
        'bilag list listClientAccounts',
        'bilag list listJournalEntries client_account_id=2 --all -o ndjson > entries.ndjson',
        'bilag list listAccounts client_account_id=2 --limit 20 --columns account_code,description',
      ),
    )
    .action(async (named: string, typed: string[]) => {
      const flags = command.optsWithGlobals<ListFlags>();
      const { described, operation, params } = findOperation(named, ['GET']);
      const input = { ...params, ...(await readFields(surroundings, typed, described.fields)) };
      requireFields(described, input);
      const method = methodOf(await openSession(surroundings, flags), operation);
      const { signal } = surroundings;
      if (!flags.all && flags.limit === undefined) {
        const answer = await method(input, { signal });
        await printAnswer(surroundings, flags, answer);
        return sayWhatIsLeft(surroundings, answer);
      }
      await printRows(surroundings, flags, paginate(method as unknown as ListMethod, input, { signal }));
    });
};

/** A list that is cut says so. */
function sayWhatIsLeft({ say }: Surroundings, answer: unknown): void {
  const { data, meta } = (answer ?? {}) as { readonly data?: readonly unknown[]; readonly meta?: { records?: number } };
  if (data && meta?.records !== undefined && meta.records > data.length)
    say(`${data.length} of ${meta.records}; --all reads every one`);
}

/** Lines are written as rows come; a table and a list of JSON need them all. */
async function printRows(surroundings: Surroundings, flags: ListFlags, rows: AsyncIterable<Row>): Promise<void> {
  const output = outputOf(surroundings, flags);
  const kept: Row[] = [];
  let count = 0;
  for await (const row of rows) {
    if (output === 'ndjson') await surroundings.write(linesOf([row]));
    else kept.push(row);
    if (++count === flags.limit) break;
  }
  if (output === 'json') await surroundings.write(`${JSON.stringify(kept, null, 2)}\n`);
  if (output === 'table') await surroundings.write(tableOf(kept, surroundings.columns, columnsOf(flags)));
}
