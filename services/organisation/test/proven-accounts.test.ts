import { readFileSync } from 'node:fs';
import { Organisation } from '@app/rpc';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { useOrganisation } from './start.ts';

const world = useOrganisation();
const { as, user, account, company, firm } = world;

const PATH = '/api/v2/client-accounts';
const provenOf = async (id: number): Promise<boolean> =>
  (await as(user({ isAdmin: true }), 'GET', `${PATH}/${id}`)).body.is_proven;
const openersOf = async (id: number): Promise<readonly number[]> =>
  (
    await world.service.db.executor.execute<{ ids: readonly number[] }>(
      sql`select to_jsonb(opened_by_provider_ids) as ids from client_accounts where id = ${id}`,
    )
  )[0]!.ids;

/** An account that came out of a signup. */
async function signedUp(): Promise<number> {
  const number = await company();
  const { organizations } = await world.service
    .connect(Organisation, 'auth')
    .StoreOrganizations({ organizations: [{ organizationNumber: number, name: 'Meldt inn AS' }] });
  const { clientAccountId } = await world.service
    .connect(Organisation, 'auth')
    .RegisterFromSignup({ commandKey: `proven-${number}`, userId: user().id, organizationId: organizations[0]!.id });
  return clientAccountId;
}

it('an account that a person opens is not proven; one opened by an administrator or by signup is [CTL-R01]', async () => {
  expect(await account(user())).toMatchObject({ is_proven: false });
  expect(await account(user({ isAdmin: true }))).toMatchObject({ is_proven: true });
  expect(await provenOf(await signedUp())).toBe(true);
});

it('what a firm opens for a customer is not proven, and the firm is remembered [CTL-R01]', async () => {
  const accountant = user();
  const provider = await firm(accountant);
  const { id } = await account(
    accountant,
    {},
    {
      client_contracts: [{ provider_client_account_id: provider, service_provided: 'ACCOUNTING' }],
    },
  );
  expect([await provenOf(id), await openersOf(id)]).toEqual([false, [provider]]);
  expect(await openersOf(provider)).toEqual([]);
});

it.each(['PUT', 'PATCH'])(
  'an administrator confirms an account by %s, and nobody takes it back [CTL-R02]',
  async (method) => {
    const owner = user();
    const admin = user({ isAdmin: true });
    const { id } = await account(owner);
    for (const value of [false, null, 'true', 1]) {
      const { status, body } = await as(admin, method, `${PATH}/${id}`, { is_proven: value });
      expect([status, body.error.details.fields[0].field]).toEqual([400, 'is_proven']);
    }
    const confirmed = await as(admin, method, `${PATH}/${id}`, { is_proven: true });
    expect([confirmed.status, confirmed.body.is_proven]).toEqual([200, true]);
    expect((await as(owner, 'GET', `${PATH}/${id}`)).body.is_proven).toBe(true);
  },
);

it('from anybody else the field is 403, whatever it holds and whatever stands beside it [CTL-R02]', async () => {
  const owner = user();
  const { id } = await account(owner);
  for (const body of [
    { is_proven: true },
    { is_proven: false },
    { is_proven: null },
    { display_name: 7, is_proven: 'x' },
  ]) {
    const { status, body: answer } = await as(owner, 'PATCH', `${PATH}/${id}`, body);
    expect([status, answer.error.code, answer.error.details.missing]).toEqual([403, 'common.forbidden', 'role']);
  }
  const stranger = await as(user(), 'PATCH', `${PATH}/${id}`, { is_proven: true });
  expect([stranger.status, stranger.body.error.details.missing]).toEqual([403, 'account']);
  expect(await provenOf(id)).toBe(false);
});

it('opening an account with the field set proves nothing [CTL-R01]', async () => {
  expect(await account(user(), {}, { is_proven: true })).toMatchObject({ is_proven: false });
});

it('of accounts from before, those of a signup are proven, and those of a firm are distinguished from those of a person [CTL-R01]', async () => {
  const accountant = user();
  const provider = await firm(accountant);
  const contracts = { client_contracts: [{ provider_client_account_id: provider, service_provided: 'AUDITING' }] };
  const [ofSignup, ofPerson, ofFirm] = [
    await signedUp(),
    (await account(user())).id,
    (await account(accountant, {}, contracts)).id,
  ];
  const { raw } = world.service.db;
  await raw`update client_accounts set is_proven = false, opened_by_provider_ids = '{}'`;
  const migration = readFileSync(new URL('../migrations/0025_proven_accounts.sql', import.meta.url), 'utf8');
  const updates = migration.split(/;\s*(?:\n|$)/).filter((statement) => /^\s*(--.*\n)*\s*update /.test(statement));
  expect(updates).toHaveLength(2);
  for (const update of updates) await raw.unsafe(update);
  expect([await provenOf(ofSignup), await provenOf(ofPerson), await provenOf(ofFirm)]).toEqual([true, false, false]);
  expect([await openersOf(ofSignup), await openersOf(ofPerson), await openersOf(ofFirm)]).toEqual([[], [], [provider]]);
});
