import { expect, it } from 'vitest';
import { useOrganisation } from './start.ts';

const world = useOrganisation();
const { as, user, account, company, link } = world;

const PATH = '/api/v2/client-accounts';
const billedBy = (id: unknown) => ({ metadata: { kunde: 7, billing_client_account_id: id } });
type Answer = Awaited<ReturnType<typeof as>>;
const shown = ({ status, body }: Answer) => [status, body.error?.code, body.error?.details?.missing];

it('an account is billed through one that the caller administers, and through no other [CTL-R19]', async () => {
  const [owner, other] = [user(), user()];
  const [own, second, foreign] = [await account(owner), await account(owner), await account(other)];
  const set = (id: unknown, who = owner) => as(who, 'PATCH', `${PATH}/${own.id}`, billedBy(id));
  expect(shown(await set(foreign.id))).toEqual([403, 'common.forbidden', 'account']);
  expect(shown(await set(String(foreign.id)))).toEqual([403, 'common.forbidden', 'account']);
  expect(shown(await set(999_999))).toEqual([403, 'common.forbidden', 'account']);
  await link(foreign.id, owner, 'BK');
  expect(shown(await set(foreign.id))).toEqual([403, 'common.forbidden', 'role']);
  expect((await as(owner, 'GET', `${PATH}/${own.id}`)).body.metadata).toEqual({});
  expect((await set(second.id)).body.metadata).toEqual(billedBy(second.id).metadata);
  await link(foreign.id, owner, 'AA');
  expect((await set(foreign.id)).status).toBe(200);
  const admin = user({ isAdmin: true });
  expect((await set(second.id, admin)).status).toBe(200);
  expect(shown(await set(999_999, admin))).toEqual([403, 'common.forbidden', 'account']);
});

it('opening an account asks the same, and opens nothing when it refuses [CTL-R19]', async () => {
  const owner = user();
  const foreign = await account(user());
  const organization_number = await company();
  expect(shown(await as(owner, 'POST', PATH, { organization_number, ...billedBy(foreign.id) }))).toEqual([
    403,
    'common.forbidden',
    'account',
  ]);
  const own = await account(owner);
  const opened = await as(owner, 'POST', PATH, { organization_number, ...billedBy(own.id) });
  expect([opened.status, opened.body.metadata]).toEqual([201, billedBy(own.id).metadata]);
});

it('a colleague who does not administer the billing account may change the rest of the metadata [CTL-R19]', async () => {
  const [owner, colleague] = [user(), user()];
  const [own, billing] = [await account(owner), await account(owner)];
  await as(owner, 'PATCH', `${PATH}/${own.id}`, billedBy(billing.id));
  await link(own.id, colleague, 'AA');
  const changed = await as(colleague, 'PATCH', `${PATH}/${own.id}`, {
    metadata: { ...billedBy(billing.id).metadata, kunde: 8 },
  });
  expect([changed.status, changed.body.metadata.kunde]).toEqual([200, 8]);
  expect((await as(colleague, 'PATCH', `${PATH}/${own.id}`, { metadata: {} })).status).toBe(200);
  expect(shown(await as(colleague, 'PATCH', `${PATH}/${own.id}`, billedBy(billing.id)))).toEqual([
    403,
    'common.forbidden',
    'account',
  ]);
});

it.each([['tekst'], [null], [0], [-1], [1.5], [true], [['1']], [{ id: 1 }]])(
  'what names no account is metadata like any other: %j',
  async (value) => {
    expect((await account(user(), {}, billedBy(value))).metadata).toEqual(billedBy(value).metadata);
  },
);
