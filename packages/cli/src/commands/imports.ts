import { createHash } from 'node:crypto';
import { basename, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client, FileInput } from '@app/sdk';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type AddCommand, type CommonOptions, examples } from '../command.ts';
import { CommandFailure, exitCodes } from '../failures.ts';
import { openFile } from '../fields.ts';
import { printAnswer } from '../output.ts';
import { openSession } from '../session.ts';
import type { Surroundings } from '../surroundings.ts';

interface ImportFlags extends CommonOptions {
  readonly company: number;
  readonly commit?: boolean;
  readonly track?: 'DEFAULT' | 'MANUAL';
}

const id = (text: string): number => {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('It must be the id of a client account.');
  return Number(text);
};

/** `import`: books of another system, files of the bank, and vouchers. */
export const addImports: AddCommand = (program, surroundings) => {
  const group = program
    .command('import')
    .summary('SAF-T, files of the bank, vouchers')
    .description('Bring in files. The same file again is stored once.');
  const add = (name: string, does: string, run: ImportRun, ...lines: readonly string[]): Command => {
    const command = group
      .command(name)
      .summary(does)
      .description(`${does[0]!.toUpperCase()}${does.slice(1)}.`)
      .argument('<files...>', 'the files')
      .requiredOption('--company <id>', 'client account that they belong to', id)
      .addHelpText('after', examples(...lines))
      .action(async (files: string[]) => {
        const flags = command.optsWithGlobals<ImportFlags>();
        const client = await openSession(surroundings, flags);
        for (const file of files) await run(surroundings, client, resolve(surroundings.folder, file), flags);
      });
    return command;
  };
  add(
    'saft',
    'read a SAF-T file and report what an import would do; --commit posts it',
    importSaft,
    'bilag import saft books.xml --company 2',
    'bilag import saft books.xml.gz --company 2 --commit',
  ).option('--commit', 'post what was read, where the file adds up');
  add('bank', 'import CAMT files of the bank', importBank, 'bilag import bank statement.xml --company 2');
  const track = new Option('--track <track>', 'MANUAL: nothing is read from them into the books');
  add('vouchers', 'upload vouchers', importVoucher, 'bilag import vouchers receipts/*.pdf --company 2').addOption(
    track.choices(['DEFAULT', 'MANUAL']),
  );
};

type ImportRun = (surroundings: Surroundings, client: Client, path: string, flags: ImportFlags) => Promise<void>;

/** The same content for the same company is one request, however often the command is given within a day. */
async function keyOf({ content }: FileInput, ...parts: readonly unknown[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(parts));
  for await (const chunk of (content as Blob).stream()) hash.update(chunk);
  return `bilag-${hash.digest('hex')}`;
}

const importBank: ImportRun = async (surroundings, client, path, flags) => {
  const file = await openFile(path);
  const { statements, skipped_count, receivable_payment_count } = await client.reconciliation.importBankStatements(
    { client_account_id: flags.company, file },
    { signal: surroundings.signal },
  );
  await printAnswer(surroundings, flags, statements);
  surroundings.say(
    `${basename(path)}: ${statements.length} statements and ${receivable_payment_count} payments stored, ${skipped_count} rows left out`,
  );
};

const importVoucher: ImportRun = async (surroundings, client, path, flags) => {
  const file = await openFile(path);
  const voucher = await client.documents.uploadVoucher(
    {
      client_account_id: flags.company,
      file,
      ...(flags.track === undefined ? {} : { processing_track: flags.track }),
    },
    {
      signal: surroundings.signal,
      idempotencyKey: await keyOf(file, 'voucher', flags.company, file.fileName, flags.track ?? 'DEFAULT'),
    },
  );
  await surroundings.write(`${voucher.id} ${voucher.file_name}\n`);
};

const UNDER_WAY: readonly string[] = ['READING', 'IMPORTING'];

const importSaft: ImportRun = async (surroundings, client, path, flags) => {
  const { signal, say } = surroundings;
  const file = await openFile(path);
  const head = new Uint8Array(await file.content.slice(0, 2).arrayBuffer());
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  const options = {
    signal,
    idempotencyKey: await keyOf(file, 'saft', flags.company),
    ...(isGzip ? { headers: { 'Content-Type': 'application/gzip' } } : {}),
  };
  const begun = await client.ledger.createSaftImport({ client_account_id: flags.company, body: file.content }, options);
  const ended = async () => {
    for (;;) {
      const found = await client.ledger.getSaftImport({ id: begun.id }, { signal });
      if (!UNDER_WAY.includes(found.state)) return found;
      await pause(500, undefined, { signal });
    }
  };
  let found = await ended();
  say(`${basename(path)}: import ${found.id} is ${found.state}`);
  if (flags.commit && ['READY', 'FAILED'].includes(found.state)) {
    await client.ledger.commitSaftImport({ id: found.id }, { signal });
    found = await ended();
    say(`${basename(path)}: import ${found.id} is ${found.state}`);
  }
  await printAnswer(surroundings, flags, found);
  const isGood = found.state === 'DONE' || (found.state === 'READY' && !flags.commit);
  if (!isGood) throw new CommandFailure(`${basename(path)} was not imported: ${found.state}`, exitCodes.refused);
};
