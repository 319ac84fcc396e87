import { resolve } from 'node:path';
import type { CallOptions } from '@app/sdk';
import { type AddCommand, type CommonOptions, examples, FIELDS_HELP } from '../command.ts';
import { CommandFailure } from '../failures.ts';
import { openFile, readBody, readFields, requireFields } from '../fields.ts';
import { type AnyMethod, findOperation, methodOf, type NamedOperation } from '../operations.ts';
import { printAnswer } from '../output.ts';
import { saveFile } from '../save-file.ts';
import { openSession } from '../session.ts';
import type { Surroundings } from '../surroundings.ts';

interface CallFlags extends CommonOptions {
  readonly body?: string;
  readonly key?: string;
  readonly accept?: string;
  readonly to?: string;
  readonly force?: boolean;
}

const VERBS: Readonly<Record<string, { readonly does: string; readonly examples: readonly string[] }>> = {
  get: {
    does: 'read a record, a page of a list, or a file',
    examples: [
      'bilag get getJournalEntry id=17',
      'bilag get /api/v2/client-accounts',
      'bilag get documentPdf id=3 --to invoice.pdf',
    ],
  },
  post: {
    does: 'create, or do something',
    examples: [
      'bilag post createJournalEntry --body entry.json --key rent-2026-01',
      'bilag post createProject client_account_id=2 name=Messe',
      'bilag post /api/v2/vouchers client_account_id=2 file=@receipt.pdf',
    ],
  },
  put: { does: 'replace', examples: ['bilag put updateJournalEntry id=17 --body entry.json'] },
  patch: {
    does: 'change',
    examples: ['bilag patch cancelJournalEntry id=17 cancelled=Y cancellation_reason="wrong month"'],
  },
  delete: { does: 'delete', examples: ['bilag delete deleteJournalEntry id=17'] },
};

/**
 * `get`, `post`, `put`, `patch` and `delete`: a command per HTTP method, which calls any operation of that method, named
 * by its id (`getJournalEntry`), its full name (`ledger.getJournalEntry`) or its path. An operation of another method
 * is refused with the command that calls it, so that nobody writes who meant to read.
 */
export const addCalls: AddCommand = (program, surroundings) => {
  for (const [verb, { does, examples: lines }] of Object.entries(VERBS)) {
    const command = program
      .command(verb)
      .summary(does)
      .description(`Call an operation by ${verb.toUpperCase()}: ${does}.`)
      .argument('<operation>', 'its name, such as getJournalEntry, or its path')
      .argument('[fields...]', FIELDS_HELP)
      .option('--accept <type>', 'media type of the answer, such as application/pdf')
      .option('--to <file>', 'write the answer to a file')
      .option('--force', 'replace that file')
      .addHelpText('after', examples(...lines))
      .action(async (named: string, typed: string[]) => {
        const flags = command.optsWithGlobals<CallFlags>();
        await callOperation(surroundings, findOperation(named, [verb.toUpperCase()]), typed, flags);
      });
    if (verb !== 'get')
      command.option('--body <file>', 'JSON of the body, or the file that is the body; - for the input');
    if (verb === 'post')
      command.option('--key <key>', 'Idempotency-Key: the same command again does nothing twice for a day');
  }
};

async function callOperation(
  surroundings: Surroundings,
  { described, operation, params }: NamedOperation,
  typed: readonly string[],
  flags: CallFlags,
): Promise<void> {
  const fields = await readFields(surroundings, typed, described.fields);
  requireFields(described, { ...params, ...fields });
  const body = flags.body === undefined ? {} : await bodyOf(surroundings, operation.bodyType, flags.body);
  const method = methodOf(await openSession(surroundings, flags), operation);
  const input = { ...body, ...params, ...fields };
  const options: CallOptions = {
    signal: surroundings.signal,
    ...(flags.key === undefined ? {} : { idempotencyKey: flags.key }),
  };
  if (flags.to !== undefined) return save(surroundings, method, operation.answers, flags, input, options);
  const answer =
    flags.accept === undefined ? await method(input, options) : await method.as(flags.accept, input, options);
  await printAnswer(surroundings, flags, answer);
}

async function save(
  surroundings: Surroundings,
  method: AnyMethod,
  answers: readonly string[],
  { accept, to = '', force = false }: CallFlags,
  input: object,
  options: CallOptions,
): Promise<void> {
  const path = resolve(surroundings.folder, to);
  const ask = () => method.stream(accept ?? `${answers[0]}, */*;q=0.1`, input, options);
  const { bytes } = await saveFile(path, ask, force);
  surroundings.say(`${path}: ${bytes} bytes`);
}

/** A body is the fields of an object, any other JSON, or the bytes of a file. */
async function bodyOf(surroundings: Surroundings, bodyType: unknown, from: string): Promise<object> {
  if (typeof bodyType === 'object') {
    if (from === '-') throw new CommandFailure('The body is a file: name it, --body <file>');
    return { body: (await openFile(resolve(surroundings.folder, from))).content };
  }
  const body = await readBody(surroundings, from);
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : { body };
}
