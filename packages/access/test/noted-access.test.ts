import { expect, it } from 'vitest';
import { createAccessStep, type Guard } from '../src/index.ts';
import { createThing } from './things.ts';

const principal = { userId: 1, clientId: null, kind: 'session', scopes: new Set(['write']), isAdmin: false } as const;

/** A keyed request of a person who owns accounts 1 and 2, and what was asked about it. */
async function begin(asksOthers: boolean) {
  const asked: number[] = [];
  const guard: Guard = {
    asksOthers,
    authenticate: async () => principal,
    assertStanding: async () => undefined,
    account: async (_, clientAccountId) => {
      asked.push(clientAccountId);
      return { clientAccountId, exists: true, role: 'CA', directRole: 'CA', isActive: true };
    },
    accounts: async () => [],
  };
  const access = await createAccessStep(guard).authenticate(createThing, 'Bearer x');
  const context = { principal, requireAccount: () => Promise.reject(new Error('is not asked here')) };
  const decide = (id: number) =>
    access.decide({}, context, undefined, { query: {}, params: {}, body: { client_account_id: id } });
  await access.note({ params: {}, body: () => ({ client_account_id: 1 }) });
  return { access, asked, decide };
}

it('what another service has said before the transaction is not asked again in it, but when it may have changed', async () => {
  const { access, asked, decide } = await begin(true);
  await decide(1);
  expect(asked).toEqual([1]);
  await access.assertStill();
  expect(asked).toEqual([1, 1]);
});

it('another account than was noted is asked about', async () => {
  const { asked, decide } = await begin(true);
  await decide(2);
  expect(asked).toEqual([1, 2]);
});

it('who decides by its own tables decides in the transaction', async () => {
  const { asked, decide } = await begin(false);
  await decide(1);
  expect(asked).toEqual([1, 1]);
});
