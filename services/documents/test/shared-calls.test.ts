import { unavailable } from '@app/contract/failure';
import type { ClientOf, Ledger, Partners } from '@app/rpc';
import { runInContext } from '@app/runtime';
import { expect, it } from 'vitest';
import { withSharedPostings, withSharedQuestions } from '../src/outside/shared-calls.ts';

// What several documents ask or post at the same moment is one call: which calls are shared, and what each of them
// learns. The other services are played here, since only that says which calls were made.

type Books = ClientOf<typeof Ledger>;
type PartnerSource = ClientOf<typeof Partners>;
type Account = { readonly clientAccountId: number };

function played(more: Partial<Books & PartnerSource> = {}) {
  const calls: string[] = [];
  const say = (method: string, all: readonly (number | string)[]) => void calls.push(`${method} ${all.join(' ')}`);
  const codesOf = (date: string) => [{ id: 1, code: `on ${date}`, rate: '25.00' }];
  const posted = (id: number) => ({ journalEntryId: id, sequenceNumber: 1, journalLineIds: [] });
  const services = {
    DescribeBooks: async ({ clientAccountId: id, date }: Account & { date: string }) => {
      say('describe', [id]);
      return { currencyCode: `of ${id}`, taxCodes: codesOf(date) };
    },
    DescribeBooksOfMany: async ({ questions }: { questions: readonly (Account & { date: string })[] }) => {
      const ids = questions.map(({ clientAccountId }) => clientAccountId);
      say('describe many', ids);
      return {
        outcomes: ids.map((id, place) => (place === 1 ? {} : { answer: { currencyCode: `of ${id}`, taxCodes: [] } })),
        dates: [...new Set(questions.map(({ date }) => date))].map((date) => ({ date, taxCodes: codesOf(date) })),
      };
    },
    PostEntry: async ({ clientAccountId: id }: Account, options: object = {}) => {
      say('post', [id, ...Object.values(options)]);
      return posted(id);
    },
    PostEntriesOfMany: async ({ commands }: { commands: readonly { command: Account; requestId: string }[] }) => {
      say(
        'post many',
        commands.map(({ command, requestId }) => `${command.clientAccountId}${requestId}`),
      );
      return {
        outcomes: commands.map(({ command: { clientAccountId: id } }, place) =>
          place === 1 ? {} : { answer: posted(id) },
        ),
      };
    },
    GetPartners: async ({ clientAccountId: id }: Account) => {
      say('partners', [id]);
      return { partners: [{ id }] };
    },
    GetPartnersOfMany: async ({ questions }: { questions: readonly Account[] }) => {
      const ids = questions.map(({ clientAccountId }) => clientAccountId);
      say('partners many', ids);
      return { answers: ids.map((id) => ({ partners: [{ id }] })) };
    },
    ...more,
  } as unknown as Books & PartnerSource;
  return { calls, books: withSharedPostings(services), partners: withSharedQuestions(services) };
}

const question = (clientAccountId: number, date = '2026-03-14', accounts = 8) => ({
  ...{ clientAccountId, date, accountIds: [], references: [] },
  accountCodes: Array.from({ length: accounts }, (_, index) => `${6000 + index}`),
});
const entry = (clientAccountId: number, more: { readonly voucherId?: number } = {}, lines = 4) => ({
  ...{ clientAccountId, commandKey: 'k', userId: 2, description: '', relationType: 'APINV', relationId: 1, ...more },
  lines: Array.from({ length: lines }, () => ({}) as never),
});
const within = { deadlineMillis: 20_000 };

it('those who come together share a call; each has its own answer, with the tax codes of its day', async () => {
  const { calls, books, partners } = played();
  const days = ['2026-03-14', '2026-03-14', '2015-01-01'];
  const described = await Promise.all(days.map((day, index) => books.DescribeBooks(question(index + 1, day))));
  expect(described.map(({ currencyCode, taxCodes }) => [currencyCode, taxCodes[0]!.code])).toEqual(
    days.map((day, index) => [`of ${index + 1}`, `on ${day}`]),
  );
  const asked = await Promise.all([1, 2].map((id) => partners.GetPartners({ clientAccountId: id, ids: [7] })));
  expect(asked.map(({ partners: [found] }) => found!.id)).toEqual([1, 2]);
  expect(calls).toEqual(['describe many 1 2 3', 'describe 2', 'partners many 1 2']);
});

it('what is left out of a group is posted by itself, as long as its caller waits; each names its request', async () => {
  const { calls, books } = played();
  const posted = await Promise.all(
    [1, 2, 3].map((id) => runInContext({ requestId: `:${id}` }, () => books.PostEntry(entry(id), within))),
  );
  expect(posted.map(({ journalEntryId }) => journalEntryId)).toEqual([1, 2, 3]);
  expect(calls).toEqual(['post many 1:1 2:2 3:3', 'post 2 20000']);
});

it('who is alone calls alone, and so does who has a voucher or names much', async () => {
  const { calls, books, partners } = played();
  await books.PostEntry(entry(1), within);
  await books.DescribeBooks(question(1));
  await partners.GetPartners({ clientAccountId: 1, ids: [1] });
  const ids = Array.from({ length: 51 }, (_, index) => index + 1);
  await Promise.all([2, 3].map((id) => books.PostEntry(entry(id, { voucherId: 9 }))));
  await Promise.all([2, 3].map((id) => books.PostEntry(entry(id, {}, 51))));
  await Promise.all([2, 3].map((id) => books.DescribeBooks(question(id, '2026-03-14', 51))));
  await Promise.all([2, 3].map((id) => partners.GetPartners({ clientAccountId: id, ids })));
  expect(calls).toEqual([
    ...['post 1 20000', 'describe 1', 'partners 1', 'post 2', 'post 3', 'post 2', 'post 3'],
    ...['describe 2', 'describe 3', 'partners 2', 'partners 3'],
  ]);
});

it('services of the release before are called for each', async () => {
  for (const code of ['UNIMPLEMENTED', 'PERMISSION_DENIED']) {
    const older = () => Promise.reject(Object.assign(new Error('no such method'), { code }));
    const { calls, books, partners } = played({
      ...{ DescribeBooksOfMany: older, PostEntriesOfMany: older, GetPartnersOfMany: older },
    });
    await Promise.all([1, 2].map((id) => books.DescribeBooks(question(id))));
    await Promise.all([1, 2].map((id) => books.PostEntry(entry(id))));
    await Promise.all([1, 2].map((id) => partners.GetPartners({ clientAccountId: id, ids: [1] })));
    expect(calls, code).toEqual(['describe 1', 'describe 2', 'post 1', 'post 2', 'partners 1', 'partners 2']);
  }
});

it('of a group that got no answer nobody knows what it posted: each hears so, and nothing is called again', async () => {
  const failure = unavailable('away');
  const { calls, books } = played({ PostEntriesOfMany: () => Promise.reject(failure) });
  const outcomes = await Promise.allSettled([1, 2].map((id) => books.PostEntry(entry(id))));
  expect(outcomes.map((each) => each.status === 'rejected' && each.reason)).toEqual([failure, failure]);
  expect(calls).toEqual([]);
});
