import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { allEndpoints } from '@app/api/endpoints';
import { filing, oauth, report, standard } from '@app/api/envelopes';
import { createApiDocument } from '@app/api/openapi';
import { type AnyEndpoint, bodyLimitOf, type Envelope } from '@app/contract';
import { Failure } from '@app/contract/failure';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FixtureGateway, startWorld, type World } from './fixture.ts';
import { BASE } from './fixture-service.ts';

// What /openapi.json declares of an operation is what the gateway itself answers in its place.

/** One operation of the document. */
interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly endpoint: AnyEndpoint;
  /** By status: the envelopes that are declared. */
  readonly declared: ReadonlyMap<string, readonly Envelope[]>;
}

interface Printed {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: PrintedSchema }>>;
}
interface PrintedSchema {
  readonly $ref?: string;
  readonly anyOf?: readonly PrintedSchema[];
}

const document = createApiDocument(BASE);
const envelopes = new Map([standard, oauth, report, filing].map((each) => [`${each.name}error`, each]));
const lastOf = (reference: string): string => reference.split('/').at(-1)!;

function envelopesIn({ $ref, anyOf }: PrintedSchema): readonly Envelope[] {
  if (anyOf) return anyOf.flatMap(envelopesIn);
  const found = envelopes.get(lastOf($ref ?? '').toLowerCase());
  return found ? [found] : [];
}

const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item as Record<string, { responses: Record<string, Printed> }>).map(([method, { responses }]) => {
    const endpoint = allEndpoints.find(
      (each) =>
        each.paths.some((own) => own.replace(/(.)\/$/, '$1') === path.replace(/(.)\/$/, '$1')) &&
        (each.methods as readonly string[]).includes(method.toUpperCase()),
    );
    if (!endpoint) throw new Error(`No endpoint has ${method} ${path}`);
    const declared = Object.entries(responses).map(([status, printed]): [string, readonly Envelope[]] => {
      const whole = printed.$ref
        ? (document.components.responses as Record<string, Printed>)[lastOf(printed.$ref)]!
        : printed;
      return [status, envelopesIn(whole.content?.['application/json']?.schema ?? {})];
    });
    const name = `${method.toUpperCase()} ${path}`;
    return { name, method: method.toUpperCase(), path, endpoint, declared: new Map(declared) };
  }),
);

let world: World;
let open: FixtureGateway;
let busy: FixtureGateway;
beforeAll(async () => {
  world = await startWorld();
  const common = { routed: allEndpoints, scale: 0, origins: new Map<string, URL>() };
  open = await world.startGateway(common);
  const refuse = (): never => {
    throw new Failure('common.rate_limited', 429, 'Too much at once');
  };
  busy = await world.startGateway({ ...common, inFlight: { enterAddress: refuse, enterCaller: refuse } });
});
afterAll(() => world.close());

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Asks without a body, whatever its headers say of one. */
function ask(
  gateway: FixtureGateway,
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { port } = gateway.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          request.destroy();
          const text = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode!, body: text === '' ? undefined : JSON.parse(text) });
        })
        .on('error', reject);
    });
    request.on('error', reject);
    request.flushHeaders();
    if (headers['content-length'] === undefined) request.end();
  });
}

const addressOf = ({ path }: Operation, value = '1'): string => path.replaceAll(/\{\w+\}/g, value);
const credentialOf = ({ endpoint }: Operation): Record<string, string> =>
  endpoint.auth === 'public' ? {} : { authorization: endpoint.auth === 'session' ? 'Bearer session' : 'Bearer rw' };

/** Asks every operation and compares the answer with what it declares of that status. */
async function check(
  status: number,
  asked: readonly Operation[],
  send: (operation: Operation) => Promise<Answer>,
): Promise<void> {
  const found = await Promise.all(
    asked.map(async (operation) => {
      const answer = await send(operation);
      const declared = operation.declared.get(String(status)) ?? [];
      const fits = declared.some(({ schema }) => schema.safeParse(answer.body).success && isWhole(schema, answer.body));
      return [operation.name, answer.status, fits ? 'as declared' : answer.body];
    }),
  );
  expect(found.length).toBeGreaterThan(0);
  expect(found).toEqual(asked.map(({ name }) => [name, status, 'as declared']));
}

/** Nothing stands beside what the schema names. */
const isWhole = (schema: Envelope['schema'], body: unknown): boolean =>
  JSON.stringify(Object.keys(schema.parse(body) as object).sort()) ===
  JSON.stringify(Object.keys(body as object).sort());

const ofServices = operations.filter(({ endpoint }) => endpoint.service !== 'gateway');

it.each(['%5C', '%2e%2E', '%00', '%zz', 'a%2Fb', '{x}'])('a malformed path is 404: %s', async (text) => {
  const withParameters = operations.filter(({ path }) => path.includes('{'));
  await check(404, withParameters, (operation) =>
    ask(open, operation.method, addressOf(operation, text), credentialOf(operation)),
  );
});

it('an address that is too long is 414', () =>
  check(414, operations, (operation) => ask(open, operation.method, `${addressOf(operation)}?a=${'x'.repeat(9_000)}`)));

it('no credential is 401, and a token without scopes 403', async () => {
  const guarded = ofServices.filter(({ endpoint }) => endpoint.auth !== 'public');
  await check(401, guarded, (operation) => ask(open, operation.method, addressOf(operation)));
  const scoped = guarded.filter(({ endpoint }) => endpoint.auth !== 'session' && endpoint.scope !== 'none');
  await check(403, scoped, (operation) =>
    ask(open, operation.method, addressOf(operation), { authorization: 'Bearer none' }),
  );
});

it('a body that says it is too large is 413', () =>
  check(
    413,
    ofServices.filter(({ endpoint }) => endpoint.body),
    (operation) =>
      ask(open, operation.method, addressOf(operation), {
        ...credentialOf(operation),
        'content-length': String(bodyLimitOf(operation.endpoint) + 1),
      }),
  ));

it('too much under way is 429, and a service that is away 503', async () => {
  for (const [status, gateway] of [
    [429, busy],
    [503, open],
  ] as const)
    await check(status, ofServices, (operation) =>
      ask(gateway, operation.method, addressOf(operation), credentialOf(operation)),
    );
});

it('a method that an address does not take is 405 in the envelope of its other failures', async () => {
  const byPath = Map.groupBy(operations, ({ path }) => path);
  const found = await Promise.all(
    [...byPath.values()].map(async ([first, ...others]) => {
      const taken = [first!, ...others].map(({ method }) => method);
      const method = ['DELETE', 'PUT', 'PATCH', 'POST', 'GET'].find((each) => !taken.includes(each))!;
      const { status, body } = await ask(open, method, addressOf(first!));
      const envelope = first!.declared.get('414')![0]!;
      return [first!.path, status, envelope.schema.safeParse(body).success && isWhole(envelope.schema, body)];
    }),
  );
  expect(found).toEqual([...byPath.keys()].map((path) => [path, 405, true]));
});

it('an address beside an operation, which is none, is 404 in the envelope of what it stands beside', async () => {
  const codes = async (paths: readonly string[]) =>
    Promise.all(paths.map(async (path) => [path, (await ask(open, 'GET', path)).body]));
  const inOauth = [
    '/v2/oauth/x',
    '/public/v2/oauth/x/y',
    '/api/v2/oauth/x',
    '/api/v2/oauth/clients/1/x',
    '/v2/oauth//token',
  ];
  expect(await codes(inOauth)).toEqual(
    inOauth.map((path) => [path, { error: 'invalid_request', error_description: 'There is nothing at this address' }]),
  );
  const elsewhere = ['/v2/x', '/v2/oauthx', '/api/v2/x', '/api/v2/oauthx', '/public/v2/x', '/api/v2/reports/x', '/x'];
  expect(await codes(elsewhere)).toEqual(
    elsewhere.map((path) => [path, { error: expect.objectContaining({ code: 'common.not_found' }) }]),
  );
});
