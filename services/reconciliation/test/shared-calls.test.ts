import { unavailable } from '@app/contract/failure';
import type { ClientOf, Ledger } from '@app/rpc';
import { expect, it } from 'vitest';
import { withSharedCalls } from '../src/outside/ledger.ts';

// What several people ask of the ledger, or claim in it, at the same moment is one call: which calls are shared, and
// what each of them learns. The ledger here is played, since only that says which calls were made.

type Client = ClientOf<typeof Ledger>;

/** A ledger that answers with the account that it was asked about, and what was called, in its order. */
function played(more: Partial<Client> = {}) {
  const calls: string[] = [];
  const say = (method: string, accounts: readonly number[]) => void calls.push(`${method} ${accounts.join(' ')}`);
  const claimed = (id: number) => ({ faults: [], lines: [], differenceEntryId: id });
  const ledger = {
    DescribeLines: async ({ clientAccountId: id }: { clientAccountId: number }) => {
      say('describe', [id]);
      return { lines: [{ id }] };
    },
    ClaimLines: async ({ clientAccountId: id }: { clientAccountId: number }, options?: object) => {
      say(options ? `claim within ${Object.values(options)}` : 'claim', [id]);
      return claimed(id);
    },
    DescribeLinesOfMany: async ({ questions }: { questions: readonly { clientAccountId: number }[] }) => {
      const ids = questions.map(({ clientAccountId }) => clientAccountId);
      say('describe many', ids);
      return { answers: ids.map((id) => ({ lines: [{ id }] })) };
    },
    // Leaves the second one out.
    ClaimLinesOfMany: async ({ commands }: { commands: readonly { clientAccountId: number }[] }) => {
      const ids = commands.map(({ clientAccountId }) => clientAccountId);
      say('claim many', ids);
      return { outcomes: ids.map((id, place) => (place === 1 ? {} : { answer: claimed(id) })) };
    },
    ...more,
  } as unknown as Client;
  return { calls, ledger: withSharedCalls(ledger) };
}

const question = (clientAccountId: number, count = 2) => ({
  clientAccountId,
  journalLineIds: Array.from({ length: count }, (_, index) => index + 1),
});
const command = (clientAccountId: number, count = 2) => ({
  ...{ clientAccountId, commandKey: `key ${clientAccountId}`, kind: 'CLAIM_KIND_INTERNAL' as const },
  reconciliationId: clientAccountId,
  claims: Array.from({ length: count }, (_, index) => ({
    ...{ reconciliationEntryId: index, journalLineId: index, amount: '1.00', amountFc: '1.00' },
  })),
});
const within = { deadlineMillis: 20_000 };
const difference = { reconciliationEntryId: 1 } as unknown as NonNullable<
  Parameters<Client['ClaimLines']>[0]['difference']
>;

it('those who come together share a call, and each gets their own answer', async () => {
  const { calls, ledger } = played();
  const answers = await Promise.all([1, 2, 3].map((id) => ledger.DescribeLines(question(id))));
  expect(answers.map(({ lines }) => lines[0]!.id)).toEqual([1, 2, 3]);
  expect(calls).toEqual(['describe many 1 2 3']);
});

it('what the ledger leaves out of a group is called by itself, as long as its caller waits', async () => {
  const { calls, ledger } = played();
  const answers = await Promise.all([1, 2, 3].map((id) => ledger.ClaimLines(command(id), within)));
  expect(answers.map(({ differenceEntryId }) => differenceEntryId)).toEqual([1, 2, 3]);
  expect(calls).toEqual(['claim many 1 2 3', 'claim within 20000 2']);
});

it('who is alone calls alone, and so does who names many lines or books a difference', async () => {
  const { calls, ledger } = played();
  await ledger.ClaimLines(command(1), within);
  await ledger.DescribeLines(question(1));
  await Promise.all([ledger.DescribeLines(question(2, 21)), ledger.DescribeLines(question(3, 21))]);
  await Promise.all([
    ledger.ClaimLines(command(4, 21)),
    ledger.ClaimLines({ ...command(5), difference }),
    ledger.ClaimLines({ ...command(6), difference }),
  ]);
  expect(calls).toEqual([
    ...['claim within 20000 1', 'describe 1', 'describe 2', 'describe 3', 'claim 4', 'claim 5', 'claim 6'],
  ]);
});

it('one that is alone and has to wait keeps no group from being called', async () => {
  const stuck = Promise.withResolvers<never>();
  const { calls, ledger } = played({ ClaimLines: () => stuck.promise });
  const alone: Promise<unknown>[] = [];
  for (const id of [1, 2, 3]) {
    alone.push(ledger.ClaimLines(command(id)));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const group = [ledger.ClaimLines(command(4)), ledger.ClaimLines(command(5)), ledger.ClaimLines(command(6))];
  expect((await group[0]!).differenceEntryId).toBe(4);
  expect(calls).toEqual(['claim many 4 5 6']);
  stuck.reject(new Error('given up'));
  await Promise.allSettled([...alone, ...group]);
});

it('a ledger of the release before is called for each', async () => {
  for (const code of ['UNIMPLEMENTED', 'PERMISSION_DENIED']) {
    const older = async () => {
      throw Object.assign(new Error('no such method'), { code });
    };
    const { calls, ledger } = played({ DescribeLinesOfMany: older, ClaimLinesOfMany: older });
    await Promise.all([1, 2].map((id) => ledger.DescribeLines(question(id))));
    await Promise.all([1, 2].map((id) => ledger.ClaimLines(command(id))));
    expect(calls, code).toEqual(['describe 1', 'describe 2', 'claim 1', 'claim 2']);
  }
});

it('of a group that got no answer nobody knows what it did: each of them hears so, and nothing is called again', async () => {
  const failure = unavailable('away');
  const { calls, ledger } = played({ ClaimLinesOfMany: () => Promise.reject(failure) });
  const outcomes = await Promise.allSettled([1, 2].map((id) => ledger.ClaimLines(command(id))));
  expect(outcomes.map((each) => each.status === 'rejected' && each.reason)).toEqual([failure, failure]);
  expect(calls).toEqual([]);
});
