import type { Operation, Parameter } from './model.ts';

/** A request that can be pasted into a shell: the example that the operation declares. */
export function curlOf(operation: Operation, baseUrl: string): string {
  const { method, credential, body } = operation;
  const content = body?.content[0];
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${baseUrl}${addressOf(operation)}'`,
    ...(credential === 'none' ? [] : [`-H "Authorization: Bearer $${credential === 'session' ? 'SESSION' : 'TOKEN'}"`]),
    ...(method === 'POST' ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
  ];
  if (content?.example !== undefined) {
    if (content.type === 'application/json')
      lines.push("-H 'Content-Type: application/json'", `-d ${quoted(printed(content.example))}`);
    else
      for (const [name, value] of Object.entries(content.example as object))
        lines.push(`--data-urlencode ${quoted(`${name}=${String(value)}`)}`);
  }
  return lines.join(' \\\n  ');
}

/** Path and query with the values of the example. */
function addressOf({ path, parameters }: Operation): string {
  const shown = parameters.filter(({ example }) => example !== undefined);
  const inPlace = (where: Parameter['in']) =>
    new Map(shown.filter((each) => each.in === where).map(({ name, example }) => [name, String(example)]));
  const names = inPlace('path');
  const query = new URLSearchParams([...inPlace('query')]).toString();
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names.get(name) ?? `<${name}>`));
  return query === '' ? filled : `${filled}?${query}`;
}

/** Short JSON on one line, longer on many. */
const printed = (example: unknown): string => {
  const compact = JSON.stringify(example);
  return compact.length > 60 ? JSON.stringify(example, null, 2) : compact;
};

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
