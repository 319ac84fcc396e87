import { createRequire } from 'node:module';
import createQpdf, { type QpdfInstance } from '@neslinesli93/qpdf-wasm';

/** A value as qpdf prints it: names with a slash, `u:` before words, `7 0 R` for another object. */
export type PdfValue = string | number | boolean | null | readonly PdfValue[] | PdfDictionary;
export interface PdfDictionary {
  readonly [key: string]: PdfValue | undefined;
}

interface PrintedObject {
  readonly value?: PdfValue;
  readonly stream?: { readonly dict: PdfDictionary; readonly data: string };
}

/** What the package's declaration leaves out. */
interface Qpdf extends QpdfInstance {
  readonly FS: QpdfInstance['FS'] & { writeFile(path: string, content: Uint8Array): void };
}

/** A file whose objects can be looked up. */
export interface PdfObjects {
  /** The trailer of the file. */
  readonly trailer: PdfDictionary;
  /** The object that a reference names; what is no reference is given back. */
  follow(value: PdfValue | undefined): PdfValue | undefined;
  /** A dictionary, of a stream its own; an empty one where there is none. */
  dictionary(value: PdfValue | undefined): PdfDictionary;
  /** A list; one value is a list of one. */
  list(value: PdfValue | undefined): readonly PdfValue[];
  /** What a stream holds, a character per byte. */
  content(value: PdfValue | undefined): string;
}

const isReference = (value: PdfValue | undefined): value is string =>
  typeof value === 'string' && /^\d+ \d+ R$/.test(value);

/** Reads every object of a PDF by qpdf, a reader that has nothing to do with what wrote it. @throws when it is damaged */
export async function readObjects(pdf: Uint8Array): Promise<PdfObjects> {
  const printed = await print(pdf);
  const find = (value: PdfValue | undefined): PrintedObject | undefined =>
    isReference(value) ? printed[`obj:${value}`] : undefined;
  const follow = (value: PdfValue | undefined): PdfValue | undefined =>
    isReference(value) ? (find(value)?.stream?.dict ?? find(value)?.value) : value;
  return {
    trailer: printed.trailer!.value as PdfDictionary,
    follow,
    dictionary(value) {
      const found = follow(value);
      return found !== null && typeof found === 'object' && !Array.isArray(found) ? (found as PdfDictionary) : {};
    },
    list(value) {
      const found = follow(value);
      if (found === undefined || found === null) return [];
      return Array.isArray(found) ? (found as readonly PdfValue[]) : [found];
    },
    content: (value) => Buffer.from(find(value)?.stream?.data ?? '', 'base64').toString('latin1'),
  };
}

async function print(pdf: Uint8Array): Promise<Readonly<Record<string, PrintedObject>>> {
  const said: string[] = [];
  const settings = {
    locateFile: () => createRequire(import.meta.url).resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm'),
    noInitialRun: true,
    print: () => {},
    printErr: (line: string) => said.push(line),
  };
  const qpdf = (await createQpdf(settings)) as Qpdf;
  qpdf.FS.writeFile('/in.pdf', pdf);
  const options = ['--json=2', '--json-stream-data=inline', '--decode-level=generalized'];
  const code = qpdf.callMain([...options, '/in.pdf', '/out.json']);
  if (code !== 0) throw new Error(`qpdf ends with ${code}: ${said.join('\n')}`);
  const { qpdf: parts } = JSON.parse(new TextDecoder().decode(qpdf.FS.readFile('/out.json')));
  return parts[1];
}
