import { allEndpoints } from '@app/api/endpoints';
import type { AnyEndpoint } from '@app/contract';
import { fillPath, queryString } from '@app/contract/arguments';
import { demoUsers, openYear } from '@app/demo';
import {
  type Ask,
  createFinder,
  curlOf,
  datedIn,
  operationOf,
  ordered,
  partOf,
  placesOf,
  pythonOf,
  type Records,
  records,
  requestOf,
  type SampleRequest,
  type Sender,
  senders,
  typescriptOf,
} from '@app/samples';
import { type Addresses, call, createNumbers, eventually, newOwner } from '../../src/system.ts';
import { type Outcome, type Runner, startPython, startShell, startTypeScript, type Variables } from './runner.ts';

/** Where the samples go, and who sends them. */
export interface Place extends Addresses {
  readonly administrator: { readonly email: string; readonly password: string };
}

/** The year that the platform dates its samples in. */
const YEAR = openYear(Temporal.Now.plainDateISO('Europe/Oslo').toString());

export const languages = {
  curl: { start: startShell, write: curlOf },
  Python: { start: startPython, write: pythonOf },
  TypeScript: { start: startTypeScript, write: typescriptOf },
} as const satisfies Record<
  string,
  { start: (variables: Variables) => Runner; write: (request: SampleRequest) => string }
>;

export type Language = keyof typeof languages;

/** The endpoints whose samples can be run, in the order to run them in; those of the test hooks are not offered. */
const runnable = (): readonly AnyEndpoint[] =>
  ordered(
    allEndpoints.filter(
      ({ hidden, example, name }) => !hidden && !name.startsWith('testing.') && example?.cannotRun === undefined,
    ),
    records,
  );

export interface Result {
  readonly operation: string;
  readonly language: Language;
  readonly sample: string;
  readonly outcome: Outcome;
  readonly isGood: boolean;
}

/** Runs every sample in one language; the run of a language takes the words of its number from those that are free. */
export async function runSamples(
  place: Place,
  language: Language,
  number: number,
  before?: (endpoint: AnyEndpoint, request: SampleRequest, credentials: Credentials) => Promise<void>,
): Promise<readonly Result[]> {
  const variables = await tokensAt(place);
  const { start, write } = languages[language];
  const runner = start(variables);
  const answers = new Map<string, unknown>();
  const values = valuesAt(place, variables, answers, number);
  const results: Result[] = [];
  const used = new Set<string>();
  try {
    for (const endpoint of runnable()) {
      const operation = operationOf(endpoint);
      const missing: string[] = [];
      const known = await values(endpoint).catch((error: unknown) => {
        missing.push(`(${String(error)})`);
        return new Map<string, unknown>();
      });
      const request = requestOf(
        endpoint,
        place.gateway,
        (record, example) => {
          const source = records[record];
          if (source?.kind === 'fixed') return example;
          const value = known.get(record);
          if (value === undefined) missing.push(record);
          return typeof example === 'string' && value !== undefined ? String(value) : value;
        },
        YEAR,
      );
      const sample = write(request);
      if (missing.length === 0) await before?.(endpoint, request, credentialsOf(request, variables));
      const outcome =
        missing.length > 0
          ? { status: 0, text: '', fault: `nothing is known of ${missing.join(', ')}` }
          : await runner.run(sample);
      const statuses = [endpoint.status, ...Object.keys(endpoint.replies ?? {}).map(Number)];
      const isGood = outcome.fault === '' && outcome.status < 400 && statuses.includes(outcome.status);
      for (const token of isGood ? known.values() : []) if (typeof token === 'string') used.add(token);
      if (isGood) answers.set(operation, jsonOr(outcome.text));
      if (isGood) await restore[operation]?.(place, variables, answers.get(operation));
      const result = { operation, language, sample, outcome, isGood };
      results.push(result);
    }
  } finally {
    for (const token of used) followed.add(token);
    await runner.stop();
  }
  return results;
}

type Restore = (place: Place, variables: Variables, answer: unknown) => Promise<void>;

/**
 * A period that was opened by hand waits for its records: without an automatic one, which is made anew, it is
 * reconciled again.
 */
const reconcileAgain: Restore = async ({ gateway }, variables, answer) => {
  const token = variables[senders.owner.variable]!;
  const path = `/api/v2/reconciliation-periods/${partOf(answer, 'id')}`;
  const { scopes } = (await call(gateway, 'GET', path, { token })).body as { readonly scopes: readonly Scope[] };
  const automatic = scopes.find((scope) => scope.external_reconciliation?.reconciliation_method === 'ZERO_BALANCE');
  await call(gateway, 'DELETE', `/api/v2/external-reconciliations/${automatic?.external_reconciliation?.id}`, {
    token,
  });
  const body = { client_account_id: partOf(answer, 'client_account_id') };
  await call(gateway, 'POST', '/api/v2/reconciliation-periods', { token, body });
};

interface Scope {
  readonly external_reconciliation: { readonly id: number; readonly reconciliation_method: string } | null;
}

/** Two companies have one contract of a kind: the next sample makes it again. */
const endContract: Restore = async ({ gateway }, variables, answer) => {
  const token = variables[senders.owner.variable]!;
  const body = { termination_reason: 'En prøve', end_date: `${YEAR}-02-02` };
  await call(gateway, 'PATCH', `/api/v2/contracts/${partOf(answer, 'id')}`, { token, body });
};

/** What some samples use up, and the next language needs again. */
const restore: Readonly<Record<string, Restore>> = {
  reopenReconciliationPeriod: reconcileAgain,
  updateContract: endContract,
};

const jsonOr = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Who sends the sample of an endpoint, and what with. */
export interface Credentials {
  readonly sender: Sender;
  readonly token: string | undefined;
  /** An access token of the same person, as tools want it, where there is one. */
  readonly tools: string | undefined;
}

function credentialsOf({ endpoint, token }: SampleRequest, variables: Variables): Credentials {
  const sender = (endpoint.example?.sender ?? 'owner') as Sender;
  const isOwner = sender === 'owner' || sender === 'client';
  return {
    sender,
    token: token === undefined ? undefined : variables[token],
    tools: isOwner ? variables[senders.client.variable] : undefined,
  };
}

/** Sessions of those whose samples end none: an address may sign in sixty times an hour, and many suites do. */
const lasting = new Map<string, Promise<string>>();

async function signIn(gateway: string, email: string, password: string): Promise<string> {
  const { body } = await call(gateway, 'POST', '/v2/oauth/login', { body: { email, password } });
  return body.token as string;
}

/** A token of each who sends samples, by the name of its variable. */
async function tokensAt({ gateway, administrator }: Place): Promise<Variables> {
  const people: Record<Exclude<Sender, 'client'>, { readonly email: string; readonly password: string }> = {
    ...demoUsers,
    session: demoUsers.owner,
    administrator,
  };
  const named = Object.entries(people).filter(([name]) => name in senders) as [
    keyof typeof people,
    (typeof people)['owner'],
  ][];
  const tokens = await Promise.all(
    named.map(async ([sender, { email, password }]) => {
      const known = sender === 'session' ? undefined : lasting.get(gateway + email);
      const token = known ?? signIn(gateway, email, password);
      if (sender !== 'session') lasting.set(gateway + email, token);
      return [senders[sender].variable, await token] as const;
    }),
  );
  const sessions = Object.fromEntries(tokens);
  return { ...sessions, [senders.client.variable]: await clientToken(gateway, sessions[senders.owner.variable]!) };
}

/** The access token of a client that the owner makes. */
async function clientToken(gateway: string, token: string): Promise<string> {
  const client = { client_name: 'Samples', grant_types: 'client_credentials', redirect_uris: '', scope: 'read write' };
  const { body } = await call(gateway, 'POST', '/v2/oauth/clients', { token, body: client });
  const response = await fetch(`${gateway}/v2/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: body.client_id,
      client_secret: body.client_secret,
    }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

/** What the records of an endpoint's example are at this moment of a run. */
function valuesAt(place: Place, variables: Variables, answers: ReadonlyMap<string, unknown>, number: number) {
  const ask: Ask = async (sender, path) => {
    const token = variables[senders[sender].variable]!;
    const { status, body } = await call(place.gateway, 'GET', path, { token });
    if (status !== 200) throw new Error(`GET ${path} was answered with ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const finder = createFinder(allEndpoints, records, ask, (record) => valueFor(record));
  /** Somebody who signs up for the mail that proves an address: their own. */
  const newcomer = async (): Promise<string> =>
    (signedUp ??= newOwner(place, createNumbers()).then(({ email }) => email));
  let signedUp: Promise<string> | undefined;
  const makings = new Map<string, Promise<unknown>>();
  const byOperation = new Map(allEndpoints.map((endpoint) => [operationOf(endpoint), endpoint]));

  /** The value that a text with `@` stands for, and any other value as it is. */
  const meant = async (value: unknown): Promise<unknown> => {
    if (typeof value === 'string') return value.startsWith('@') ? valueFor(value.slice(1)) : value;
    if (Array.isArray(value)) return Promise.all(value.map(meant));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      await Promise.all(Object.entries(value).map(async ([name, inner]) => [name, await meant(inner)] as const)),
    );
  };

  const make = async (operation: string, changes: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const endpoint = byOperation.get(operation)!;
    const known = await valuesOf(endpoint);
    const { method, baseUrl, params, query, body, token, type } = requestOf(
      endpoint,
      place.gateway,
      (record, example) => (records[record]?.kind === 'fixed' ? example : known.get(record)),
      YEAR,
    );
    const parts = { params: { ...params }, query: { ...query }, body, accept: undefined } as Record<string, unknown>;
    for (const [where, value] of Object.entries(changes)) {
      const path = where.split('.');
      const holder = path.slice(0, -1).reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], parts);
      (holder as Record<string, unknown>)[path.at(-1)!] =
        value === undefined ? value : await meant(datedIn(YEAR, value));
    }
    const address =
      fillPath(endpoint.path, parts.params as Record<string, unknown>) +
      queryString(parts.query as Record<string, unknown>);
    const response = await fetch(`${baseUrl}${address}`, {
      method,
      headers: {
        authorization: `Bearer ${variables[token!]}`,
        ...(type === undefined ? {} : { 'content-type': type }),
        ...(parts.accept === undefined ? {} : { accept: String(parts.accept) }),
      },
      ...(parts.body === undefined
        ? {}
        : { body: typeof parts.body === 'string' ? parts.body : JSON.stringify(parts.body) }),
    });
    const answer = { status: response.status, body: (await response.json()) as unknown };
    if (answer.status >= 300)
      throw new Error(`${method} ${address} was answered with ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

  /** What is not there yet is asked for until it is; whoever waits for a record waits for the same answer. */
  const awaited = new Map<string, Promise<unknown>>();
  const awaitFound = async (record: string): Promise<unknown> => {
    const find = (): Promise<unknown> => {
      finder.forget(record);
      return finder.valueFor(record);
    };
    return (await finder.valueFor(record)) ?? eventually(find, (value) => value !== undefined && value !== null);
  };

  const valueFor = async (record: string): Promise<unknown> => {
    const source = (records as Records)[record];
    if (source?.kind === 'answered') return partOf(answers.get(source.operation), source.at);
    if (source?.kind === 'free') return source.values[number];
    if (source?.kind === 'mailed') {
      const to = source.after === 'beginSignup' ? await newcomer() : String(await meant(source.to));
      return eventually(
        () => tokenInMail(place.sandbox, to, source.path),
        (token) => token !== undefined,
      );
    }
    if (source?.kind === 'part') return partOf(await valueFor(source.of.slice(1)), source.at);
    if (source?.kind === 'found') {
      const waiting = awaited.get(record) ?? awaitFound(record);
      awaited.set(record, waiting);
      return waiting;
    }
    if (source?.kind !== 'made') return undefined;
    const { operation, changes, at } = source;
    const key = JSON.stringify([operation, changes]);
    const making = makings.get(key) ?? make(operation, changes);
    makings.set(key, making);
    return partOf(await making, at);
  };

  const valuesOf = async (endpoint: AnyEndpoint): Promise<ReadonlyMap<string, unknown>> => {
    const named = [...new Set(placesOf(endpoint).map(({ record }) => record))];
    return new Map(await Promise.all(named.map(async (record) => [record, await valueFor(record)] as const)));
  };
  return valuesOf;
}

/** What runs before have used: a mail that comes later has another link. */
const followed = new Set<string>();

async function tokenInMail(sandbox: string, to: string, path: string): Promise<string | undefined> {
  const { body } = await call(sandbox, 'GET', `/sandbox/mail?to=${encodeURIComponent(to)}`);
  const mails = body as readonly { readonly text: string }[];
  for (const { text } of mails) {
    const [, token] = new RegExp(`${path}/([\\w-]{20,})`).exec(text) ?? [];
    if (token && !followed.has(token)) return token;
  }
  return undefined;
}
