import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure, invalidField, notFound, unavailable } from '@app/contract/failure';
import {
  appRoot,
  createLogger,
  createMetrics,
  createSigner,
  createVerifier,
  currentContext,
  isOutage,
  type Logger,
  makeServiceKey,
  publicKeySet,
  runInContext,
  type ServiceJwk,
  type Verifier,
  type WorkContext,
} from '@app/runtime';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadContract } from '../src/contract.ts';
import * as contracts from '../src/contracts.ts';
import type { AuthDefinition } from '../src/generated/auth/v1/Auth.ts';
import type { OperationsDefinition } from '../src/generated/platform/v1/Operations.ts';
import {
  Auth,
  type Caller,
  createRpcClients,
  createRpcServer,
  type Handlers,
  implement,
  Operations,
  RpcError,
  signCredential,
  verifyCredential,
} from '../src/index.ts';

const keyOf = (service: string) => makeServiceKey(service, Buffer.alloc(32, service));
const signerOf = (service: string) => createSigner(service, JSON.stringify(keyOf(service)));
/** Of this machine, and of this file alone: a port that a server gave up is there for the next one. */
const HOST = '127.0.0.4';
const services = ['auth', 'gateway', 'ledger', 'organisation', 'payroll'];
const verifier = createVerifier(publicKeySet(services.map(keyOf)));
const logger = createLogger({ service: 'auth', level: 'silent' });
const closing: (() => unknown)[] = [];

afterEach(async () => {
  vi.useRealTimers();
  for (const close of closing.splice(0).reverse()) await close();
});

const standing = { userActive: true, clientActive: true, isAdmin: false, sessionEnded: false };

const handlers = (changes: Partial<Handlers<AuthDefinition>> = {}): Handlers<AuthDefinition> => ({
  CheckStanding: async () => standing,
  GetUsers: async () => ({ users: [] }),
  GetKeys: async () => ({ jwks: '{}' }),
  RegisterInvitedUser: () => Promise.reject(new Error('not part of these tests')),
  FindInvitedUser: async () => ({}),
  ForgetInvitedUser: async () => ({ forgotten: false }),
  RecordRequests: async () => ({ recorded: 0 }),
  ...changes,
});

async function serve(
  changes: Partial<Handlers<AuthDefinition>> = {},
  options: {
    readonly service?: string;
    readonly port?: number;
    readonly verifier?: Verifier;
    readonly logger?: Logger;
  } = {},
) {
  const metrics = createMetrics({ service: 'auth' });
  const server = createRpcServer({
    service: options.service ?? 'auth',
    verifier: options.verifier ?? verifier,
    host: HOST,
    port: options.port ?? 0,
    logger: options.logger ?? logger,
    metrics,
  });
  server.add(implement(Auth, handlers(changes)));
  const port = await server.listen();
  const stop = (graceMillis?: number) => server.stop(graceMillis);
  closing.push(() => stop(0));
  return { port, address: `${HOST}:${port}`, metrics, stop };
}

type RunJob = Handlers<OperationsDefinition>['RunJob'];
const done = async () => ({ changed: 1 });
const away = () => Promise.reject(unavailable('Not now'));

/** Serves a command. */
async function serveJobs(run: RunJob, options: { readonly port?: number; readonly isOpen?: () => boolean } = {}) {
  const metrics = createMetrics({ service: 'auth' });
  const server = createRpcServer({
    service: 'auth',
    verifier,
    host: HOST,
    port: 0,
    logger,
    metrics,
    ...options,
  });
  server.add(implement(Operations, { SetClock: () => Promise.reject(new Error('not asked for here')), RunJob: run }));
  const port = await server.listen();
  const stop = () => server.stop(0);
  closing.push(stop);
  return { port, address: `${HOST}:${port}`, stop };
}

function connect(address: string, service = 'auth', as = 'ledger') {
  const metrics = createMetrics({ service: as });
  const clients = createRpcClients({ signer: signerOf(as), metrics });
  closing.push(() => clients.close());
  return {
    auth: clients.connect(Auth, { service, address }),
    operations: clients.connect(Operations, { service, address }),
    waitNoMore: clients.waitNoMore,
    metrics,
  };
}

describe('a call', () => {
  it('carries ids as numbers, absent fields as absent, the caller, the request id and the trace', async () => {
    let seen:
      | { caller: Caller; context: WorkContext | undefined; clientId: string | undefined; userId: number }
      | undefined;
    const { address } = await serve({
      CheckStanding: async (request, caller) => {
        seen = { caller, context: currentContext(), clientId: request.clientId, userId: request.userId };
        return standing;
      },
    });
    const { auth } = connect(address);
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    await runInContext({ requestId: 'r-1', traceparent, address: '203.0.113.9', clientId: 'app_x' }, () =>
      auth.CheckStanding({ userId: 9007199254740991 }, { userId: 7 }),
    );
    expect(seen).toMatchObject({
      userId: 9007199254740991,
      clientId: undefined,
      caller: { service: 'ledger', userId: 7 },
      context: { requestId: 'r-1', userId: 7, address: '203.0.113.9', clientId: 'app_x' },
    });
    expect(seen?.caller.requireUser()).toBe(7);
    expect(seen?.context?.traceparent).toMatch(new RegExp(`^00-${'a'.repeat(32)}-(?!b{16})`));
  });

  it('refuses an id past 2^53 rather than read another', async () => {
    const { address } = await serve({
      GetUsers: async () => ({
        users: [{ id: 2 ** 53, firstName: '', lastName: '', fullName: '', email: '', createdAt: '' }],
      }),
    });
    await expect(connect(address).auth.GetUsers({ ids: [1] })).rejects.toThrow(RpcError);
  });

  it('without a person has no user, and a handler that needs one answers 401', async () => {
    const { address } = await serve({ GetKeys: async (_request, caller) => ({ jwks: String(caller.requireUser()) }) });
    await expect(connect(address).auth.GetKeys({})).rejects.toMatchObject({ status: 401, code: 'common.unauthorized' });
  });

  it('is measured on both sides', async () => {
    const { address, metrics } = await serve();
    const client = connect(address);
    await client.auth.GetKeys({});
    const labels = 'rpc_system_name="grpc",rpc_method="auth.v1.Auth/GetKeys",rpc_response_status_code="OK"';
    const count = (side: string) => new RegExp(`rpc_${side}_call_duration_seconds_count\\{[^}]*${labels}`);
    expect(await metrics.registry.metrics()).toMatch(count('server'));
    expect(await client.metrics.registry.metrics()).toMatch(count('client'));
  });
});

describe('a failure', () => {
  it('arrives as it was thrown, whatever letters it holds', async () => {
    const { address } = await serve({
      GetKeys: async () => Promise.reject(invalidField('navn', 'må være på ærlig norsk ✓')),
    });
    const failure = await connect(address)
      .auth.GetKeys({})
      .catch((error) => error);
    expect(failure).toBeInstanceOf(Failure);
    expect(failure).toMatchObject({
      code: 'common.validation_error',
      status: 400,
      message: 'navn: må være på ærlig norsk ✓',
      details: { fields: [{ field: 'navn', message: 'må være på ærlig norsk ✓' }] },
    });
  });

  it('keeps code, status and message when its details are too large to travel', async () => {
    const fields = Array.from({ length: 2_000 }, (_, i) => ({ field: `lines.${i}.account`, message: 'is unknown' }));
    const { address } = await serve({
      GetKeys: async () => Promise.reject(new Failure('common.conflict', 409, 'Too much', { details: { fields } })),
    });
    await expect(connect(address).auth.GetKeys({})).rejects.toMatchObject({
      code: 'common.conflict',
      status: 409,
      message: 'Too much',
      details: undefined,
    });
  });

  it('of an unknown kind says nothing about its cause', async () => {
    const { address } = await serve({ GetKeys: async () => Promise.reject(new Error('password=hunter2')) });
    const error = await connect(address)
      .auth.GetKeys({})
      .catch((thrown) => thrown);
    expect(error).toBeInstanceOf(RpcError);
    expect(error).not.toBeInstanceOf(Failure);
    expect(`${error.message} ${error.cause.details} ${JSON.stringify(error.cause.metadata.toJSON())}`).not.toContain(
      'hunter2',
    );
  });

  it('is 503 when the other side is not there', async () => {
    const { address, stop } = await serve();
    await stop();
    await expect(connect(address).auth.GetUsers({ ids: [] }, { deadlineMillis: 300 })).rejects.toMatchObject({
      status: 503,
      code: 'common.service_unavailable',
    });
  });

  it('is 503 when the deadline passes, and the handler can see that nobody waits', async () => {
    let release = () => {};
    let caller: Caller | undefined;
    const { address } = await serve({
      GetKeys: async (_request, known) => {
        caller = known;
        await new Promise<void>((resolve) => (release = resolve));
        return { jwks: '' };
      },
    });
    const { auth } = connect(address);
    // A call that is given up before there is a connection comes to no handler.
    await auth.GetUsers({ ids: [] });
    await expect(auth.GetKeys({}, { deadlineMillis: 1_000 })).rejects.toMatchObject({ status: 503 });
    await expect.poll(() => caller?.isCancelled()).toBe(true);
    release();
  });

  it('is an outage for a contract that the service does not serve, or not to us: it may be of an older release', async () => {
    const { address } = await serve();
    const unknown = connect(address, 'auth', 'gateway').operations.RunJob({ job: 'x' });
    const error = await unknown.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'RpcError', code: 'UNIMPLEMENTED' });
    const refused = connect(address, 'auth', 'payroll').auth.FindInvitedUser({ commandKey: 'x' });
    const refusal = await refused.catch((thrown: unknown) => thrown);
    expect(refusal).toMatchObject({ name: 'RpcError', code: 'PERMISSION_DENIED' });
    expect([isOutage(error), isOutage(refusal), isOutage(new Error('', { cause: error }))]).toEqual([true, true, true]);
  });

  it('is found again after a failure: GetUsers of nobody is 404 if the handler says so', async () => {
    const { address } = await serve({
      GetUsers: async () => Promise.reject(notFound('There is no user 5', 'user.not_found')),
    });
    await expect(connect(address).auth.GetUsers({ ids: [5] })).rejects.toMatchObject({
      status: 404,
      code: 'user.not_found',
    });
  });
});

describe('repeated calls', () => {
  it('a repeatable method outlives a restart of the other side', async () => {
    const first = await serve();
    const { auth } = connect(first.address);
    await auth.GetKeys({});
    await first.stop(0);
    const call = auth.GetKeys({}, { deadlineMillis: 5_000 });
    await serve({}, { port: first.port });
    expect(await call).toEqual({ jwks: '{}' });
  });

  it('a command waits for another side that restarts, and is sent once', async () => {
    let calls = 0;
    const count = async () => {
      calls += 1;
      return { changed: calls };
    };
    const first = await serveJobs(count);
    const { operations } = connect(first.address, 'auth', 'gateway');
    expect(await operations.RunJob({ job: 'x' })).toEqual({ changed: 1 });
    await first.stop();
    const call = operations.RunJob({ job: 'x' });
    await pause(1_500);
    await serveJobs(count, { port: first.port });
    expect(await call).toEqual({ changed: 2 });
  });

  it('nobody waits for another side that is away once everything stops: not who began before, nor who comes after', async () => {
    const first = await serveJobs(done);
    const { operations, waitNoMore } = connect(first.address, 'auth', 'gateway');
    const run = () =>
      operations.RunJob({ job: 'x' }, { deadlineMillis: 3_600_000 }).catch((error: Failure) => error.status);
    expect(await run()).toEqual({ changed: 1 });
    await first.stop();
    const early = run();
    waitNoMore();
    expect([await early, await run()]).toEqual([503, 503]);
  });

  it('a call that is under way when everything stops is answered', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let calls = 0;
    const { address } = await serveJobs(async () => {
      calls += 1;
      if (calls > 1) {
        begin();
        await released;
      }
      return { changed: calls };
    });
    const { operations, waitNoMore } = connect(address, 'auth', 'gateway');
    await operations.RunJob({ job: 'x' });
    const call = operations.RunJob({ job: 'x' });
    await begun;
    waitNoMore();
    await pause(300);
    release();
    expect(await call).toEqual({ changed: 2 });
  });

  it.each([
    ['answered, if only 503, is waited for when it goes away again', () => true, 'waits'],
    ['was only starting is not waited for any longer', () => false, 503],
  ])('another side that came back and %s', async (_how, isOpen, expected) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const first = await serveJobs(done);
    const { operations } = connect(first.address, 'auth', 'gateway');
    const run = () => operations.RunJob({ job: 'x' }).catch((error: Failure) => error.status);
    expect(await run()).toEqual({ changed: 1 });
    await first.stop();
    const early = run();
    const second = await serveJobs(away, { port: first.port, isOpen });
    vi.advanceTimersByTime(10_000);
    expect(await early).toBe(503);
    expect(await run()).toBe(503);
    await second.stop();
    const late = run();
    const others = expected === 503 ? [] : [new Promise((resolve) => setTimeout(resolve, 1_500, 'waits'))];
    expect(await Promise.race([late, ...others])).toBe(expected);
    await serveJobs(done, { port: first.port });
    expect(await late).toEqual(expected === 503 ? 503 : { changed: 1 });
  });

  it('a command that comes back from a starting side unread is sent again until it is read', async () => {
    let isOpen = true;
    let calls = 0;
    const count = async () => ({ changed: ++calls });
    const { operations } = connect((await serveJobs(count, { isOpen: () => isOpen })).address, 'auth', 'gateway');
    expect(await operations.RunJob({ job: 'x' })).toEqual({ changed: 1 });
    isOpen = false;
    const call = operations.RunJob({ job: 'x' });
    setTimeout(() => (isOpen = true), 300);
    expect(await call).toEqual({ changed: 2 });
  });

  it('a command is never sent twice', async () => {
    let calls = 0;
    const { address } = await serveJobs(() => {
      calls += 1;
      return away();
    });
    const { operations } = connect(address, 'auth', 'gateway');
    await expect(operations.RunJob({ job: 'x' })).rejects.toMatchObject({ status: 503 });
    expect(calls).toBe(1);
  });
});

describe('the internal credential', () => {
  const refused = { name: 'RpcError', code: 'UNAUTHENTICATED' };

  it('for another service is refused', async () => {
    const { address } = await serve();
    await expect(connect(address, 'payroll').auth.GetKeys({})).rejects.toMatchObject(refused);
  });

  it("under a key that is not its service's is refused", async () => {
    const others = createVerifier(publicKeySet([makeServiceKey('ledger')]));
    const { address } = await serve({}, { verifier: others });
    await expect(connect(address).auth.GetKeys({})).rejects.toMatchObject(refused);
  });

  it('is good at one service: what a service was shown, it cannot show to another', () => {
    const shown = signCredential(signerOf('gateway'), 'ledger', 7);
    expect(verifyCredential(verifier, 'ledger', shown)).toEqual({ service: 'gateway', userId: 7 });
    expect(verifyCredential(verifier, 'auth', shown)).toBeUndefined();
  });

  it('of an old key and of a new one are both taken while both are listed, and the old one no longer when it is not', () => {
    const next = makeServiceKey('ledger');
    const [old, fresh] = [signerOf('ledger'), createSigner('ledger', JSON.stringify(next))].map((each) =>
      signCredential(each, 'auth', null),
    );
    const callers = (...keys: ServiceJwk[]) =>
      [old, fresh].map((each) => verifyCredential(createVerifier(publicKeySet(keys)), 'auth', each!)?.service);
    expect(callers(keyOf('ledger'))).toEqual(['ledger', undefined]);
    expect(callers(keyOf('ledger'), next)).toEqual(['ledger', 'ledger']);
    expect(callers(next)).toEqual([undefined, 'ledger']);
  });

  const now = Math.floor(Date.now() / 1_000);
  // Made when the file is read, and shown after the tests above, however long those take.
  const claims = { aud: 'auth', exp: now + 3_600 };
  const unsigned = (header: object, said: object) =>
    [header, said].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const kid = keyOf('ledger').kid;
  const valid = signerOf('ledger').sign('internal+jwt', claims);
  it.each([
    ['expired', signerOf('ledger').sign('internal+jwt', { aud: 'auth', exp: now - 60 })],
    ['of another kind', signerOf('ledger').sign('gateway+jwt', claims)],
    ['naming no user id', signerOf('ledger').sign('internal+jwt', { ...claims, sub: '-1' })],
    ['of one service in the name of another', signerOf('payroll').sign('internal+jwt', { ...claims, iss: 'gateway' })],
    ['without algorithm', `${unsigned({ alg: 'none', typ: 'internal+jwt', kid }, { iss: 'ledger', ...claims })}.`],
    ['without signature', `${unsigned({ alg: 'EdDSA', typ: 'internal+jwt', kid }, { iss: 'ledger', ...claims })}.`],
    [
      'changed after it was signed',
      valid.replace(
        /\.[^.]+\./,
        `.${Buffer.from(JSON.stringify({ iss: 'ledger', ...claims, sub: '1' })).toString('base64url')}.`,
      ),
    ],
    ['empty', ''],
  ])('%s is refused', (_kind, credential) => {
    // Also after a good one was seen: what is kept is the whole text.
    expect(verifyCredential(verifier, 'auth', valid)).toEqual({ service: 'ledger', userId: null });
    expect(verifyCredential(verifier, 'auth', credential)).toBeUndefined();
  });

  it('is refused once it is over, though it was seen before', () => {
    const credential = signCredential(signerOf('ledger'), 'auth', null);
    expect(verifyCredential(verifier, 'auth', credential)).toBeDefined();
    vi.useFakeTimers({ now: Date.now() + 75_000, toFake: ['Date'] });
    expect(verifyCredential(verifier, 'auth', credential)).toBeUndefined();
  });
});

describe('who may call which method', () => {
  it.each(Object.values(contracts).filter((each) => typeof each === 'object' && 'callers' in each))(
    '$name: every method of the proto says so',
    (each) => {
      const { callers, ...contract } = each as {
        name: string;
        file: string;
        callers: Record<string, readonly string[]>;
      };
      const methods = Object.keys(loadContract(contract));
      expect(Object.keys(callers).sort()).toEqual(methods.sort());
      for (const method of methods) expect(callers[method]!.length, method).toBeGreaterThan(0);
    },
  );

  it('every service of every proto is one of them', () => {
    const root = join(appRoot(), 'protos');
    const declared = globSync('**/*.proto', { cwd: root }).flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return [...text.matchAll(/^service (\w+)/gm)].map(
        ([, name]) => `${/^package ([\w.]+);/m.exec(text)![1]}.${name}`,
      );
    });
    const named = Object.values(contracts).flatMap((each) =>
      typeof each === 'object' && 'name' in each ? [each.name] : [],
    );
    expect(named.sort()).toEqual(declared.sort());
  });

  it('a service that is not listed is refused before the handler, and the refusal is logged', async () => {
    const lines: object[] = [];
    const recording = { ...logger, warn: (fields: object) => void lines.push(fields) } as unknown as Logger;
    const asked: string[] = [];
    const { address } = await serve(
      {
        FindInvitedUser: async (_request, { service }) => {
          asked.push(service);
          return {};
        },
      },
      { logger: recording },
    );
    await expect(connect(address, 'auth', 'payroll').auth.FindInvitedUser({ commandKey: 'x' })).rejects.toMatchObject({
      name: 'RpcError',
      code: 'PERMISSION_DENIED',
    });
    expect(await connect(address, 'auth', 'organisation').auth.FindInvitedUser({ commandKey: 'x' })).toEqual({});
    expect(asked).toEqual(['organisation']);
    expect(lines).toMatchObject([{ method: '/auth.v1.Auth/FindInvitedUser', caller: 'payroll' }]);
  });
});
