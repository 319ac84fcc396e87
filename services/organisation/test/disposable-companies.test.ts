import { unavailable } from '@app/contract/failure';
import { createRpcClients, Organisation } from '@app/rpc';
import { createMetrics } from '@app/runtime';
import { startService } from '@app/service';
import { testSigner } from '@app/testing';
import { afterEach, expect, it } from 'vitest';
import { organisation } from '../src/service.ts';
import { useOrganisation } from './start.ts';

/** Companies that the test hooks had made (docs/contract/jobs.md). */

const world = useOrganisation();
const { user, as, account, played } = world;
afterEach(() => {
  played.onErase = undefined;
});

const gateway = () => world.service.connect(Organisation, 'gateway');
const mark = (id: number) => gateway().MakeDisposable({ clientAccountId: id });
const run = () => world.service.runJob('disposable-removal');
const path = (id: number) => `/api/v2/client-accounts/${id}`;

/** Lets the day of companies be over. */
const dayPasses = (...ids: number[]) =>
  world.service.db.raw`update client_accounts set disposable_until = disposable_until - interval '25 hours'
    where id = any (${ids}::bigint[])`;

async function company() {
  const owner = user();
  const { id } = await account(owner);
  return { owner, id, isThere: async () => (await as(owner, 'GET', path(id))).status === 200 };
}

/** Services that were asked to erase, and of what. */
function listen() {
  const asked: [string, number][] = [];
  played.onErase = async (service, { clientAccountId }) => {
    asked.push([service, clientAccountId]);
    return { isDone: true, counts: [] };
  };
  return asked;
}

it('is erased after its day by every service, and no other company with it [JOB-R10]', async () => {
  const [gone, younger, own] = [await company(), await company(), await company()];
  await mark(gone.id);
  await mark(younger.id);
  // What people do to their own company marks nothing.
  await as(own.owner, 'PATCH', path(own.id), { metadata: { disposable_until: '2020-01-01T00:00:00Z' } });
  const asked = listen();
  expect(await run()).toBe(0);
  await dayPasses(gone.id, own.id);
  expect(await run()).toBe(1);
  expect(asked.map(([, id]) => id)).toEqual(Array(7).fill(gone.id));
  expect([await gone.isThere(), await younger.isThere(), await own.isThere()]).toEqual([false, true, true]);
  expect((await world.service.records('account_removed')).at(-1)).toMatchObject({
    client_account_id: gone.id,
    user_id: 2,
  });
  expect(await run()).toBe(0);
  await world.service.db
    .raw`update removed_accounts set removed_at = removed_at - interval '1 hour' where client_account_id = ${gone.id}`;
  expect(await world.service.runJob('removal-sweep')).toBe(1);
});

it('keeps its day however often it is marked, and wherever the test clock stands [JOB-R10]', async () => {
  const { id, isThere } = await company();
  const before = Date.now();
  const { erasedAfter } = await mark(id);
  expect(Date.parse(erasedAfter)).toBeGreaterThan(before + 23 * 3_600_000);
  expect(await mark(id)).toEqual({ erasedAfter });
  const { clock } = world.service.running.composition;
  clock.set(Temporal.Now.instant().add({ hours: 24 * 400 }));
  expect(await run()).toBe(0);
  clock.set(null);
  expect(await isThere()).toBe(true);
});

it('on two replicas goes once [JOB-R04]', async () => {
  const made = [await company(), await company(), await company()];
  for (const { id } of made) await mark(id);
  await dayPasses(...made.map(({ id }) => id));
  const second = await startService(organisation, {
    env: world.service.env,
    natsPrefix: world.service.natsPrefix,
    runsJobsByClock: false,
  });
  await second.opened;
  const asked = listen();
  const counts = await Promise.all([run(), second.composition.jobs.run('disposable-removal'), run()]);
  await second.stop();
  expect(counts.reduce((sum, count) => sum + count)).toBe(3);
  for (const { id } of made) expect(asked.filter(([, of]) => of === id)).toHaveLength(7);
});

it('that a service cannot erase now is nobody’s, and is ended by the recovery', async () => {
  const { id, isThere } = await company();
  await mark(id);
  await dayPasses(id);
  played.onErase = async (service) => {
    if (service === 'ledger') throw unavailable('away');
    return { isDone: true, counts: [] };
  };
  await expect(run()).rejects.toThrow();
  expect(await isThere()).toBe(false);
  listen();
  expect(await run()).toBe(0);
  expect(await world.service.runJob('use-case-recovery')).toBe(1);
  const left = await world.service.db.raw`select 1 from client_accounts where id = ${id}`;
  expect([...left]).toEqual([]);
});

it('that is the firm of another company waits until that has ended, and keeps nobody from going', async () => {
  const firmOwner = user();
  const firm = await world.firm(firmOwner);
  const [customer, other] = [await company(), await company()];
  const offer = { client_account_id: customer.id, provider_client_account_id: firm, service_provided: 'ACCOUNTING' };
  const { body: contract } = await as(firmOwner, 'POST', '/api/v2/contracts', offer);
  const approval = { approval_status: 'APPROVED' };
  expect((await as(customer.owner, 'PATCH', `/api/v2/contracts/${contract.id}`, approval)).status).toBe(200);
  await mark(firm);
  await mark(other.id);
  await dayPasses(firm, other.id);
  listen();
  expect(await run()).toBe(1);
  expect([await other.isThere(), await customer.isThere()]).toEqual([false, true]);
  await world.service.db
    .raw`update contracts set start_date = '2024-01-01', end_date = '2024-12-31' where id = ${contract.id}`;
  expect(await run()).toBe(1);
  expect(await customer.isThere()).toBe(true);
});

it('is marked by the gateway alone, while test hooks are enabled, and where it exists [JOB-R05]', async () => {
  const { id } = await company();
  await expect(world.service.connect(Organisation, 'ledger').MakeDisposable({ clientAccountId: id })).rejects.toThrow();
  await expect(mark(987_654_321)).rejects.toMatchObject({ status: 404, code: 'client_account.not_found' });
  const quiet = await startService(organisation, {
    env: { ...world.service.env, TEST_HOOKS_ENABLED: 'false' },
    natsPrefix: world.service.natsPrefix,
    runsJobsByClock: false,
  });
  await quiet.opened;
  const clients = createRpcClients({ signer: testSigner('gateway'), metrics: createMetrics({ service: 'gateway' }) });
  const there = clients.connect(Organisation, { service: 'organisation', address: `127.0.0.1:${quiet.grpcPort}` });
  const call = there.MakeDisposable({ clientAccountId: id });
  await expect(call).rejects.toMatchObject({ status: 404, code: 'common.not_found' });
  clients.close();
  await quiet.stop();
  await dayPasses(id);
  expect(await run()).toBe(0);
});
