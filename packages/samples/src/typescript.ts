import { objectShapeOf } from '@app/contract/arguments';
import { type SampleRequest, Variable } from './request.ts';

/** The package that `npm run build-sdk` makes, from which a program imports the client. */
const PACKAGE = '@accounting-platform/sdk';

/** The request as a call of the typed client. */
export function typescriptOf(request: SampleRequest): string {
  const { baseUrl, token, variables, saveAs, endpoint } = request;
  const options = [`baseUrl: '${baseUrl}'`, ...(token === undefined ? [] : [`token: process.env.${token}!`])];
  const fields = fieldsOf(request);
  const call = `client.${endpoint.name}(${fields === undefined ? '' : fields})`;
  const isEmpty = endpoint.status === 204;
  const imports = [
    ...(saveAs === undefined ? [] : [`import { writeFile } from 'node:fs/promises';`]),
    `import { ${saveAs === undefined ? '' : 'type FileAnswer, '}createClient } from '${PACKAGE}';`,
  ];
  const show =
    saveAs !== undefined
      ? [`const file = (await ${call}) as unknown as FileAnswer;`, `await writeFile('${saveAs}', file.bytes);`]
      : isEmpty
        ? [`await ${call};`]
        : [`const answer = await ${call};`, 'console.log(answer);'];
  return [
    ...imports,
    '',
    `const client = createClient({ ${options.join(', ')} });`,
    ...variables.map(({ name, example, note }) => `const ${camel(name)} = ${literal(example ?? '', 0)}; // ${note}`),

    ...show,
  ].join('\n');
}

/** The fields of path, query and body side by side; a body that is no object is the field `body`. */
function fieldsOf({ endpoint, params, query, body, files }: SampleRequest): string | undefined {
  const isObject = body === undefined || objectShapeOf(endpoint.body) !== undefined;
  const fields: Record<string, unknown> = { ...params, ...query, ...(isObject ? (body as object) : { body }) };
  for (const [name, { fileName, contentType, text, base64 }] of Object.entries(files)) {
    const content = text === undefined ? `Buffer.from('${base64}', 'base64')` : `Buffer.from(\`${text}\`)`;
    fields[name] = { fileName, contentType, content: new Raw(content) };
  }
  return Object.keys(fields).length === 0 ? undefined : literal(fields, 0);
}

/** An expression that stands as it is. */
class Raw {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const camel = (name: string): string =>
  name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

function literal(value: unknown, depth: number): string {
  if (value instanceof Variable) return camel(value.name);
  if (value instanceof Raw) return value.text;
  if (typeof value === 'string' && value.includes('\n')) return `\`${value}\``;
  if (typeof value === 'string')
    return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((item) => literal(item, depth + 1))
    : Object.entries(value).map(
        ([name, item]) => `${/^\w+$/.test(name) ? name : `'${name}'`}: ${literal(item, depth + 1)}`,
      );
  const line = isList ? `[${items.join(', ')}]` : `{ ${items.join(', ')} }`;
  if (line.length <= 70 && !line.includes('\n')) return line;
  const indent = '  '.repeat(depth + 1);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  return `${open}\n${items.map((item) => `${indent}${item},\n`).join('')}${'  '.repeat(depth)}${close}`;
}
