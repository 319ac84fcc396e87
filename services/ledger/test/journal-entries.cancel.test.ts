import { unavailable } from '@app/contract/failure';
import { Documents } from '@app/rpc';
import { stub } from '@app/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Books, codeOf, credit, debit, faultsOf, type Ledger, rent, startLedger } from './ledger.ts';

/** What the owner of documents says of them, whatever company asks; undefined while it cannot be asked. */
let owned: readonly { id: number; documentType: string; isBusy: boolean; journalEntryId?: number }[] | undefined = [];
const documents = stub(Documents, {
  GetDocuments: async ({ ids }) => {
    if (!owned) throw unavailable('away');
    return {
      documents: owned
        .filter(({ id }) => ids.includes(id))
        .map((document) => ({
          ...document,
          ...({
            status: 'POSTED',
            currencyCode: 'NOK',
            paymentStatus: 'UNPAID',
            isPayable: false,
            version: 1,
          } as const),
          ...{ totalAmount: '1.00', paidAmount: '0.00', openAmount: '1.00' },
        })),
    };
  },
});
let ledger: Ledger;
let books: Books;
beforeAll(async () => {
  ledger = await startLedger({ documents: [documents] });
});
beforeEach(async () => {
  ledger.setClock(null);
  owned = [];
  books = await ledger.books();
});
afterAll(() => ledger?.stop());

const patch = (id: number, body: unknown) => books.call('PATCH', `/journal-entries/${id}`, body);
const cancel = (id: number, reason = 'booked twice') => patch(id, { cancelled: 'Y', cancellation_reason: reason });
const get = async (id: number) => (await books.call('GET', `/journal-entries/${id}`)).body;
const lock = (until: string) =>
  books.call('POST', '/period-locks', {
    client_account_id: books.clientAccountId,
    locked_until_date: until,
    locking_comment: 'Closed',
  });

describe('cancelling a posted entry', () => {
  it('marks the original and returns it [JE-R34] [JE-R36] [JE-R37]', async () => {
    const original = await books.posted();
    const answer = await cancel(original.id);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      id: original.id,
      cancelled: 'Y',
      cancelled_by_id: books.userId,
      cancellation_reason: 'booked twice',
      cancellation_entry_id: expect.any(Number),
      sequence_number: original.sequence_number,
      lines: original.lines,
    });
    expect((await get(answer.body.cancellation_entry_id)).relation_id).toBe(original.id);
    await ledger.expectSound(books.clientAccountId);
  });

  it('posts a reversal with opposite sides, dated today, with the next number [JE-R35]', async () => {
    // 23:30 UTC on the last of March is the first of April in Oslo.
    ledger.setClock('2026-03-31T22:30:00Z');
    ledger.own(books.clientAccountId, 'project', { id: 1, name: 'Roof' });
    const original = await books.posted({
      description: 'Goods',
      lines: [
        debit('4300', '100.00', {
          tax_code: '1',
          currency_code: 'EUR',
          exchange_rate: '11.25',
          dimensions: [{ relation_type: 'project', relation_id: 1 }],
        }),
        debit('2710', '25.00', { tax_line: true, tax_for_line: 1, quantity: '3' }),
        credit('2400', '125.00', { description: 'To pay' }),
      ],
    });
    const reversal = await get((await cancel(original.id)).body.cancellation_entry_id);
    expect(reversal).toMatchObject({
      is_draft: false,
      sequence_number: original.sequence_number + 1,
      posted_by_id: books.userId,
    });
    expect(reversal.lines).toHaveLength(3);
    for (const [i, line] of reversal.lines.entries()) {
      const { id, journal_entry_id, posting_date, dimensions, ...rest } = original.lines[i];
      expect(line).toMatchObject({
        ...rest,
        debit: rest.credit,
        credit: rest.debit,
        debit_fc: rest.credit_fc,
        credit_fc: rest.debit_fc,
        posting_date: '2026-04-01',
        journal_entry_id: reversal.id,
      });
      expect(line.dimensions.map(({ name }: { name: string }) => name)).toEqual(
        dimensions.map(({ name }: { name: string }) => name),
      );
    }
  });

  it.each([
    ['the last posting date of an entry that lies ahead', '2026-03-01T12:00:00Z', '2026-05-14'],
    ['that date while it is today', '2026-05-14T12:00:00Z', '2026-05-14'],
    ['today from then on', '2026-05-15T12:00:00Z', '2026-05-15'],
    ['its last date on a day between its dates', '2026-04-01T12:00:00Z', '2026-05-14'],
  ])('a reversal is never dated before the original: %s [JEX-R46]', async (_, now, dated) => {
    ledger.setClock(now);
    ledger.own(books.clientAccountId, 'project', { id: 1, name: 'Roof' });
    const more = { dimensions: [{ relation_type: 'project', relation_id: 1 }] };
    const lines = ['2026-05-14', '2026-03-14'].flatMap(
      (date) => rent('1.00', { posting_date: date, ...more }).lines as object[],
    );
    const original = await books.posted({ lines });
    const reversal = await get((await cancel(original.id)).body.cancellation_entry_id);
    expect(new Set(reversal.lines.map(({ posting_date }: { posting_date: string }) => posting_date))).toEqual(
      new Set([dated]),
    );
    await ledger.expectSound(books.clientAccountId);
  });

  it('the reversal carries C, refers to the original, has no voucher and no cancellation entry [JE-R41] [JEX-R40]', async () => {
    ledger.own(books.clientAccountId, 'voucher', { id: 1 });
    const original = await books.posted({ ...rent(), voucher_id: 1 });
    const { cancellation_entry_id, voucher_id } = (await cancel(original.id)).body;
    expect(voucher_id).toBe(1);
    expect(await get(cancellation_entry_id)).toMatchObject({
      cancelled: 'C',
      relation_type: 'JE',
      relation_id: original.id,
      voucher_id: null,
      cancellation_entry_id: null,
      cancelled_by_id: null,
      cancellation_reason: null,
    });
  });

  it('the description names the number of the original in the accounting language, cut to the maximum', async () => {
    const english = await ledger.books({ accountingLanguage: 'eng' });
    const describe = async (own: Books, description: string) => {
      const original = await own.posted({ ...rent(), description });
      const { body } = await own.call('PATCH', `/journal-entries/${original.id}`, {
        cancelled: 'Y',
        cancellation_reason: 'x',
      });
      return (await own.call('GET', `/journal-entries/${body.cancellation_entry_id}`)).body.description;
    };
    expect(await describe(books, 'Husleie')).toBe('Reversering av bilag 1: Husleie');
    expect(await describe(english, '')).toBe('Reversal of entry 1');
    const long = await describe(english, 'x'.repeat(1000));
    expect([long.length, long.startsWith('Reversal of entry 3: xxx')]).toEqual([1000, true]);
  });

  it('copies lines whose tax code is allowed no more: reversals skip the tax-code checks [JE-R22]', async () => {
    const account = await ledger.addAccount(books.clientAccountId, '6360');
    const original = await books.posted({ lines: [debit('6360', '1.00', { tax_code: '1' }), credit('1920', '1.00')] });
    await ledger.db
      .raw`insert into account_tax_codes (account_id, tax_code_id) select ${account}, id from tax_codes where code = '3'`;
    await ledger.db
      .raw`update account_facts set vat_liable_during = '{}' where client_account_id = ${books.clientAccountId}`;
    expect((await cancel(original.id)).status).toBe(200);
    await ledger.expectSound(books.clientAccountId);
  });

  it('works although account and dimension were deactivated since [JEX-R39]', async () => {
    const account = await ledger.addAccount(books.clientAccountId, '6361');
    ledger.own(books.clientAccountId, 'project', { id: 2 });
    const original = await books.posted({
      lines: [
        debit('6361', '1.00', { dimensions: [{ relation_type: 'project', relation_id: 2 }] }),
        credit('1920', '1.00'),
      ],
    });
    ledger.own(books.clientAccountId, 'project', { id: 2, isActive: false });
    await ledger.db.raw`update accounts set is_active = false where id = ${account}`;
    await ledger.db
      .raw`update reference_values set is_active = false where client_account_id = ${books.clientAccountId}`;
    expect((await cancel(original.id)).status).toBe(200);
  });

  it('needs a reason [JE-R33]', async () => {
    const original = await books.posted();
    for (const body of [
      { cancelled: 'Y' },
      { cancelled: 'Y', cancellation_reason: null },
      { cancelled: 'Y', cancellation_reason: '   ' },
    ]) {
      const answer = await patch(original.id, body);
      expect([answer.status, Object.keys(faultsOf(answer))]).toEqual([400, ['cancellation_reason']]);
    }
    expect(await get(original.id)).toEqual(original);
  });

  it('a second time 400 [JE-R39]', async () => {
    const original = await books.posted();
    const { cancellation_entry_id } = (await cancel(original.id)).body;
    const answer = await cancel(original.id);
    expect([answer.status, codeOf(answer)]).toEqual([400, 'common.validation_error']);
    expect(answer.body.error.message).toContain(`by entry ${cancellation_entry_id}`);
  });

  it('a reversal cannot be cancelled [JEX-R30]', async () => {
    const { cancellation_entry_id } = (await cancel((await books.posted()).id)).body;
    const answer = await cancel(cancellation_entry_id);
    expect([answer.status, codeOf(answer)]).toEqual([400, 'common.validation_error']);
    expect((await get(cancellation_entry_id)).cancelled).toBe('C');
  });

  it('with a line in a locked period 409, no reversal and no number [JE-R40]', async () => {
    const dates = ['2026-03-14', '2026-05-14'].flatMap(
      (date) => rent('1.00', { posting_date: date }).lines as object[],
    );
    const original = await books.posted({ lines: dates });
    await lock('2026-03-31');
    const answer = await cancel(original.id);
    expect([answer.status, codeOf(answer)]).toEqual([409, 'accounting.period_locked']);
    expect(answer.body.error.details.locked_until_date).toBe('2026-03-31');
    expect(await get(original.id)).toEqual(original);
    const { body } = await books.call('GET', `/journal-entries?client_account_id=${books.clientAccountId}`);
    expect(body.meta.records).toBe(1);
    expect((await books.posted(rent('1.00', { posting_date: '2026-05-01' }))).sequence_number).toBe(2);
  });

  it('with today in a locked period 409', async () => {
    ledger.setClock('2026-06-15T10:00:00Z');
    const original = await books.posted(rent('1.00', { posting_date: '2026-07-01' }));
    await lock('2026-06-15');
    const answer = await cancel(original.id);
    expect([answer.status, codeOf(answer)]).toEqual([409, 'accounting.period_locked']);
  });

  it.each(['internal', 'external'])(
    'with a line that an %s reconciliation claims 409, until it is released [JEX-R29]',
    async (kind) => {
      const original = await books.posted();
      const claim = await ledger.claim(
        books.clientAccountId,
        original.lines[1].id,
        kind as 'internal' | 'external',
        '-40.00',
      );
      const answer = await cancel(original.id);
      expect([answer.status, codeOf(answer)]).toEqual([409, 'accounting.journal_entry_reconciled']);
      expect(await get(original.id)).toMatchObject({ cancelled: null });
      await ledger.release(books.clientAccountId, claim);
      expect((await cancel(original.id)).status).toBe(200);
      await ledger.expectSound(books.clientAccountId);
    },
  );

  it('reports the cancellation and the reversal', async () => {
    const original = await books.posted();
    const { cancellation_entry_id } = (await cancel(original.id)).body;
    const published = (await ledger.events())
      .filter(({ clientAccountId }) => clientAccountId === books.clientAccountId)
      .slice(-2);
    expect(published.map(({ name, payload }) => [name, payload.journal_entry_id])).toEqual([
      ['ledger.journal_entry.cancelled', original.id],
      ['ledger.journal_entry.posted', cancellation_entry_id],
    ]);
    expect(published[0]?.payload).toMatchObject({ cancelled: 'Y', cancellation_entry_id });
  });
});

describe('the entry of a document', () => {
  const entryOf = (relation_type: string, relation_id: number) =>
    books.posted({ ...rent(), relation_type, relation_id });
  const expectUntouched = async (id: number) => {
    expect(await get(id)).toMatchObject({ cancelled: null, cancellation_entry_id: null });
    await ledger.expectSound(books.clientAccountId);
  };

  it.each([
    ['APINV', 'use POST /documents/5/cancel'],
    ['RECPT', 'use POST /documents/5/cancel'],
    ['ARINV', 'such as a credit note'],
    ['ARCRN', 'which only a document that takes it back undoes'],
  ])('is not cancelled without it: %s', async (type, instead) => {
    const { id } = await entryOf(type, 5);
    owned = [{ id: 5, documentType: type, isBusy: false, journalEntryId: id }];
    const answer = await cancel(id);
    expect([answer.status, codeOf(answer)]).toEqual([409, 'accounting.journal_entry_of_document']);
    expect(answer.body.error.message).toContain(instead);
    expect(answer.body.error.details).toEqual({ document_id: 5 });
    await expectUntouched(id);
  });

  it('nor while the document is being posted, or its owner cannot be asked', async () => {
    const { id } = await entryOf('APINV', 5);
    owned = [{ id: 5, documentType: 'APINV', isBusy: true }];
    expect(codeOf(await cancel(id))).toBe('accounting.journal_entry_of_document');
    owned = undefined;
    expect((await cancel(id)).status).toBe(503);
    await expectUntouched(id);
  });

  it('is not any entry that names the document: those of callers are cancelled', async () => {
    owned = [
      { id: 5, documentType: 'APINV', isBusy: false, journalEntryId: 999_999 },
      { id: 6, documentType: 'RECPT', isBusy: false, journalEntryId: 999_998 },
    ];
    for (const [type, document] of [
      ['APINV', 5],
      ['APINV', 6],
      ['APINV', 7],
    ] as const)
      expect((await cancel((await entryOf(type, document)).id)).status, `${type} ${document}`).toBe(200);
    owned = undefined;
    const other = await books.posted({ ...rent(), relation_type: 'ORDER', relation_id: 5 });
    expect((await cancel(other.id)).status).toBe(200);
    await ledger.expectSound(books.clientAccountId);
  });

  it('that is a draft is removed, and one that was cancelled before is refused as such', async () => {
    owned = undefined;
    const draft = await books.posted({ ...rent(), relation_type: 'APINV', relation_id: 5, is_draft: true });
    expect((await cancel(draft.id)).body).toEqual({});
    owned = [];
    const { id } = await entryOf('APINV', 5);
    expect((await cancel(id)).status).toBe(200);
    owned = [{ id: 5, documentType: 'APINV', isBusy: false, journalEntryId: id }];
    expect((await cancel(id)).status).toBe(400);
  });
});

describe('PATCH otherwise', () => {
  it('on a draft removes it and answers {}, no reason needed [JE-R32]', async () => {
    const draft = await books.posted({ ...rent(), is_draft: true });
    const answer = await patch(draft.id, { cancelled: 'Y' });
    expect([answer.status, answer.body]).toEqual([200, {}]);
    expect((await books.call('GET', `/journal-entries/${draft.id}`)).status).toBe(404);
    const { body } = await books.call(
      'GET',
      `/journal-entries?client_account_id=${books.clientAccountId}&include_drafts=true`,
    );
    expect(body.meta.records).toBe(0);
  });

  it('with another value, or none, changes nothing [JE-R38]', async () => {
    const posted = await books.posted();
    const draft = await books.posted({ ...rent(), is_draft: true });
    for (const entry of [posted, draft])
      for (const body of [
        {},
        { cancelled: 'N' },
        { cancelled: 'y' },
        { cancelled: null },
        { cancelled: true },
        { cancellation_reason: 'why' },
      ]) {
        const answer = await patch(entry.id, body);
        expect([answer.status, answer.body], JSON.stringify(body)).toEqual([200, entry]);
      }
  });

  it('of an unknown entry 404, of an unreachable one 403, without body 400', async () => {
    const other = await ledger.books();
    const theirs = await other.posted();
    expect(codeOf(await cancel(999_999))).toBe('accounting.journal_entry_not_found');
    const answer = await cancel(theirs.id);
    expect([answer.status, codeOf(answer)]).toEqual([403, 'accounting.client_account_access_denied']);
    expect((await patch(theirs.id, undefined)).status).toBe(400);
  });
});
