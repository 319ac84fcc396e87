import type { Database, Executor } from '@app/db';
import type { WorldUser } from '@app/testing';
import { expect, it } from 'vitest';
import type { Invitation } from '../src/invitations/invitation.ts';
import { acceptableNow } from '../src/invitations/right.ts';
import { roleId } from '../src/roles/roles.ts';
import { useOrganisation } from './start.ts';

const world = useOrganisation();
const { as, user, account, firm, link } = world;

/** The database, with a count of what is asked of it. */
function counted(db: Database) {
  const count = { statements: 0 };
  const executor = new Proxy(db.executor, {
    get(target, name) {
      const member = Reflect.get(target, name, target) as unknown;
      if (name === 'select' || name === 'execute') count.statements += 1;
      return typeof member === 'function' ? member.bind(target) : member;
    },
  }) as Executor;
  return { count, db: { ...db, executor } };
}

let serial = 0;
const open = (clientAccountId: number, inviter: WorldUser, gift: Partial<Invitation> = {}): Invitation => ({
  ...{ id: ++serial, clientAccountId, email: 'ny@example.no', roleId: roleId('CA'), status: 'PENDING' },
  ...{ expiresAt: new Date('2999-01-01'), invitedById: inviter.id, acceptedById: null, acceptedAt: null },
  ...{ contractId: null, providerClientAccountId: null, createdAt: new Date(), updatedAt: new Date() },
  ...{ isAccountActive: true, contractStatus: null },
  ...gift,
});

/** A firm, a client that it opened, and so many of its people. */
async function practice(size: number) {
  const boss = user();
  const provider = await firm(boss);
  const contract = { provider_client_account_id: provider, service_provided: 'ACCOUNTING' };
  const books = (await account(boss, {}, { client_contracts: [contract] })).id;
  const people = Array.from({ length: size }, () => user());
  for (const one of people) await link(provider, one, 'AA');
  return { provider, books, people };
}

/** What `acceptableNow` says, who auth was asked about, and by how many statements. */
async function ask(invitations: readonly Invitation[], inactive: readonly WorldUser[] = []) {
  const { count, db } = counted(world.service.db);
  const asked: number[] = [];
  const users = {
    async CheckStanding({ userId }: { readonly userId: number }) {
      asked.push(userId);
      return { userActive: inactive.every(({ id }) => id !== userId), isAdmin: false };
    },
  };
  const deps = { db, users, clock: world.service.running.composition.clock };
  const acceptable = await acceptableNow(deps as unknown as Parameters<typeof acceptableNow>[0], invitations);
  return { acceptable: invitations.map(({ id }) => acceptable.has(id)), asked, statements: count.statements };
}

it('fifty invitations take as many statements as one, however they are given', async () => {
  const { provider, books, people } = await practice(50);
  const owner = user();
  const sold = (await account(owner)).id;
  const by = (inviters: readonly WorldUser[]) =>
    inviters.flatMap((one) => [
      open(books, one),
      open(books, one, { providerClientAccountId: provider }),
      open(sold, one, { roleId: roleId('BK') }),
    ]);
  const [few, many] = [await ask(by(people.slice(0, 1))), await ask(by(people))];
  expect(few.acceptable).toEqual([true, true, false]);
  expect(many.acceptable).toEqual(people.flatMap(() => few.acceptable));
  expect(many.statements).toBe(few.statements);
  expect(many.statements).toBeLessThanOrEqual(3);
});

it('of each, the right of its own inviter decides, and owners are asked about once', async () => {
  const { provider, books, people } = await practice(3);
  const other = await practice(1);
  const [accountant, bookkeeper, gone] = people as [WorldUser, WorldUser, WorldUser];
  await link(provider, bookkeeper, 'BK');
  const owner = user();
  const invitations = [
    open(books, accountant),
    open(books, bookkeeper),
    open(books, bookkeeper, { providerClientAccountId: provider }),
    open(books, other.people[0]!, { providerClientAccountId: other.provider }),
    open(books, gone, { roleId: roleId('BK') }),
    open(books, accountant, { roleId: roleId('BK') }),
    open(other.books, other.people[0]!),
  ];
  expect((await ask(invitations, [gone])).acceptable).toEqual([true, false, true, false, false, true, true]);
  await link(books, owner, 'CA');
  const owned = await ask(invitations, [gone]);
  expect(owned.acceptable).toEqual([false, false, false, false, false, true, true]);
  expect(owned.asked.filter((id) => id === owner.id)).toHaveLength(1);
  expect((await as(owner, 'GET', `/api/v2/client-accounts/${books}`)).status).toBe(200);
  expect((await ask([...invitations, open(books, owner)], [gone])).acceptable.at(-1)).toBe(true);
  // An owner whose user is deactivated is none.
  expect((await ask(invitations, [gone, owner])).acceptable).toEqual([true, false, true, false, false, true, true]);
});
