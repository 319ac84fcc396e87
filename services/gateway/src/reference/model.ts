import type { OpenApiDocument } from '@app/contract/openapi';
import type { Guide } from '@app/guides';

export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
};

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string | undefined;
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface Content {
  readonly type: string;
  readonly schema: Schema | undefined;
  readonly example?: unknown;
  /** Of a failure: an answer by its code. */
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface Answer {
  readonly status: string;
  readonly description: string;
  readonly content: readonly Content[];
  /** Codes of a failure. */
  readonly codes: readonly string[];
}

/** One operation as the reference shows it. */
export interface Operation {
  readonly id: string;
  readonly anchor: string;
  readonly method: string;
  /** Further methods that do the same. */
  readonly otherMethods: readonly string[];
  readonly path: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly isRequired: boolean; readonly content: readonly Content[] } | undefined;
  readonly answers: readonly Answer[];
  readonly failures: readonly Answer[];
  readonly scope: string | undefined;
  readonly credential: 'access' | 'session' | 'none';
  readonly roles: readonly string[];
  readonly limit: { readonly requests: number; readonly windowSeconds: number } | undefined;
}

export interface Group {
  readonly slug: string;
  readonly title: string;
  readonly operations: readonly Operation[];
}

export interface Area {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly groups: readonly Group[];
}

export interface Reference {
  readonly title: string;
  readonly version: string;
  readonly introduction: string;
  readonly areas: readonly Area[];
  /** What stands beside the reference, in its contents and its search. */
  readonly guides: readonly Guide[];
  /** The schema behind a reference, with the name it has. */
  resolve(schema: Schema): { readonly schema: Schema; readonly name: string | undefined };
}

type Raw = Readonly<Record<string, unknown>>;

/** Reads the published document: the reference shows what the document says and nothing else. */
export function readReference(document: OpenApiDocument, guides: readonly Guide[] = []): Reference {
  const at = <T>(ref: string): T =>
    ref
      .split('/')
      .slice(1)
      .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document) as T;
  const follow = <T extends object>(value: T): T => ('$ref' in value ? at<T>((value as { $ref: string }).$ref) : value);
  const tags = document.tags as readonly {
    readonly name: string;
    readonly description: string;
    readonly 'x-displayName': string;
  }[];
  const found = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, raw]) => ({ path, method: method.toUpperCase(), raw: raw as Raw })),
  );
  const aliases = Map.groupBy(
    found.filter(({ raw }) => raw['x-alias-of'] !== undefined),
    ({ method, raw }) => `${method} ${String(raw['x-alias-of'])}`,
  );
  const same = Map.groupBy(
    found.filter(({ raw }) => raw['x-same-as'] !== undefined),
    ({ raw }) => raw['x-same-as'],
  );
  const operations = found
    .filter(({ raw }) => raw['x-alias-of'] === undefined && raw['x-same-as'] === undefined)
    .map(({ path, method, raw }) => {
      const others = (aliases.get(`${method} ${path}`) ?? []).map((alias) => alias.path);
      const otherMethods = (same.get(raw.operationId) ?? []).map((each) => each.method);
      return {
        tag: (raw.tags as string[])[0]!,
        operation: { ...readOperation(follow, path, method, raw, others), otherMethods },
      };
    });
  return {
    title: document.info.title,
    version: document.info.version,
    introduction: document.info.description ?? '',
    guides,
    areas: tags
      .map(({ name, description, 'x-displayName': title }) => ({
        name,
        title,
        description,
        groups: groupsOf(operations.filter(({ tag }) => tag === name).map(({ operation }) => operation)),
      }))
      .filter(({ groups }) => groups.length > 0),
    resolve: (schema) =>
      schema.$ref === undefined
        ? { schema, name: undefined }
        : { schema: at<Schema>(schema.$ref), name: schema.$ref.split('/').at(-1) },
  };
}

function readOperation(
  follow: <T extends object>(value: T) => T,
  path: string,
  method: string,
  raw: Raw,
  aliases: readonly string[],
): Omit<Operation, 'otherMethods'> {
  const contentOf = (content: unknown): Content[] =>
    Object.entries((content ?? {}) as Record<string, Omit<Content, 'type'>>).map(([type, each]) => ({ ...each, type }));
  const answers = Object.entries(raw.responses as Record<string, object>).map(([status, value]): Answer => {
    const answer = follow(value) as { description: string; content?: unknown; 'x-error-codes'?: string[] };
    return {
      status,
      description: answer.description,
      content: contentOf(answer.content),
      codes: answer['x-error-codes'] ?? [],
    };
  });
  const body = raw.requestBody as { required: boolean; content: unknown } | undefined;
  const security = raw.security as readonly Record<string, string[]>[];
  const access = security.find((each) => each.access !== undefined)?.access;
  return {
    id: String(raw.operationId),
    anchor: `${method.toLowerCase()}-${slugOf(path)}`,
    method,
    path,
    aliases,
    summary: String(raw.summary),
    description: String(raw.description ?? ''),
    parameters: ((raw.parameters ?? []) as (Parameter & { $ref?: string })[])
      .filter((parameter) => parameter.$ref === undefined)
      .map((parameter) => ({
        ...parameter,
        required: parameter.required === true,
        description: parameter.description ?? parameter.schema.description,
      })),
    body: body ? { isRequired: body.required, content: contentOf(body.content) } : undefined,
    answers: answers.filter(({ codes }) => codes.length === 0),
    failures: answers.filter(({ codes }) => codes.length > 0),
    scope: access?.[0],
    credential: access ? 'access' : security.length > 0 ? 'session' : 'none',
    roles: (raw['x-roles'] ?? []) as string[],
    limit: raw['x-rate-limit'] as Operation['limit'],
  };
}

const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const titles: Readonly<Record<string, string>> = {
  oauth: 'OAuth and sessions',
  auth: 'Signup',
  '.well-known': 'Discovery',
  integrations: 'Property search',
  health: 'Platform',
  'openapi.json': 'Platform',
  docs: 'Platform',
  testing: 'Test hooks',
  mcp: 'Tools (MCP)',
  chat: 'Chat threads',
  runs: 'Payroll runs',
  contracts: 'Contracts',
};

/** What a path is about: its first word; below `payroll` the second. */
function topicOf(path: string): string {
  const [first = '', second] = path
    .replace(/^\/(public\/|api\/)?v[12]/, '')
    .split('/')
    .filter((part) => part !== '' && !part.startsWith('{'));
  if (first === 'client-accounts' && (second === 'settings' || second === 'users')) return `account-${second}`;
  if (first === 'payroll' && second !== undefined) return second === 'contracts' ? 'employment-contracts' : second;
  return first;
}

function groupsOf(operations: readonly Operation[]): readonly Group[] {
  const title = (topic: string): string =>
    titles[topic] ?? `${topic[0]?.toUpperCase() ?? ''}${topic.slice(1).replaceAll('-', ' ')}`;
  const byTitle = Map.groupBy(operations, ({ path }) => title(topicOf(path)));
  return [...byTitle].map(([name, list]) => ({ slug: slugOf(name), title: name, operations: list }));
}
