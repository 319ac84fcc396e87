import { createRequire } from 'node:module';
import createQpdf, { type QpdfInstance } from '@neslinesli93/qpdf-wasm';
import { RenderingFailure, unreadable } from './failure.ts';

/** What the package's declaration leaves out. */
interface Qpdf extends QpdfInstance {
  readonly FS: QpdfInstance['FS'] & {
    writeFile(path: string, content: Uint8Array): void;
    unlink(path: string): void;
  };
}

/** Exit codes: of warnings, which are of no consequence here, and of a file that could be written all the same. */
const GOOD = [0, 3];

/**
 * Takes pages of PDFs together, in the order given; what restricts printing or changing does not go with them.
 * @param ranges of pages of a file, counted from 1; without them all of it
 * @throws RenderingFailure `encrypted`, `unreadable`
 */
export async function takePages(
  files: readonly { readonly content: Uint8Array; readonly range?: readonly [number, number] }[],
): Promise<Uint8Array> {
  const said: string[] = [];
  const qpdf = await open(said);
  const names = new Map<Uint8Array, string>();
  for (const { content } of files) {
    if (names.has(content)) continue;
    const name = `/${names.size}.pdf`;
    names.set(content, name);
    qpdf.FS.writeFile(name, content);
  }
  const pages = files.flatMap(({ content, range }) => [names.get(content)!, range ? range.join('-') : '1-z']);
  const code = qpdf.callMain(['--empty', '--pages', ...pages, '--', '/out.pdf']);
  if (GOOD.includes(code)) return qpdf.FS.readFile('/out.pdf');
  if (said.some((line) => line.includes('invalid password')))
    throw new RenderingFailure('encrypted', 'The PDF opens with a password alone');
  throw unreadable('The PDF is damaged, or is none', new Error(said.join('\n')));
}

/** A new one each time: the program expects to run once. */
function open(said: string[]): Promise<Qpdf> {
  const settings = {
    locateFile: () => createRequire(import.meta.url).resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm'),
    noInitialRun: true,
    print: () => {},
    printErr: (line: string) => said.push(line),
  };
  return createQpdf(settings) as Promise<Qpdf>;
}
