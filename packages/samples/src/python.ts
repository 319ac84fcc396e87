import type { ExampleFile } from '@app/contract';
import { type SampleRequest, Variable } from './request.ts';

/** The request as a program in Python that needs nothing installed. */
export function pythonOf(request: SampleRequest): string {
  const { method, token, type, variables, files, endpoint } = request;
  const headers = [
    ...(token === undefined ? [] : [`"Authorization": "Bearer " + os.environ["${token}"]`]),
    ...(method === 'POST' && endpoint.secret !== true ? ['"Idempotency-Key": str(uuid.uuid4())'] : []),
    ...(type === undefined ? [] : [`"Content-Type": ${contentType(type)}`]),
  ];
  const data = dataOf(request);
  const isJson = showsJson(request);
  const imports = [
    ...(Object.values(files).some(({ base64 }) => base64 !== undefined) ? ['base64'] : []),
    ...(isJson || type === 'application/json' ? ['json'] : []),
    ...(token === undefined ? [] : ['os']),
    ...(headers.some((header) => header.includes('uuid')) || type === 'multipart/form-data' ? ['uuid'] : []),
  ];
  const lines = [
    ...imports.map((name) => `import ${name}`),
    ...(type === 'application/x-www-form-urlencoded' ? ['from urllib.parse import urlencode'] : []),
    'from urllib.request import Request, urlopen',
    '',
    ...variables.map(({ name, example, note }) => `${name} = ${literal(example ?? '', 0)}  # ${note}`),
    ...formLines(request),
    'request = Request(',
    `    ${addressOf(request)},`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    ...(headers.length === 0 ? [] : ['    headers={', ...headers.map((header) => `        ${header},`), '    },']),
    ...(data === undefined ? [] : [`    data=${data},`]),
    ')',
    'with urlopen(request) as response:',
    ...showLines(request, isJson),
  ];
  return lines.join('\n');
}

const contentType = (type: string): string =>
  type === 'multipart/form-data' ? `"multipart/form-data; boundary=" + boundary` : `"${type}"`;

function dataOf({ type, body }: SampleRequest): string | undefined {
  if (type === undefined) return undefined;
  if (type === 'multipart/form-data') return 'form';
  if (type === 'application/x-www-form-urlencoded') return `urlencode(${literal(body, 1)}).encode()`;
  return typeof body === 'string' ? `${literal(body, 1)}.encode()` : `json.dumps(${literal(body, 1)}).encode()`;
}

/** The parts of a form, put together by hand: the library has nothing for it. */
function formLines({ type, body, files }: SampleRequest): readonly string[] {
  if (type !== 'multipart/form-data') return [];
  const fields = Object.entries((body ?? {}) as object).map(
    ([name, value]) => `form += part('name="${name}"', str(${literal(value, 0)}).encode())`,
  );
  const made = Object.entries(files).map(
    ([name, file]) =>
      `form += part('name="${name}"; filename="${file.fileName}"', ${bytesOf(file)}, "${file.contentType}")`,
  );
  return [
    'boundary = uuid.uuid4().hex',
    'def part(name, content, kind="text/plain"):',
    '    head = f"--{boundary}\\r\\nContent-Disposition: form-data; {name}\\r\\nContent-Type: {kind}\\r\\n\\r\\n"',
    '    return head.encode() + content + b"\\r\\n"',
    '',
    'form = b""',
    ...fields,
    ...made,
    'form += f"--{boundary}--\\r\\n".encode()',
    '',
  ];
}

const bytesOf = ({ text, base64 }: ExampleFile): string =>
  text === undefined ? `base64.b64decode("${base64}")` : `"""${text}""".encode()`;

/** Whether the answer is JSON, which is shown. */
const showsJson = ({ endpoint, saveAs }: SampleRequest): boolean =>
  saveAs === undefined && endpoint.status !== 204 && !['void', 'undefined', 'never'].includes(endpoint.output.def.type);

function showLines({ saveAs, endpoint }: SampleRequest, isJson: boolean): readonly string[] {
  if (saveAs !== undefined)
    return [
      '    print(response.status)',
      `    with open("${saveAs}", "wb") as file:`,
      '        file.write(response.read())',
    ];
  if (isJson) return ['    print(response.status, json.load(response))'];
  if (endpoint.status === 204) return ['    print(response.status)'];
  return ['    print(response.status, response.read().decode())'];
}

function addressOf({ endpoint, baseUrl, params, query }: SampleRequest): string {
  const isVariable = [...Object.values(params), ...Object.values(query)].some((value) => value instanceof Variable);
  const shown = (value: unknown): string =>
    value instanceof Variable ? `{${value.name}}` : encodeURIComponent(String(value)).replaceAll('%2C', ',');
  const path = endpoint.path.replace(/(.)\/$/, '$1').replace(/\{(\w+)\}/g, (_, name: string) => shown(params[name]));
  const fields = Object.entries(query).map(([name, value]) => `${name}=${shown(value)}`);
  return `${isVariable ? 'f' : ''}"${baseUrl}${path}${fields.length === 0 ? '' : `?${fields.join('&')}`}"`;
}

/** A value as Python writes it, indented to the depth it stands at. */
function literal(value: unknown, depth: number): string {
  if (value instanceof Variable) return value.name;
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string' && value.includes('\n')) return `"""${value}"""`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((item) => literal(item, depth + 1))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${literal(item, depth + 1)}`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const line = `${open}${items.join(', ')}${close}`;
  if (line.length <= 70 && !line.includes('\n')) return line;
  const indent = '    '.repeat(depth + 1);
  return `${open}\n${items.map((item) => `${indent}${item},\n`).join('')}${'    '.repeat(depth)}${close}`;
}
