import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Books, type Ledger, rent, startLedger } from './ledger.ts';

// During a rolling upgrade replicas of the release before write into the same books as this one, by the functions of
// sql/previous-release.sql. Here they are called as that release calls them, each on a connection of its own.

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger?.stop());

interface Answer {
  readonly state?: string;
  readonly faults?: readonly { readonly fault: string }[];
  readonly entries?: readonly { readonly id: number; readonly sequence_number: number | null }[];
}

/** The lines of an entry as the release before sends them, with a project and a tax code. */
const lines = (amount: string) => [
  {
    ...{
      position: 0,
      line_id: 1,
      posting_date: '2026-03-14',
      description: 'before',
      account_code: '6300',
      debit: amount,
    },
    ...{ credit: '0.00', debit_fc: amount, credit_fc: '0.00', currency_code: 'NOK', exchange_rate: '1.000000' },
    ...{ tax_code: '1', tax_line: false, dimensions: [{ relation_type: 'project', relation_id: 1 }] },
  },
  {
    ...{ position: 1, line_id: 2, posting_date: '2026-03-14', description: '', account_code: '1920', debit: '0.00' },
    ...{ credit: amount, debit_fc: '0.00', credit_fc: amount, currency_code: 'NOK', exchange_rate: '1.000000' },
    ...{ tax_line: false },
  },
];

type Function = 'save_entries' | 'replace_draft' | 'post_draft' | 'cancel_entry' | 'remove_draft' | 'change_metadata';

/** A replica of the release before, writing in the books of a company. */
function replicaOf({ clientAccountId, userId }: Books) {
  const call = async (name: Function, command: object): Promise<Answer> => {
    const text = JSON.stringify({
      ...{ client_account_id: clientAccountId, actor_id: userId, now: new Date().toISOString(), currency: 'NOK' },
      ...command,
    });
    const [row] = await ledger.db.raw.unsafe<{ result: Answer }[]>(`select ledger.${name}($1::text::jsonb) as result`, [
      text,
    ]);
    return row!.result;
  };
  return {
    call,
    save: async (entry: object = {}, amount = '1.00') => {
      const answer = await call('save_entries', { entries: [{ is_draft: false, lines: lines(amount), ...entry }] });
      if (!answer.entries) throw new Error(`The release before was answered ${JSON.stringify(answer)}`);
      return answer.entries[0]!;
    },
  };
}

const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** A company with a project, whose ground both releases know. */
async function company(): Promise<Books> {
  const own = await ledger.books();
  ledger.own(own.clientAccountId, 'project', { id: 1 });
  await own.posted(rent('1.00', { dimensions: [{ relation_type: 'project', relation_id: 1 }] }));
  return own;
}

/** Whoever is in one waits for a second, so that it is counted as soon as it ends. */
const deadlocks = async (): Promise<number> => {
  const [row] = await ledger.db.raw<{ n: number }[]>`
    select deadlocks::int as n from pg_stat_database where datname = current_database()`;
  return row!.n;
};

const numbersOf = async ({ clientAccountId }: Books): Promise<number[]> =>
  (
    await ledger.db.raw<{ n: number }[]>`
      select sequence_number::int as n from journal_entries where client_account_id = ${clientAccountId} and not is_draft order by 1`
  ).map(({ n }) => n);

it('postings of both releases interleave: numbers without a gap, sound balances, nobody in a deadlock', async () => {
  const all = [await company(), await company()];
  const before = await deadlocks();
  const given = await Promise.all(
    all.map(async (own) => {
      const replica = replicaOf(own);
      const tagged = rent('2.00', { dimensions: [{ relation_type: 'project', relation_id: 1 }], tax_code: '1' });
      const old = times(30, async () => (await replica.save()).sequence_number);
      const today = times(30, async (n) => {
        const body = { client_account_id: own.clientAccountId, ...tagged };
        const key: Record<string, string> = n % 2 === 0 ? { 'idempotency-key': `today-${n}` } : {};
        return (await own.call('POST', '/journal-entries/', body, key)).body.sequence_number;
      });
      return (await Promise.all([old, today])).flat();
    }),
  );
  for (const [index, own] of all.entries()) {
    const wanted = Array.from({ length: 60 }, (_, n) => n + 2);
    expect(given[index]!.toSorted((a, b) => a! - b!)).toEqual(wanted);
    expect(await numbersOf(own)).toEqual([1, ...wanted]);
    await ledger.expectSound(own.clientAccountId);
  }
  expect(await deadlocks()).toBe(before);
});

it('drafts, cancellations, removals and locks of both releases at once leave sound books', async () => {
  const own = await company();
  const replica = replicaOf(own);
  const before = await deadlocks();
  const drafts = await times(12, async (n) =>
    n % 2 === 0
      ? (await own.posted({ ...rent('5.00'), is_draft: true })).id
      : (await replica.save({ is_draft: true })).id,
  );
  const posted = await times(12, async (n) =>
    n % 2 === 0 ? (await own.posted(rent('7.00'))).id : (await replica.save({}, '7.00')).id,
  );
  const reason = {
    reason: 'x',
    today: '2026-03-20',
    titles: { nob: 'Reversering av bilag', eng: 'Reversal of entry' },
  };
  const entry = { is_draft: false, lines: lines('9.00') };
  const statuses = [200, 201, 400, 404, 409];
  await Promise.all([
    ...drafts.map((id) => own.call('PUT', `/journal-entries/${id}`, { lines: rent('8.00').lines, is_draft: false })),
    ...drafts.map((id) => replica.call('replace_draft', { entry_id: id, entry })),
    ...drafts.map((id) => replica.call('post_draft', { entry_id: id })),
    ...drafts.slice(0, 4).map((id) => own.call('DELETE', `/journal-entries/${id}`)),
    ...posted.map((id) => replica.call('cancel_entry', { entry_id: id, ...reason })),
    ...posted.map((id) =>
      own.call('PATCH', `/journal-entries/${id}`, { cancelled: 'Y', cancellation_reason: 'x' }).then(({ status }) => {
        expect(statuses).toContain(status);
      }),
    ),
    ...posted.map((id, n) => replica.call('change_metadata', { entry_id: id, metadata: `{"n":${n}}` })),
    own.call('POST', '/period-locks', {
      ...{ client_account_id: own.clientAccountId, locked_until_date: '2025-12-31', locking_comment: 'x' },
    }),
    times(10, () => own.post(rent('3.00'))),
    times(10, () => replica.save({}, '3.00')),
  ]);
  const numbers = await numbersOf(own);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  const [row] = await ledger.db.raw<{ reversals: number }[]>`
    select count(*)::int as reversals from journal_entries where client_account_id = ${own.clientAccountId} and cancelled = 'C'`;
  expect(row!.reversals).toBe(posted.length);
  await ledger.expectSound(own.clientAccountId);
  expect(await deadlocks()).toBe(before);
});

it('of entries of both releases for one voucher, or with one external id, one is stored', async () => {
  const own = await company();
  const replica = replicaOf(own);
  ledger.own(own.clientAccountId, 'voucher', { id: 1 });
  ledger.own(own.clientAccountId, 'voucher', { id: 2 });
  // The voucher is known to the books from here on.
  await own.posted({ ...rent(), voucher_id: 2 });
  await ledger.asOwner(
    (owner) => owner`
      insert into reference_values values (${own.clientAccountId}, 'voucher', 1, 'v', true, 1) on conflict do nothing`,
  );
  for (const shared of [{ voucher_id: 1 }, { external_id: 'one' }]) {
    const outcomes = await Promise.all([
      ...Array.from({ length: 5 }, () => own.post({ ...rent(), ...shared }).then(({ status }) => status === 201)),
      ...Array.from({ length: 5 }, () =>
        replica.save(shared).then(
          () => true,
          () => false,
        ),
      ),
    ]);
    expect(outcomes.filter(Boolean), JSON.stringify(shared)).toHaveLength(1);
  }
  await ledger.expectSound(own.clientAccountId);
});

it('a period that this release locks is locked to the release before, and an account it closes is closed', async () => {
  const own = await company();
  const replica = replicaOf(own);
  const id = await ledger.addAccount(own.clientAccountId, '6301');
  const entry = (code: string) => ({
    lines: lines('1.00').map((line, n) => (n === 0 ? { ...line, account_code: code } : line)),
  });
  await replica.save(entry('6301'));
  const faultsOf = async (code: string) => {
    const answer = await replica.call('save_entries', { entries: [{ is_draft: false, ...entry(code) }] });
    return answer.faults?.map(({ fault }) => fault);
  };
  await ledger.asOwner((owner) => owner`update accounts set is_active = false where id = ${id}`);
  expect(await faultsOf('6301')).toEqual(['account_code:inactive']);
  await own.call('POST', '/period-locks', {
    ...{ client_account_id: own.clientAccountId, locked_until_date: '2026-03-31', locking_comment: 'x' },
  });
  expect(await faultsOf('6300')).toEqual(['posting_date:locked', 'posting_date:locked']);
  await ledger.expectSound(own.clientAccountId);
});
