import { mailOutbox, outbox, useCases, verificationFindings } from '@app/db/schema';
import { startTestService, type TestService } from '@app/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startService } from '../src/index.ts';
import { createSpecimen } from './specimen.ts';

let service: TestService;
let token: string;
let account: number;

beforeAll(async () => {
  service = await startTestService(createSpecimen());
  const user = service.world.user();
  account = service.world.account();
  service.world.grant(user.id, account, 'CA');
  token = await service.world.token({ userId: user.id });
});
afterAll(() => service?.stop());

/** Lines of `/metrics` that begin with one of the names, without the name of the service. */
async function metrics(...names: readonly string[]): Promise<readonly string[]> {
  const text = String((await service.call('GET', '/metrics')).body);
  return text
    .split('\n')
    .filter((line) => names.some((name) => line.startsWith(name)))
    .map((line) => line.replace(/,?service="chat",?/, '').replace('{}', ''));
}

const write = (text: string | undefined, key?: string) =>
  service.call('POST', '/api/v2/notes', {
    token,
    body: { client_account_id: account, text },
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  });

it('a refusal is counted by its reason', async () => {
  expect((await write(undefined)).status).toBe(400);
  expect((await service.call('POST', '/api/v2/notes', { body: {} })).status).toBe(401);
  expect((await service.call('GET', '/api/v2/nothing/77')).status).toBe(404);
  expect(await metrics('refusals_total')).toEqual([
    'refusals_total{code="common.validation_error",status="400"} 1',
    'refusals_total{code="common.unauthorized",status="401"} 1',
    'refusals_total{code="common.not_found",status="404"} 1',
  ]);
});

it('requests with a key are counted by what became of them', async () => {
  const outcomes = (first: number, replayed: number, mismatch: number) => [
    `idempotent_requests_total{outcome="first"} ${first}`,
    `idempotent_requests_total{outcome="replayed"} ${replayed}`,
    'idempotent_requests_total{outcome="in_progress"} 0',
    `idempotent_requests_total{outcome="mismatch"} ${mismatch}`,
  ];
  expect(await metrics('idempotent_requests_total')).toEqual(outcomes(0, 0, 0));
  await write('hello', 'a');
  await write('hello', 'a');
  await write('other', 'a');
  expect(await metrics('idempotent_requests_total')).toEqual(outcomes(1, 1, 1));
});

it('what tables say is reported by every replica, and a restart forgets nothing', async () => {
  const hour = new Date(Date.now() - 3_600_000);
  await service.db.executor
    .insert(verificationFindings)
    .values({ invariant: 'planted', broken: 3, checkedAt: hour.toISOString() });
  await service.db.executor
    .insert(mailOutbox)
    .values({ kind: 'nobody_sends_it', reference: {}, language: 'eng', createdAt: hour.toISOString() });
  await service.db.executor.insert(useCases).values({
    ...{ commandKey: 'k', name: 'nobody_carries_it_on', state: 'open', intent: {}, createdAt: hour },
    ...{ leaseUntil: hour, endedAt: null },
  });
  const replica = await startService(createSpecimen(), { env: service.env, natsPrefix: service.natsPrefix });
  await replica.opened;
  try {
    const { registry } = replica.composition.metrics;
    await expect
      .poll(async () => (await registry.metrics()).replaceAll(/,?service="chat"/g, '').split('\n'))
      .toEqual(
        expect.arrayContaining([
          'invariant_violations{invariant="planted"} 3',
          expect.stringMatching(/^verification_moment_timestamp_seconds(\{\})? 1/),
          expect.stringMatching(/^mails_waiting(\{\})? 1$/),
          expect.stringMatching(/^mail_age_seconds(\{\})? 3[6-9]\d\d/),
          expect.stringMatching(/^use_cases_open(\{\})? 1$/),
          expect.stringMatching(/^use_case_age_seconds(\{\})? 3[6-9]\d\d/),
        ]),
      );
  } finally {
    await replica.stop();
  }
});

it('a verification replaces what the one before found', async () => {
  await service.db.executor
    .insert(verificationFindings)
    .values({ invariant: 'verified no longer', broken: 3, checkedAt: '2026-01-31T00:00:00Z' });
  await service.db.executor.insert(outbox).values({
    ...{ subject: 'events.chat.note.written', version: 1, payload: {} },
    ...{ createdAt: '2026-01-31T00:00:00Z', publishedAt: null },
  });
  await service.runJob('chat-verification');
  const found = await metrics('invariant_violations');
  expect(found.length).toBeGreaterThan(0);
  expect(found.join()).not.toContain('verified no longer');
  expect(await metrics('verification_moment_timestamp_seconds')).toEqual([
    expect.stringMatching(/^verification_moment_timestamp_seconds 1(?!769817600$)/),
  ]);
});

it('statements and pools of a running service are measured', async () => {
  expect(await metrics('db_client_connection_max')).toEqual(
    expect.arrayContaining([expect.stringContaining('"requests"')]),
  );
  expect((await metrics('db_client_operation_duration_seconds_count')).join()).toContain('INSERT notes');
});
