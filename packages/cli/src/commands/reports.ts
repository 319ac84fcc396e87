import { resolve } from 'node:path';
import { operations } from '@app/sdk';
import { type AddCommand, type CommonOptions, examples, FIELDS_HELP } from '../command.ts';
import { CommandFailure } from '../failures.ts';
import { readFields, requireFields } from '../fields.ts';
import { methodOf } from '../operations.ts';
import { printAnswer } from '../output.ts';
import { type Described, reference } from '../reference.computed.ts';
import { saveFile } from '../save-file.ts';
import { openSession } from '../session.ts';

/** Forms of a report by what files of them are called, each with the media types that it may have. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  pdf: ['application/pdf'],
  xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  html: ['text/html'],
  xml: ['text/xml', 'application/xml'],
  json: ['application/json'],
};

interface ReportFlags extends CommonOptions {
  readonly format?: string;
  readonly to?: string;
  readonly force?: boolean;
}

const PATH = /^\/api\/v2\/reports\/([\w-]+)\/?$/;

/** The reports by the name in their path. */
export const reports: ReadonlyMap<string, Described> = new Map(
  reference.flatMap((described) => {
    const name = PATH.exec(described.paths[0]!)?.[1];
    return name === undefined ? [] : [[name, described] as const];
  }),
);

/** `reports`: a report to a file, or to the screen. */
export const addReports: AddCommand = (program, surroundings) => {
  const command = program
    .command('reports')
    .summary('a report as PDF, workbook, page or JSON')
    .description('Make a report. Without a name: which there are.')
    .argument('[report]', 'its name, such as trial-balance')
    .argument('[fields...]', FIELDS_HELP)
    .option('--format <format>', `${Object.keys(FORMATS).join(', ')}; by the name of the file, else what is printed`)
    .option('--to <file>', 'write it to a file')
    .option('--force', 'replace that file')
    .addHelpText(
      'after',
      examples(
        'bilag reports',
        'bilag reports trial-balance client_account_id=2 date_from=2026-01-01 date_to=2026-12-31 --to balance.pdf',
        'bilag reports income-statement client_account_id=2 date_from=2026-01-01 date_to=2026-12-31 --format html > page.html',
      ),
    )
    .action(async (name: string | undefined, typed: string[]) => {
      const flags = command.optsWithGlobals<ReportFlags>();
      if (name === undefined) {
        const rows = [...reports].map(([report, { summary }]) => ({ report, summary }));
        return printAnswer(surroundings, flags, rows);
      }
      const described = reports.get(name);
      if (!described) throw new CommandFailure(`There is no report ${name}: ${[...reports.keys()].join(', ')}`);
      const operation = operations.find((each) => each.name === described.name)!;
      const type = typeOf(flags, name, operation.answers);
      const input = await readFields(surroundings, typed, described.fields);
      requireFields(described, input);
      const method = methodOf(await openSession(surroundings, flags), operation);
      const options = { signal: surroundings.signal };
      if (flags.to !== undefined) {
        const path = resolve(surroundings.folder, flags.to);
        const { bytes } = await saveFile(path, () => method.stream(type, input, options), flags.force ?? false);
        return surroundings.say(`${path}: ${bytes} bytes`);
      }
      const answer = type === 'application/json' ? await method(input, options) : await method.as(type, input, options);
      await printAnswer(surroundings, flags, answer);
    });
};

/** The media type that is asked for. @throws CommandFailure where the report has no such form */
function typeOf({ format, to }: ReportFlags, name: string, answers: readonly string[]): string {
  const ending = /\.([a-z]{3,4})$/i.exec(to ?? '')?.[1]?.toLowerCase();
  const wanted = format ?? ending;
  if (wanted === undefined) return answers[0]!;
  const typeAs = (format: string) => FORMATS[format]?.find((each) => answers.includes(each));
  const type = typeAs(wanted);
  const offered = Object.keys(FORMATS).filter((each) => typeAs(each) !== undefined);
  if (type === undefined)
    throw new CommandFailure(
      `The report ${name} comes as ${offered.join(', ')}, not as ${wanted}: name one by --format`,
    );
  return type;
}
