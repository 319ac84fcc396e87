import type { Operation, Reference, Schema } from './model.ts';

const MAX_DEPTH = 5;

const byName: Readonly<Record<string, unknown>> = {
  email: 'kari@example.no',
  name: 'Kaffebrenneriet AS',
  display_name: 'Kaffebrenneriet AS',
  unique_name: 'kaffebrenneriet-as',
  first_name: 'Kari',
  last_name: 'Nordmann',
  description: 'Office rent',
  city: 'Oslo',
  postal_code: '0152',
  country_code: 'NO',
  phone: '+47 22 00 00 00',
  organization_number: '923609016',
  account_code: '6300',
  currency_code: 'NOK',
  password: 'correct horse battery',
  language: 'nob',
  message: 'Done',
  status: 'ok',
};

/** A value that fits a schema: its own example when it has one, else something plain. Optional fields are left out unless wanted. */
export function exampleOf(
  reference: Reference,
  given: Schema,
  options: { readonly withOptional: boolean; readonly name?: string },
  depth = 0,
): unknown {
  const { schema } = reference.resolve(given);
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined && schema.default !== null) return schema.default;
  if (schema.enum?.[0] !== undefined) return schema.enum[0];
  const choice = (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== 'null');
  if (choice) return exampleOf(reference, choice, options, depth + 1);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => exampleOf(reference, part, options, depth + 1)));
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.find((each) => each !== 'null');
  if (type === 'object' || schema.properties) return exampleObject(reference, schema, options, depth);
  if (type === 'array') return schema.items && depth < MAX_DEPTH ? [exampleOf(reference, schema.items, options, depth + 1)] : [];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 1, 1);
  if (type === 'string') return exampleText(schema, options.name);
  return null;
}

function exampleObject(reference: Reference, schema: Schema, options: { readonly withOptional: boolean }, depth: number): unknown {
  if (depth >= MAX_DEPTH) return {};
  const all = Object.entries(schema.properties ?? {});
  const required = all.filter(([name]) => options.withOptional || schema.required?.includes(name));
  // Where nothing is required an empty object would show nothing: the first few fields do.
  const fields = required.length > 0 || depth > 0 ? required : all.slice(0, 4);
  return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(reference, field, { ...options, name }, depth + 1)]));
}

function exampleText(schema: Schema, name = ''): string {
  if (schema.format === 'date') return '2026-01-31';
  if (schema.format === 'date-time') return '2026-01-31T10:00:00Z';
  if (schema.format === 'uuid') return '5b0f8d5e-2f0c-4c3f-8f3a-2a6c1c9d7e11';
  if (schema.format === 'uri' || name.endsWith('_url')) return 'https://example.no/';
  return String(byName[name] ?? 'text');
}

/** A request that can be pasted into a shell, with the fields that are required. */
export function curlOf(reference: Reference, operation: Operation, baseUrl: string): string {
  const values = (where: string) => operation.parameters.filter((parameter) => parameter.in === where && parameter.required);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'token' || name === 'job' || name.endsWith('client_id') ? `<${name}>` : '1',
  );
  const query = values('query')
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(exampleOf(reference, schema, { withOptional: false, name })))}`)
    .join('&');
  const content = operation.body?.content[0];
  const lines = [
    `curl ${operation.method === 'GET' ? '' : `-X ${operation.method} `}'${baseUrl}${path}${query === '' ? '' : `?${query}`}'`,
    ...(operation.credential === 'none' ? [] : [`-H "Authorization: Bearer $${operation.credential === 'session' ? 'SESSION' : 'TOKEN'}"`]),
    ...(operation.method === 'POST' ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
  ];
  if (content?.schema) {
    const example = exampleOf(reference, content.schema, { withOptional: false });
    const compact = JSON.stringify(example);
    const printed = compact.length > 60 ? JSON.stringify(example, null, 2) : compact;
    if (content.type === 'application/json') lines.push("-H 'Content-Type: application/json'", `-d '${printed.replaceAll("'", "'\\''")}'`);
    else
      for (const [name, value] of Object.entries((example ?? {}) as object))
        lines.push(`${content.type.startsWith('multipart') ? '-F' : '--data-urlencode'} '${name}=${String(value)}'`);
  }
  return lines.join(' \\\n  ');
}
