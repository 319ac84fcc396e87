import { JournalEntryLineOut } from '@app/api/ledger/index';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, codeOf, credit, debit, type Ledger, rent, startLedger } from './ledger.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger?.stop());

interface Row {
  readonly id: number;
  readonly posting_date: string;
  readonly account_code: string;
  readonly journal_entry_id: number;
}

const list = (own: Books, query = '') =>
  own.call('GET', `/journal-entry-lines?client_account_id=${own.clientAccountId}${query}`);
const rows = async (own: Books, query = ''): Promise<readonly Row[]> => {
  const answer = await list(own, query);
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data;
};
const idsOf = (lines: readonly { readonly id: number }[]) => lines.map(({ id }) => id);

const subsetsOf = <T>(all: readonly T[]): T[][] =>
  all.reduce<T[][]>((subsets, each) => subsets.flatMap((subset) => [subset, [...subset, each]]), [[]]);

describe('which lines', () => {
  it('without, with a malformed or an inaccessible client account 403 [JEL-R01]', async () => {
    const own = await ledger.books();
    const other = await ledger.books();
    for (const query of [
      '',
      '?client_account_id=x',
      `?client_account_id=${other.clientAccountId}`,
      '?client_account_id=999999',
    ]) {
      const answer = await own.call('GET', `/journal-entry-lines${query}`);
      expect([answer.status, codeOf(answer)], query).toEqual([403, 'accounting.client_account_access_denied']);
    }
  });

  it('account_code takes several codes, account_id one id; both must hold [JEL-R02]', async () => {
    const own = await ledger.books();
    const { lines } = await own.posted({
      lines: [debit('6300', '1.00'), debit('6340', '2.00'), credit('1920', '3.00')],
    });
    const codes = async (query: string) => (await rows(own, query)).map(({ account_code }) => account_code);
    for (const separator of [',', ';', '%20', ', '])
      expect(await codes(`&account_code=6300${separator}1920`)).toEqual(['6300', '1920']);
    expect(await codes('&account_code=9999')).toEqual([]);
    expect(await codes(`&account_id=${lines[1].account_id}`)).toEqual(['6340']);
    expect(await codes(`&account_id=${lines[1].account_id}&account_code=6300`)).toEqual([]);
  });

  it('relation_type and relation_id find lines by dimension [JEL-R03]', async () => {
    const own = await ledger.books();
    for (const id of [1, 2]) ledger.own(own.clientAccountId, 'project', { id });
    ledger.own(own.clientAccountId, 'tag', { id: 2 });
    const dimension = (type: string, id: number) => ({ dimensions: [{ relation_type: type, relation_id: id }] });
    const { lines } = await own.posted({
      lines: [
        debit('6300', '1.00', dimension('project', 1)),
        debit('6300', '1.00', dimension('project', 2)),
        debit('6300', '1.00', dimension('tag', 2)),
        credit('1920', '3.00'),
      ],
    });
    const [one, two, tag] = idsOf(lines);
    expect(idsOf(await rows(own, '&relation_type=project'))).toEqual([one, two]);
    expect(idsOf(await rows(own, '&relation_type=project&relation_id=2'))).toEqual([two]);
    expect(idsOf(await rows(own, '&relation_id=2'))).toEqual([two, tag]);
    expect((await list(own, '&relation_type=customer')).status).toBe(400);
  });

  it('from_date and to_date bound the posting date, both inclusive [JEL-R04]', async () => {
    const own = await ledger.books();
    for (const date of ['2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01'])
      await own.posted(rent('1.00', { posting_date: date }));
    const dates = async (query: string) => [
      ...new Set((await rows(own, query)).map(({ posting_date }) => posting_date)),
    ];
    expect(await dates('&from_date=2026-02-01&to_date=2026-02-28')).toEqual(['2026-02-01', '2026-02-28']);
    expect(await dates('&from_date=2026-03-01')).toEqual(['2026-03-01']);
    expect(await dates('&to_date=2026-01-31')).toEqual(['2026-01-31']);
    expect(await dates('&from_date=2026-03-01&to_date=2026-01-01')).toEqual([]);
    expect((await list(own, '&from_date=2026-13-01')).status).toBe(400);
  });

  it('externally reconciled lines only with include_externally_reconciled; a part-reconciled line stays [JEL-R05]', async () => {
    const own = await ledger.books();
    const { lines } = await own.posted();
    const bank = lines[1].id;
    await ledger.claim(own.clientAccountId, bank, 'external', '-40.00');
    expect(idsOf(await rows(own))).toEqual(idsOf(lines));
    const rest = await ledger.claim(own.clientAccountId, bank, 'external', '-60.00');
    expect(idsOf(await rows(own))).toEqual([lines[0].id]);
    expect((await list(own)).body.meta.records).toBe(1);
    expect(idsOf(await rows(own, '&include_externally_reconciled=true'))).toEqual(idsOf(lines));
    expect(idsOf(await rows(own, '&account_code=1920'))).toEqual([]);
    await ledger.release(own.clientAccountId, rest);
    expect(idsOf(await rows(own))).toEqual(idsOf(lines));
    await ledger.expectSound(own.clientAccountId);
  });

  it('internally reconciled lines go with include_reconciled=false', async () => {
    const own = await ledger.books();
    const { lines } = await own.posted();
    await ledger.claim(own.clientAccountId, lines[1].id, 'internal', '-100.00');
    expect(idsOf(await rows(own))).toEqual(idsOf(lines));
    expect(idsOf(await rows(own, '&include_reconciled=false'))).toEqual([lines[0].id]);
  });

  it('drafts only with include_drafts [JEL-R06]', async () => {
    const own = await ledger.books();
    const posted = await own.posted();
    const draft = await own.posted({ ...rent(), is_draft: true });
    expect((await rows(own)).map(({ journal_entry_id }) => journal_entry_id)).toEqual([posted.id, posted.id]);
    expect((await rows(own, '&include_drafts=true')).map(({ journal_entry_id }) => journal_entry_id)).toEqual([
      posted.id,
      posted.id,
      draft.id,
      draft.id,
    ]);
  });

  it('cancelled originals and reversals only with include_cancelled [JEL-R07]', async () => {
    const own = await ledger.books();
    const wrong = await own.posted();
    const right = await own.posted();
    await own.call('PATCH', `/journal-entries/${wrong.id}`, { cancelled: 'Y', cancellation_reason: 'x' });
    expect((await rows(own)).map(({ journal_entry_id }) => journal_entry_id)).toEqual([right.id, right.id]);
    const all = await list(own, '&include_cancelled=true');
    expect(all.body.meta.records).toBe(6);
    expect(
      all.body.data.map(
        ({ journal_entry }: { journal_entry: { cancelled: string | null } }) => journal_entry.cancelled,
      ),
    ).toEqual(['Y', 'Y', null, null, 'C', 'C']);
  });

  it('journal_entry_id and tax_code find their lines', async () => {
    const own = await ledger.books();
    await own.posted();
    const { id, lines } = await own.posted({
      lines: [debit('6300', '1.00', { tax_code: '1' }), credit('1920', '1.00')],
    });
    expect(idsOf(await rows(own, `&journal_entry_id=${id}`))).toEqual(idsOf(lines));
    expect(idsOf(await rows(own, '&tax_code=1'))).toEqual([lines[0].id]);
  });

  it("never another account's lines", async () => {
    const [own, other] = [await ledger.books(), await ledger.books()];
    const { id } = await other.posted();
    expect(await rows(own, `&journal_entry_id=${id}`)).toEqual([]);
  });
});

describe('what a row shows', () => {
  it('every documented field, journal_entry and dimensions; account when asked [JEL-R09]', async () => {
    const own = await ledger.books();
    ledger.own(own.clientAccountId, 'voucher', { id: 4 });
    ledger.own(own.clientAccountId, 'project', { id: 1, name: 'Roof' });
    const entry = await own.posted({
      description: 'Header',
      voucher_id: 4,
      lines: [
        debit('6300', '1.00', { dimensions: [{ relation_type: 'project', relation_id: 1 }] }),
        credit('1920', '1.00'),
      ],
    });
    const [row] = (await list(own)).body.data;
    expect(Object.keys(row).sort()).toEqual(
      Object.keys(JournalEntryLineOut.shape)
        .filter((name) => name !== 'account')
        .sort(),
    );
    const { account: _, ...line } = entry.lines[0];
    expect(row).toMatchObject(line);
    expect(row.journal_entry).toEqual({
      id: entry.id,
      sequence_number: 1,
      description: 'Header',
      is_draft: false,
      cancelled: null,
      voucher_id: 4,
    });
    // Dimensions and entry are always there; `with` adds to them.
    for (const query of ['&with=', '&with=account', '&with=dimensions', '&with=nothing'])
      expect((await list(own, query)).body.data[0], query).toMatchObject({
        dimensions: line.dimensions,
        journal_entry: row.journal_entry,
      });
    expect((await list(own, '&with=account')).body.data[1].account).toMatchObject({
      account_code: '1920',
      mandatory_dimensions: [{ relation_type: 'bankacc' }],
    });
  });

  it('what is left to reconcile, signed like debit minus credit [JEL-R08]', async () => {
    const own = await ledger.books();
    const { id, lines } = await own.posted();
    await ledger.claim(own.clientAccountId, lines[0].id, 'internal', '30.00');
    await ledger.claim(own.clientAccountId, lines[1].id, 'internal', '-30.00');
    await ledger.claim(own.clientAccountId, lines[1].id, 'external', '-99.99');
    const [left, right] = (await list(own)).body.data;
    expect(left).toMatchObject({
      reconciled_amount: '30.00',
      remaining_amount: '70.00',
      external_remaining_amount: '100.00',
    });
    expect(right).toMatchObject({
      reconciled_amount: '-30.00',
      reconciled_amount_fc: '-30.00',
      remaining_amount: '-70.00',
      external_reconciled_amount: '-99.99',
      external_remaining_amount: '-0.01',
    });
    const { body } = await own.call('GET', `/journal-entries/${id}`);
    expect(body.lines[1]).toMatchObject({ reconciled_amount: '-30.00', external_reconciled_amount: '-99.99' });
  });
});

describe('pages and order', () => {
  it('pages of 100 in the order of posting date and id, whatever day a page begins in [JEL-R10]', async () => {
    const own = await ledger.books();
    // 240 lines over five days, posted out of order.
    for (const day of [3, 1, 5, 2, 4])
      for (let i = 0; i < 3; i++)
        await own.posted({
          lines: Array.from({ length: 8 }, (_, n) => [
            debit('6300', `${n + 1}.00`, { posting_date: `2026-04-0${day}` }),
            credit('1920', `${n + 1}.00`, { posting_date: `2026-04-0${day}` }),
          ]).flat(),
        });
    const first = await list(own);
    expect(first.body.meta).toEqual({ page: 1, pages: 3, per_page: 100, records: 240 });
    const all = await rows(own, '&per_page=1000');
    expect(all).toHaveLength(240);
    expect(idsOf(all)).toEqual(
      idsOf(
        [...all].sort((a, b) =>
          a.posting_date === b.posting_date ? a.id - b.id : a.posting_date < b.posting_date ? -1 : 1,
        ),
      ),
    );
    for (const size of [1, 7, 48, 100, 239, 240]) {
      for (const page of [1, 2, 3, Math.ceil(240 / size)]) {
        const answer = await list(own, `&per_page=${size}&page=${page}`);
        const at = answer.body.meta.page;
        expect(idsOf(answer.body.data), `page ${page} of ${size}`).toEqual(
          idsOf(all.slice((at - 1) * size, at * size)),
        );
      }
    }
    const past = await list(own, '&page=99');
    expect([past.body.meta.page, past.body.data.length]).toEqual([3, 40]);
    expect((await list(own, '&page=0')).body.meta.page).toBe(1);
    expect((await list(own, '&per_page=0')).status).toBe(400);
    const bounded = await list(own, '&from_date=2026-04-02&to_date=2026-04-03&per_page=50&page=2');
    expect(bounded.body.meta.records).toBe(96);
    expect(idsOf(bounded.body.data)).toEqual(idsOf(all.slice(48 + 50, 48 + 96)));
    // Accounts are counted by month, cut months by their lines.
    const byAccount = all.filter(({ account_code }) => account_code === '1920');
    const ofBank = await list(own, '&account_code=1920&per_page=50&page=2');
    expect([ofBank.body.meta.records, idsOf(ofBank.body.data)]).toEqual([120, idsOf(byAccount.slice(50, 100))]);
    const cut = await list(own, '&account_code=1920&from_date=2026-04-02&to_date=2026-04-04&per_page=40&page=2');
    expect([cut.body.meta.records, idsOf(cut.body.data)]).toEqual([72, idsOf(byAccount.slice(24 + 40, 24 + 72))]);
    const whole = await list(own, '&account_code=1920&from_date=2026-04-01&to_date=2026-04-30&per_page=100&page=2');
    expect([whole.body.meta.records, idsOf(whole.body.data)]).toEqual([120, idsOf(byAccount.slice(100))]);
    // Both accounts, and found by skipping, since another filter decides: the same pages.
    const skipped = await list(own, '&account_code=6300,1920&include_reconciled=false&per_page=50&page=3');
    expect(idsOf(skipped.body.data)).toEqual(idsOf(all.slice(100, 150)));
    const filtered = await list(own, '&account_code=6300,1920&per_page=50&page=3');
    expect(idsOf(filtered.body.data)).toEqual(idsOf(all.slice(100, 150)));
  });

  it('the same lines on the same pages whichever days leave some out: drafts, cancelled, reconciled ones [JEL-R10]', async () => {
    const own = await ledger.books();
    // Days are counted by spans, one of which begins on 14 April.
    const days = ['', '2026-02-27', '2026-04-01', '2026-04-12', '2026-04-13', '2026-04-14', '2026-04-15', '2026-06-30'];
    const on = (day: number, more = {}) => ({
      lines: Array.from({ length: 3 }, () => [
        debit('6300', '1.00', { posting_date: days[day] }),
        credit('1920', '1.00', { posting_date: days[day] }),
      ]).flat(),
      ...more,
    });
    for (const day of [6, 1, 4, 2, 7, 3, 5]) await own.posted(on(day));
    await own.posted(on(2, { is_draft: true }));
    const wrong = await own.posted(on(4));
    await own.call('PATCH', `/journal-entries/${wrong.id}`, { cancelled: 'Y', cancellation_reason: 'x' });
    const settled = await own.posted(on(6));
    for (const line of settled.lines.slice(0, 4))
      await ledger.claim(own.clientAccountId, line.id, 'external', line.debit === '0.00' ? '-1.00' : '1.00');

    const counts = new Set<number>();
    for (const shows of subsetsOf(['include_drafts', 'include_cancelled', 'include_externally_reconciled']))
      for (const span of ['', `&from_date=${days[3]}&to_date=${days[6]}`])
        for (const accounts of ['', '&account_code=1920', '&account_code=1920,6300']) {
          const query = `${shows.map((name) => `&${name}=true`).join('')}${span}${accounts}`;
          // Asked to sort, the list is found by looking at each line instead of adding up counts.
          const all = idsOf(await rows(own, `${query}&order_by=posting_date&per_page=1000`));
          counts.add(all.length);
          for (const size of [4, 9]) {
            const pages = Array.from({ length: Math.ceil(all.length / size) }, (_, page) =>
              list(own, `${query}&per_page=${size}&page=${page + 1}`),
            );
            for (const [page, { body }] of (await Promise.all(pages)).entries())
              expect([body.meta.records, idsOf(body.data)], `${query} page ${page + 1} of ${size}`).toEqual([
                all.length,
                all.slice(page * size, (page + 1) * size),
              ]);
          }
        }
    expect(counts.size).toBeGreaterThan(8);
  });

  it('a line that is cancelled while its page is being found is not shown [JEL-R07]', async () => {
    const own = await ledger.books();
    const entries = [];
    for (let n = 0; n < 80; n++) entries.push(await own.posted());
    let isOver = false;
    const shown = new Set<string | null>();
    const readers = Array.from({ length: 4 }, async () => {
      while (!isOver)
        for (const { journal_entry } of (await list(own, '&per_page=1000')).body.data)
          shown.add(journal_entry.cancelled);
    });
    for (const { id } of entries)
      await own.call('PATCH', `/journal-entries/${id}`, { cancelled: 'Y', cancellation_reason: 'x' });
    isOver = true;
    await Promise.all(readers);
    expect([...shown]).toEqual([null]);
    expect(await rows(own)).toEqual([]);
  });

  it('order_by takes fields with direction, ties go by id, unknown fields are ignored', async () => {
    const own = await ledger.books();
    await own.posted({ lines: [debit('6300', '2.00'), debit('6340', '1.00'), credit('1920', '3.00')] });
    const amounts = async (order: string) =>
      (await list(own, `&order_by=${order}`)).body.data.map(
        (row: { debit: string; account_code: string }) => `${row.account_code} ${row.debit}`,
      );
    expect(await amounts('-debit')).toEqual(['6300 2.00', '6340 1.00', '1920 0.00']);
    expect(await amounts('account_code desc')).toEqual(['6340 1.00', '6300 2.00', '1920 0.00']);
    expect(await amounts('account_code')).toEqual(['1920 0.00', '6300 2.00', '6340 1.00']);
    expect(await amounts('secret;drop table')).toEqual(['6300 2.00', '6340 1.00', '1920 0.00']);
    expect(await amounts('posting_date,-id')).toEqual(['1920 0.00', '6340 1.00', '6300 2.00']);
  });
});
