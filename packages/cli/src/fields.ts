import { openAsBlob } from 'node:fs';
import { access, constants, readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { parseExact } from '@app/contract/json';
import { CommandFailure } from './failures.ts';
import type { Described, Field } from './reference.computed.ts';
import type { Surroundings } from './surroundings.ts';

/** One field as it was typed: `name=value`, `name:=json`, `name=@file`, `name:=@file.json`. */
const TYPED = /^(?<name>[A-Za-z_][\w.]*)(?<colon>:?)=(?<at>@?)(?<value>[\s\S]*)$/;

/**
 * Reads fields as they were typed. A value is text, a number or a truth value, as the operation declares the field;
 * `:=` gives any JSON. `@` names a file: of a form, or with text or JSON.
 * @throws CommandFailure
 */
export async function readFields(
  { folder }: Pick<Surroundings, 'folder'>,
  typed: readonly string[],
  declared: readonly Field[],
): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  for (const each of typed) {
    const { name, colon, at, value } = TYPED.exec(each)?.groups ?? {};
    if (name === undefined || value === undefined)
      throw new CommandFailure(`"${each}" is no field: write name=value, name:=json or name=@file`);
    if (name in fields) throw new CommandFailure(`The field ${name} is given twice`);
    const field = declared.find((known) => known.name === name);
    if (field === undefined && declared.length > 0)
      throw new CommandFailure(`There is no field ${name}. The fields are ${declared.map((f) => f.name).join(', ')}`);
    const isFile = field?.types.includes('file') === true;
    if (at && isFile) fields[name] = await openFile(resolve(folder, value));
    else {
      const text = at ? await readText(resolve(folder, value)) : value;
      fields[name] = colon ? readJson(name, text) : asDeclared(name, text, field);
    }
  }
  return fields;
}

/**
 * What stands in the address has to be given. A body may come from elsewhere: of that, the API says what is missing.
 * @throws CommandFailure
 */
export function requireFields({ id, fields }: Described, given: Readonly<Record<string, unknown>>): void {
  const missing = fields.filter(({ name, place, isRequired }) => isRequired && place !== 'body' && !given[name]);
  if (missing.length > 0)
    throw new CommandFailure(
      `${id} needs ${missing.map(({ name, types }) => `${name}=<${types.join(' or ')}>`).join(' and ')}`,
    );
}

/** A value of a body has the type that is declared; paths and queries are text anyway. */
function asDeclared(name: string, text: string, field: Field | undefined): unknown {
  if (field === undefined || field.place !== 'body' || field.types.includes('string')) return text;
  const { types } = field;
  if (types.includes('null') && text === '') return null;
  if ((types.includes('integer') || types.includes('number')) && /^-?\d+(\.\d+)?$/.test(text)) return parseExact(text);
  if (types.includes('boolean') && /^(true|false)$/.test(text)) return text === 'true';
  if (types.includes('file')) throw new CommandFailure(`${name} is a file: write ${name}=@path`);
  if (types.includes('array') || types.includes('object')) return readJson(name, text);
  throw new CommandFailure(`${name} takes ${types.join(' or ')}, not "${text}"`);
}

/** JSON with every digit of its numbers. */
function readJson(name: string, text: string): unknown {
  try {
    return parseExact(text);
  } catch (error) {
    throw new CommandFailure(`${name} is no JSON: ${(error as Error).message}`);
  }
}

const readText = (path: string): Promise<string> => readFile(path, 'utf8').catch((error) => unreadable(path, error));

/** A file to send, whose bytes are read while they are sent. That it is there is asked first: a blob learns it later. */
export const openFile = async (path: string): Promise<{ readonly fileName: string; readonly content: Blob }> => {
  await access(path, constants.R_OK).catch((error) => unreadable(path, error));
  if ((await stat(path)).isDirectory()) throw new CommandFailure(`${path} is a folder: name the files in it`);
  return { fileName: basename(path), content: await openAsBlob(path).catch((error) => unreadable(path, error)) };
};

function unreadable(path: string, error: NodeJS.ErrnoException): never {
  throw new CommandFailure(
    error.code === 'ENOENT' ? `There is no file ${path}` : `${path} cannot be read: ${error.message}`,
  );
}

/** The JSON of `--body`: a file, or `-` for the input. */
export async function readBody(surroundings: Surroundings, from: string): Promise<unknown> {
  if (from !== '-') return readJson(from, await readText(resolve(surroundings.folder, from)));
  const chunks: Uint8Array[] = [];
  for await (const chunk of surroundings.input) chunks.push(chunk);
  return readJson('The input', Buffer.concat(chunks).toString('utf8'));
}
