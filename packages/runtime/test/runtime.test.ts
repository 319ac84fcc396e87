import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  ConfigError,
  childTraceparent,
  createHealth,
  createLifecycle,
  createLogger,
  createMetrics,
  createTraceparent,
  flag,
  isOutage,
  isWaitGivenUp,
  loadConfig,
  observeHttp,
  parseTraceparent,
  port,
  runInContext,
  secret,
} from '../src/index.ts';

function capture() {
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger({ service: 'ledger', destination: { write: (line) => lines.push(JSON.parse(line)) } });
  return { lines, logger };
}

class PostgresError extends Error {
  override readonly name = 'PostgresError';
  readonly code = '23505';
  readonly constraint_name = 'users_email_key';
  readonly detail = 'Key (email)=(kari@example.no) already exists.';
}

class DrizzleQueryError extends Error {
  readonly query: string;

  constructor(query: string, cause: Error) {
    super(`Failed query: ${query}\nparams: kari@example.no`, { cause });
    this.query = query;
  }
}

describe('configuration', () => {
  const shape = {
    HTTP_PORT: port(),
    INTERNAL_SECRET: secret().describe('the key of internal credentials'),
    TEST_HOOKS_ENABLED: flag(),
    NAME: z.string().default('x'),
  };

  it('reads and converts what is there', () => {
    const config = loadConfig(shape, {
      HTTP_PORT: '8081',
      INTERNAL_SECRET: 's'.repeat(32),
      TEST_HOOKS_ENABLED: 'true',
      NAME: '',
    });
    expect(config).toEqual({ HTTP_PORT: 8081, INTERNAL_SECRET: 's'.repeat(32), TEST_HOOKS_ENABLED: true, NAME: 'x' });
  });

  it('names every missing and wrong variable and shows no value', () => {
    const load = () =>
      loadConfig(shape, { HTTP_PORT: '80a', INTERNAL_SECRET: 'short-secret', TEST_HOOKS_ENABLED: 'yes' });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(/HTTP_PORT is not valid: must be a whole number from 0 to 65535/);
    expect(load).toThrow(
      /INTERNAL_SECRET is not valid: must have at least 32 characters\. It is the key of internal credentials\./,
    );
    expect(load).not.toThrow(/short-secret|80a|yes/);
    expect(() => loadConfig(shape, {})).toThrow(/HTTP_PORT is missing\./);
  });
});

describe('log lines', () => {
  it('carry the ids of the unit of work', () => {
    const { lines, logger } = capture();
    const traceparent = createTraceparent();
    runInContext({ requestId: 'r-1', traceparent, userId: 7, clientAccountId: 9 }, () => logger.info('hello'));
    expect(lines[0]).toMatchObject({
      service: 'ledger',
      level: 'info',
      msg: 'hello',
      request_id: 'r-1',
      trace_id: traceparent.slice(3, 35),
      user_id: 7,
      client_account_id: 9,
    });
  });

  it('hide what is named like a secret, at any depth', () => {
    const { lines, logger } = capture();
    logger.info(
      {
        Authorization: 'Bearer abc',
        body: { client_secret: 'abc', list: [{ signup_token: 'abc', 'set-cookie': 'abc', nationalId: 'abc' }] },
        path: '/x',
      },
      'in',
    );
    expect(JSON.stringify(lines)).not.toContain('abc');
    expect(lines[0]).toMatchObject({ path: '/x', body: { client_secret: '[redacted]' } });
  });

  it.each([
    ['as the only argument', (logger: ReturnType<typeof capture>['logger'], error: Error) => logger.error(error)],
    ['as a field', (logger: ReturnType<typeof capture>['logger'], error: Error) => logger.error({ err: error })],
    [
      'with a text',
      (logger: ReturnType<typeof capture>['logger'], error: Error) => logger.error({ err: error }, 'saving failed'),
    ],
    [
      'under another name',
      (logger: ReturnType<typeof capture>['logger'], error: Error) =>
        logger.error({ failure: { inner: error } }, 'saving failed'),
    ],
  ])('show code and constraint of a database error, never statement or values: %s', (_how, log) => {
    const { lines, logger } = capture();
    log(logger, new DrizzleQueryError('insert into users', new PostgresError('duplicate key value "kari@example.no"')));
    const text = JSON.stringify(lines);
    expect(text).not.toMatch(/kari|insert into/);
    expect(text).toContain('23505');
    expect(text).toContain('users_email_key');
    expect(text).toContain('runtime.test.ts');
  });
});

describe('health', () => {
  it('names what is missing and asks each check once for many askers', async () => {
    const health = createHealth();
    const check = vi.fn(async () => {});
    health.addCheck('database', check);
    health.addCheck('schema', async () => Promise.reject(new Error('down')));
    const [first] = await Promise.all([health.readiness(), health.readiness(), health.readiness()]);
    expect(first).toEqual({ isReady: false, missing: ['schema'], away: [] });
    expect(check).toHaveBeenCalledTimes(1);
  });

  it('reports neighbours that are away and neither counts them nor waits for them', async () => {
    let now = 0;
    const health = createHealth(() => now);
    health.addNeighbour('auth', async () => {});
    health.addNeighbour('broker', async () => Promise.reject(new Error('down')));
    expect(await health.readiness()).toEqual({ isReady: true, missing: [], away: [] });
    expect([...(await health.neighbours())]).toEqual([
      ['auth', true],
      ['broker', false],
    ]);
    expect(await health.readiness()).toEqual({ isReady: true, missing: [], away: ['broker'] });
    health.addNeighbour('frozen', () => new Promise(() => {}));
    now = 1_001;
    expect(await health.readiness()).toEqual({ isReady: true, missing: [], away: ['broker'] });
  });

  it('asks again after a second, and after a tenth of one while something is missing; is unready once stopping', async () => {
    let now = 0;
    let isUp = false;
    const health = createHealth(() => now);
    health.addCheck('database', async () => (isUp ? undefined : Promise.reject(new Error('down'))));
    expect((await health.readiness()).isReady).toBe(false);
    isUp = true;
    now = 100;
    expect((await health.readiness()).isReady).toBe(false);
    now = 101;
    expect((await health.readiness()).isReady).toBe(true);
    isUp = false;
    now = 1_101;
    expect((await health.readiness()).isReady).toBe(true);
    now = 1_102;
    expect((await health.readiness()).isReady).toBe(false);
    isUp = true;
    now = 1_203;
    expect((await health.readiness()).isReady).toBe(true);
    health.stop();
    expect((await health.readiness()).isReady).toBe(false);
  });
});

describe('stop', () => {
  const logger = createLogger({ service: 'ledger', level: 'silent' });

  it('runs the phases in order, once, and goes on past a failing step', async () => {
    const done: string[] = [];
    const lifecycle = createLifecycle({ logger });
    lifecycle.onStop('close', 'database', () => done.push('database'));
    lifecycle.onStop('drain', 'consumer', async () => Promise.reject(new Error('stuck')));
    lifecycle.onStop('stop accepting', 'http', async () => done.push('http'));
    lifecycle.onStop('unready', 'health', (reason) => done.push(`health, ${reason}`));
    const outcomes = await Promise.all([lifecycle.stop('test'), lifecycle.stop('again')]);
    expect(done).toEqual(['health, test', 'http', 'database']);
    expect(outcomes).toEqual([{ isClean: false }, { isClean: false }]);
  });

  it('gives up after the grace period', async () => {
    const lifecycle = createLifecycle({ logger, graceMillis: 5 });
    lifecycle.onStop('drain', 'stuck', () => new Promise(() => {}));
    expect(await lifecycle.stop('test')).toEqual({ isClean: false });
  });

  it('names a step that takes long, and no other', async () => {
    vi.useFakeTimers();
    try {
      const { lines, logger } = capture();
      const lifecycle = createLifecycle({ logger });
      let finish = () => {};
      lifecycle.onStop('stop accepting', 'http', () => {});
      lifecycle.onStop('drain', 'consumer', () => new Promise<void>((resolve) => (finish = resolve)));
      const stopped = lifecycle.stop('test');
      const slow = () => lines.filter(({ level }) => level === 'warn').map(({ phase, step }) => [phase, step]);
      await vi.advanceTimersByTimeAsync(2_999);
      expect(slow()).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(slow()).toEqual([['drain', 'consumer']]);
      finish();
      expect(await stopped).toEqual({ isClean: true });
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('exits at once on the second signal', async () => {
    const exit = vi.fn();
    const lifecycle = createLifecycle({ logger });
    let finish = () => {};
    lifecycle.onStop('drain', 'slow', () => new Promise<void>((resolve) => (finish = resolve)));
    const remove = lifecycle.handleSignals(exit);
    process.emit('SIGTERM', 'SIGTERM');
    expect(exit).not.toHaveBeenCalled();
    process.emit('SIGINT', 'SIGINT');
    expect(exit).toHaveBeenCalledExactlyOnceWith(1);
    remove();
    finish();
  });
});

describe('trace context', () => {
  it('keeps the trace and changes the step', () => {
    const parent = createTraceparent();
    const child = childTraceparent(parent);
    expect(parseTraceparent(child)?.traceId).toBe(parseTraceparent(parent)?.traceId);
    expect(child).not.toBe(parent);
  });

  it.each([
    '',
    'x',
    `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`,
    `00-${'A'.repeat(32)}-${'1'.repeat(16)}-01`,
    `01-${'a'.repeat(32)}-${'1'.repeat(16)}-01`,
  ])('starts a new trace for %j', (header) => {
    expect(parseTraceparent(header)).toBeUndefined();
    expect(parseTraceparent(childTraceparent(header))).toBeDefined();
  });
});

it('metrics print under their names with the service as label', async () => {
  const metrics = createMetrics({ service: 'ledger' });
  observeHttp(metrics, { method: 'GET', route: '/api/v2/items/{id}', status: 200, seconds: 0.01 });
  observeHttp(metrics, { method: 'GET', route: '/api/v2/items/{id}', status: 503, seconds: 0.01 });
  const text = await metrics.registry.metrics();
  const answered = 'http_request_method="GET",http_route="/api/v2/items/{id}",http_response_status_code';
  expect(text).toContain(
    `http_server_request_duration_seconds_count{service="ledger",${answered}="200",url_scheme="http"} 1`,
  );
  expect(text).toContain(`_count{service="ledger",${answered}="503",url_scheme="http",error_type="503"} 1`);
});

it('metrics name the release that runs, and what is asked at the moment of reading is as it is then', async () => {
  const metrics = createMetrics({ service: 'ledger' });
  let backlog = 1;
  metrics.beforeRead(() => metrics.outboxBacklog.set(backlog));
  expect(await metrics.registry.metrics()).toContain('outbox_backlog{service="ledger"} 1');
  backlog = 2;
  const text = await metrics.registry.metrics();
  expect(text).toContain('outbox_backlog{service="ledger"} 2');
  expect(text).toMatch(/^build_info\{version="\d+\.\d+\.\d+",service="ledger"\} 1$/m);
});

it('an outage is distinguished from a mistake, through every cause', () => {
  const coded = (code: string, extra: object = {}) => Object.assign(new Error('x'), { code }, extra);
  for (const code of [
    ...['ECONNREFUSED', 'EHOSTUNREACH', 'CONNECTION_CLOSED'],
    ...['57P01', '08006', '28000', '28P01', '53100', '53300', '58030'],
  ])
    expect(isOutage(new Error('outer', { cause: coded(code) }))).toBe(true);
  for (const error of [
    coded('23505'),
    coded('40001'),
    coded('53400'),
    coded('57014'),
    new Error('x'),
    'ECONNREFUSED',
    undefined,
  ])
    expect(isOutage(error)).toBe(false);
  expect(isOutage(Object.assign(new Error('x'), { name: 'Failure', status: 503 }))).toBe(true);
  expect(isOutage(Object.assign(new Error('x'), { name: 'Failure', status: 404 }))).toBe(false);
});

it('a wait that the database gave up is distinguished from an outage and from a mistake', () => {
  const coded = (code: string) => Object.assign(new Error('x'), { code });
  for (const code of ['55P03', '57014', '25P03', '25P04', '40001', '40P01'])
    expect([isWaitGivenUp(new Error('outer', { cause: coded(code) })), isOutage(coded(code))], code).toEqual([
      true,
      false,
    ]);
  for (const error of [coded('23505'), coded('57P01'), coded('25P02'), new Error('55P03'), '55P03', undefined])
    expect(isWaitGivenUp(error)).toBe(false);
});
