import { type SampleRequest, Variable } from './request.ts';

/** The request as a command for a shell, with lines above it for what the reader puts in. */
export function curlOf(request: SampleRequest): string {
  const { method, token, type, body, variables, saveAs, endpoint } = request;
  const head = variables.map(({ name, example, note }) => `${name}=${quoted(String(example ?? ''))}  # ${note}`);
  const verb = method === 'GET' ? '' : `-X ${method} `;
  const lines = [
    `curl ${verb}${addressOf(request)}`,
    ...(token === undefined ? [] : [`-H "Authorization: Bearer $${token}"`]),
    ...(method === 'POST' && endpoint.secret !== true ? ['-H "Idempotency-Key: $(date +%s)-$$"'] : []),
    ...(type === 'multipart/form-data' ? formOf(request) : bodyOf(type, body)),
    ...(saveAs === undefined ? [] : [`-o ${saveAs}`]),
  ];
  return [...head, ...fileLines(request, lines)].join('\n');
}

/** A file of the example is written first: the sample needs nothing beside it. */
function fileLines({ files }: SampleRequest, lines: readonly string[]): readonly string[] {
  const made = Object.values(files).map(({ fileName, base64, text }) =>
    text === undefined ? `echo ${base64} | base64 -d > ${fileName}` : `cat > ${fileName} <<'END'\n${text}\nEND`,
  );
  return [...made, lines.join(' \\\n  ')];
}

function bodyOf(type: string | undefined, body: unknown): readonly string[] {
  if (type === undefined) return [];
  if (type === 'application/x-www-form-urlencoded')
    return Object.entries(body as object).map(([name, value]) => `--data-urlencode ${inText(name, value)}`);
  const header = `-H 'Content-Type: ${type}'`;
  if (typeof body === 'string') return [header, `--data-binary ${quoted(body)}`];
  return [header, `-d ${inJson(body)}`];
}

const formOf = ({ body, files }: SampleRequest): readonly string[] => [
  ...Object.entries((body ?? {}) as object).map(([name, value]) => `-F ${inText(name, value)}`),
  ...Object.entries(files).map(([name, { fileName, contentType }]) => `-F '${name}=@${fileName};type=${contentType}'`),
];

const inText = (name: string, value: unknown): string =>
  value instanceof Variable ? `"${name}=$${value.name}"` : quoted(`${name}=${String(value)}`);

/** The whole address, in quotes of the shell. */
function addressOf({ endpoint, baseUrl, params, query }: SampleRequest): string {
  const isVariable = [...Object.values(params), ...Object.values(query)].some((value) => value instanceof Variable);
  const shown = (value: unknown): string =>
    value instanceof Variable ? `$${value.name}` : encodeURIComponent(String(value)).replaceAll('%2C', ',');
  const path = endpoint.path.replace(/(.)\/$/, '$1').replace(/\{(\w+)\}/g, (_, name: string) => shown(params[name]));
  const fields = Object.entries(query).map(([name, value]) => `${name}=${shown(value)}`);
  const address = `${baseUrl}${path}${fields.length === 0 ? '' : `?${fields.join('&')}`}`;
  return isVariable ? `"${address}"` : quoted(address);
}

/** Stands in the text for a variable until the text is quoted. */
const MARK = '\u0000';

/** Short JSON on one line, longer on many; variables stand outside the quotes. */
function inJson(body: unknown): string {
  const marked = (_: string, value: unknown): unknown =>
    value instanceof Variable ? `${MARK}${typeof value.example === 'number' ? '#' : '$'}${value.name}${MARK}` : value;
  const compact = JSON.stringify(body, marked);
  const text = compact.length > 60 ? JSON.stringify(body, marked, 2) : compact;
  return quoted(text.replaceAll('\\u0000', MARK))
    .replace(/"\0#(\w+)\0"/g, `'"$$$1"'`)
    .replace(/\0\$(\w+)\0/g, `'"$$$1"'`);
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
