import { type AddCommand, type CommonOptions, examples } from '../command.ts';
import { findOperation, searchOperations } from '../operations.ts';
import { printAnswer } from '../output.ts';
import type { Described } from '../reference.computed.ts';

/** `operations` and `describe`: what there is, and what each takes. */
export const addOperations: AddCommand = (program, surroundings) => {
  const list = program
    .command('operations')
    .summary('which operations there are')
    .description('The operations of the API, or those that some words occur in.')
    .argument('[words...]', 'words of its name, path or summary')
    .addHelpText('after', examples('bilag operations', 'bilag operations journal entry'))
    .action(async (words: string[]) => {
      const rows = searchOperations(...words).map(({ id, methods, paths, summary }) => ({
        id,
        method: methods.join(', '),
        path: paths[0],
        summary,
      }));
      await printAnswer(
        surroundings,
        { columns: 'id,method,path,summary', ...list.optsWithGlobals<CommonOptions>() },
        rows,
      );
    });
  const describe = program
    .command('describe')
    .summary('what an operation does and takes')
    .description('What an operation does, and its fields.')
    .argument('<operation>', 'its name or path')
    .addHelpText('after', examples('bilag describe createJournalEntry'))
    .action(async (named: string) => {
      const { described } = findOperation(named, ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
      const flags = describe.optsWithGlobals<CommonOptions>();
      if (flags.output !== undefined) return printAnswer(surroundings, flags, described);
      await surroundings.write(textOf(described));
    });
};

function textOf({ name, id, methods, paths, summary, description, fields }: Described): string {
  const width = Math.max(0, ...fields.map((field) => field.name.length));
  const lines = fields.map((field) => {
    const marks = [field.place, field.isRequired ? 'required' : '', field.words?.join('|') ?? field.types.join('|')];
    return `  ${field.name.padEnd(width)}  ${field.description} (${marks.filter(Boolean).join(', ')})`;
  });
  return [`${id} (${name})`, ...paths.map((path) => `${methods.join(', ')} ${path}`), '', `${summary}.`, description]
    .concat(lines.length === 0 ? [] : ['', 'Fields:', ...lines], '')
    .join('\n');
}
