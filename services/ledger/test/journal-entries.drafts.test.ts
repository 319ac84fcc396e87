import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Books,
  codeOf,
  credit,
  debit,
  faultsOf,
  type Ledger,
  type LineBody,
  rent,
  startLedger,
} from './ledger.ts';

let ledger: Ledger;
let books: Books;
beforeAll(async () => {
  ledger = await startLedger();
  books = await ledger.books();
});
afterAll(() => ledger?.stop());

const draft = (more: object = {}) => books.posted({ ...rent(), is_draft: true, ...more });
const put = (id: number, body: object) => books.call('PUT', `/journal-entries/${id}`, body);
const lines = (amount: string, more: LineBody = {}) => [debit('6340', amount, more), credit('1920', amount, more)];

describe('PUT', () => {
  it('replaces all lines and keeps the draft when is_draft is omitted or true [JE-R27] [JEX-R02]', async () => {
    const { id, lines: old } = await draft();
    for (const body of [{ lines: lines('7.00') }, { lines: lines('8.00'), is_draft: true }]) {
      const answer = await put(id, body);
      expect([answer.status, answer.body.is_draft, answer.body.sequence_number, answer.body.posted_at]).toEqual([
        200,
        true,
        null,
        null,
      ]);
      expect(answer.body.lines).toHaveLength(2);
      expect(answer.body.lines[0]).toMatchObject({
        account_code: '6340',
        debit: (body.lines[0] as { debit: string }).debit,
      });
      expect(answer.body.lines.map((line: { id: number }) => line.id)).not.toContain(old[0].id);
    }
    await ledger.expectSound(books.clientAccountId);
  });

  it('is_draft false posts the draft [JEX-R01]', async () => {
    const { id } = await draft();
    const { body } = await put(id, { lines: lines('9.00'), is_draft: false });
    expect(body).toMatchObject({ id, is_draft: false, posted_by_id: books.userId });
    expect(body.sequence_number).toBeGreaterThan(0);
    expect(body.posted_at).toBe(body.updated_at);
    expect((await books.call('GET', `/journal-entries/${id}`)).body).toEqual(body);
  });

  it('keeps what is not sent, clears what is null, takes what is sent', async () => {
    ledger.own(books.clientAccountId, 'voucher', { id: 1 });
    const { id, created_at, created_by_id } = await draft({ voucher_id: 1, relation_type: 'APINV', relation_id: 5 });
    const kept = (await put(id, { lines: lines('1.00') })).body;
    expect(kept).toMatchObject({
      description: 'Rent',
      voucher_id: 1,
      relation_type: 'APINV',
      relation_id: 5,
      created_at,
      created_by_id,
    });
    const cleared = (
      await put(id, {
        lines: lines('1.00'),
        description: null,
        voucher_id: null,
        relation_type: null,
        relation_id: null,
      })
    ).body;
    expect(cleared).toMatchObject({ description: '', voucher_id: null, relation_type: null, relation_id: null });
    expect((await put(id, { lines: lines('1.00'), description: 'New' })).body.description).toBe('New');
  });

  it('lines are required [JEX-R34]', async () => {
    const { id } = await draft();
    for (const body of [{ description: 'x' }, { lines: [] }, { lines: null }]) {
      const answer = await put(id, body);
      expect([answer.status, Object.keys(faultsOf(answer))]).toEqual([400, ['lines']]);
    }
  });

  it('another client_account_id 400, the same fine [JE-R28]', async () => {
    const { id } = await draft();
    const other = await ledger.books();
    const answer = await put(id, { lines: lines('1.00'), client_account_id: other.clientAccountId });
    expect([answer.status, Object.keys(faultsOf(answer))]).toEqual([400, ['client_account_id']]);
    expect((await put(id, { lines: lines('1.00'), client_account_id: books.clientAccountId })).status).toBe(200);
  });

  it('an id that is not that of the path 400, the same fine', async () => {
    const { id } = await draft();
    expect(Object.keys(faultsOf(await put(id, { lines: lines('1.00'), id: id + 1 })))).toEqual(['id']);
    expect((await put(id, { lines: lines('1.00'), id })).status).toBe(200);
  });

  it('unbalanced lines 400, and the draft is as it was [JE-R45]', async () => {
    const before = await draft();
    const answer = await put(before.id, { lines: [debit('6340', '1.00'), credit('1920', '2.00')] });
    expect([answer.status, codeOf(answer)]).toEqual([400, 'common.validation_error']);
    expect((await books.call('GET', `/journal-entries/${before.id}`)).body).toEqual(before);
  });

  it('the tax-code rules apply [JE-R44]', async () => {
    await ledger.addAccount(books.clientAccountId, '6341', { taxCodes: ['1'] });
    const { id } = await draft();
    const listed = await put(id, { lines: [debit('6341', '1.00', { tax_code: '3' }), credit('1920', '1.00')] });
    expect(faultsOf(listed)['lines.0.tax_code']).toMatch(/not among the tax codes/);
    const exempt = await ledger.books({ vatLiable: false });
    const theirs = await exempt.posted({ ...rent(), is_draft: true });
    const answer = await exempt.call('PUT', `/journal-entries/${theirs.id}`, {
      lines: lines('1.00', { tax_code: '1' }),
    });
    expect([answer.status, faultsOf(answer)['lines.0.tax_code']]).toEqual([
      400,
      expect.stringMatching(/not liable for VAT/),
    ]);
  });

  it('a posted entry 400 accounting.journal_entry_not_draft, and it is as it was [JE-R29]', async () => {
    const posted = await books.posted();
    const answer = await put(posted.id, { lines: lines('1.00') });
    expect([answer.status, codeOf(answer)]).toEqual([400, 'accounting.journal_entry_not_draft']);
    expect((await books.call('GET', `/journal-entries/${posted.id}`)).body).toEqual(posted);
  });

  it('a voucher of another live entry 409, the own one stays', async () => {
    ledger.own(books.clientAccountId, 'voucher', { id: 2 });
    ledger.own(books.clientAccountId, 'voucher', { id: 3 });
    await books.posted({ ...rent(), voucher_id: 2 });
    const { id } = await draft({ voucher_id: 3 });
    expect((await put(id, { lines: lines('1.00'), voucher_id: 3 })).status).toBe(200);
    const answer = await put(id, { lines: lines('1.00'), voucher_id: 2 });
    expect([answer.status, codeOf(answer)]).toEqual([409, 'common.conflict']);
  });

  it('unknown 404, unreachable 403, malformed id 404', async () => {
    const other = await ledger.books();
    const theirs = await other.posted({ ...rent(), is_draft: true });
    expect(codeOf(await put(999_999, {}))).toBe('accounting.journal_entry_not_found');
    expect([(await put(theirs.id, {})).status, codeOf(await put(theirs.id, {}))]).toEqual([
      403,
      'accounting.client_account_access_denied',
    ]);
    for (const id of ['0', 'x', '-1', '1.5', '99999999999999999999'])
      expect(codeOf(await books.call('PUT', `/journal-entries/${id}`, { lines: [] })), id).toBe(
        'accounting.journal_entry_not_found',
      );
  });

  it('reports every change', async () => {
    const { id } = await draft();
    await put(id, { lines: lines('1.00') });
    await put(id, { lines: lines('1.00'), is_draft: false });
    const published = (await ledger.events())
      .filter(({ payload }) => payload.journal_entry_id === id)
      .map(({ name }) => name);
    expect(published).toEqual([
      'ledger.journal_entry.drafted',
      'ledger.journal_entry.drafted',
      'ledger.journal_entry.posted',
    ]);
  });
});

describe('DELETE', () => {
  it('removes a draft for good and answers 200 {} [JE-R30]', async () => {
    const { id } = await draft();
    const answer = await books.call('DELETE', `/journal-entries/${id}`);
    expect([answer.status, answer.body]).toEqual([200, {}]);
    expect((await books.call('GET', `/journal-entries/${id}`)).status).toBe(404);
    expect((await books.call('DELETE', `/journal-entries/${id}`)).status).toBe(404);
    await ledger.expectSound(books.clientAccountId);
    const published = (await ledger.events('ledger.journal_entry.draft_removed')).filter(
      ({ payload }) => payload.journal_entry_id === id,
    );
    expect(published).toHaveLength(1);
  });

  it('a posted entry 400 accounting.journal_entry_not_draft [JE-R31]', async () => {
    const posted = await books.posted();
    const answer = await books.call('DELETE', `/journal-entries/${posted.id}`);
    expect([answer.status, codeOf(answer)]).toEqual([400, 'accounting.journal_entry_not_draft']);
    expect((await books.call('GET', `/journal-entries/${posted.id}`)).body).toEqual(posted);
  });

  it("others' drafts 403", async () => {
    const other = await ledger.books();
    const theirs = await other.posted({ ...rent(), is_draft: true });
    const answer = await books.call('DELETE', `/journal-entries/${theirs.id}`);
    expect([answer.status, codeOf(answer)]).toEqual([403, 'accounting.client_account_access_denied']);
    expect((await other.call('GET', `/journal-entries/${theirs.id}`)).status).toBe(200);
  });
});
