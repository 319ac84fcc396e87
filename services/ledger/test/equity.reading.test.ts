import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, type Ledger, startLedger } from './ledger.ts';
import { ANNA, BENT, COMPANY, openRegister, type ShareRegister } from './support/share-register.ts';

let ledger: Ledger;
let register: ShareRegister;
beforeAll(async () => {
  ledger = await startLedger();
  register = await openRegister(ledger);
  await register.issue(ANNA, '100', { price_per_share: '10', transaction_date: '2026-01-05' });
  await register.issue(ANNA, '50', { share_class: 'CLASS_A', transaction_date: '2026-01-06' });
  await register.transfer(ANNA, BENT, '30', { transaction_date: '2026-02-01' });
  await register.buyBack(ANNA, '20', { transaction_date: '2026-03-01' });
  await register.retire('5', { transaction_date: '2026-03-02' });
});
afterAll(() => ledger?.stop());

interface Row {
  readonly id: number;
  readonly business_partner_id: number | null;
  readonly transaction_type: string;
  readonly quantity: string;
}
const shown = async (query = '') =>
  ((await register.list(query)).body.data as Row[]).map((row) => [
    row.transaction_type,
    row.business_partner_id,
    row.quantity.replace(/\.000000$/, ''),
  ]);

describe('the list of transactions', () => {
  it('needs a client account, and shows both sides as they were recorded, by pages of 100 at most [EQT-R01]', async () => {
    const without = await register.call('GET', '/equity/transactions');
    expect([without.status, codeOf(without)]).toEqual([400, 'common.validation_error']);
    expect(await shown()).toEqual([
      ['ISSUANCE', null, '-100'],
      ['ISSUANCE', ANNA, '100'],
      ['ISSUANCE', null, '-50'],
      ['ISSUANCE', ANNA, '50'],
      ['TRANSFER', ANNA, '-30'],
      ['TRANSFER', BENT, '30'],
      ['BUYBACK', ANNA, '-20'],
      ['BUYBACK', COMPANY, '20'],
      ['RETIREMENT', COMPANY, '-5'],
      ['RETIREMENT', null, '5'],
    ]);
    const meta = { page: 1, pages: 1, per_page: 100, records: 10, next_cursor: null };
    expect((await register.list()).body.meta).toEqual(meta);
    expect((await register.list('&per_page=5000')).body.meta).toEqual(meta);
    expect((await register.list('&per_page=0')).status).toBe(400);
    const second = (await register.list('&per_page=4&page=3')).body;
    expect([second.data.length, second.meta.pages]).toEqual([2, 3]);
  });

  it('is limited by partner, class, type and dates, each by several [EQT-R02]', async () => {
    expect(await shown(`&business_partner_id=${BENT}`)).toEqual([['TRANSFER', BENT, '30']]);
    expect(await shown(`&business_partner_id=${BENT},${COMPANY}`)).toHaveLength(3);
    expect(await shown('&share_class=CLASS_A')).toHaveLength(2);
    expect(await shown('&share_class=CLASS_A;ORDINARY')).toHaveLength(10);
    expect(await shown('&transaction_type=TRANSFER,RETIREMENT')).toHaveLength(4);
    expect(await shown('&date_from=2026-02-01&date_to=2026-03-01')).toHaveLength(4);
    expect(await shown('&date_from=2026-03-01&date_to=2026-02-01')).toEqual([]);
    expect(await shown('&business_partner_id=424242')).toEqual([]);
    expect(await shown(`&business_partner_id=${ANNA}&transaction_type=ISSUANCE&share_class=ORDINARY`)).toEqual([
      ['ISSUANCE', ANNA, '100'],
    ]);
    for (const wrong of ['share_class=NONE', 'transaction_type=GIFT', 'date_from=soon', 'business_partner_id=x'])
      expect([wrong, (await register.list(`&${wrong}`)).status]).toEqual([wrong, 400]);
  });

  it('is followed by cursor and polled by updated_from: every row once, in the order of the changes', async () => {
    for (const begun of ['&per_page=3', '&per_page=3&updated_from=2000-01-01T00:00:00Z']) {
      const ids: number[] = [];
      for (let query: string | undefined = begun; query !== undefined; ) {
        const { status, body } = await register.list(query);
        expect(status).toBe(200);
        ids.push(...body.data.map(({ id }: Row) => id));
        query = body.meta.next_cursor ? `&per_page=3&cursor=${encodeURIComponent(body.meta.next_cursor)}` : undefined;
      }
      expect(ids).toEqual((await register.list()).body.data.map(({ id }: Row) => id));
    }
    expect((await register.list('&updated_from=2999-01-01T00:00:00Z')).body.data).toEqual([]);
  });

  it('shows nothing of other companies, also where they name the same partners [EQT-R28]', async () => {
    const other = await openRegister(ledger);
    await other.issue(ANNA, '1');
    expect((await other.list()).body.meta.records).toBe(2);
    for (const path of ['transactions', 'positions', `cap-table`]) {
      const query = `client_account_id=${register.clientAccountId}&company_business_partner_id=${COMPANY}`;
      const answer = await other.call('GET', `/equity/${path}?${query}`);
      expect([path, answer.status, codeOf(answer)]).toEqual([path, 403, 'common.forbidden']);
    }
  });
});

describe('one transaction', () => {
  it('is shown as the list shows it, on either side', async () => {
    for (const row of (await register.list()).body.data.slice(4, 6))
      expect((await register.call('GET', `/equity/transactions/${row.id}`)).body).toEqual(row);
  });

  it.each([424_242_424, 'x', '0', '-1'])('%s does not exist: 404 [EQT-R27]', async (id) => {
    const answer = await register.call('GET', `/equity/transactions/${id}`);
    expect([answer.status, codeOf(answer)]).toEqual([404, 'equity.transaction_not_found']);
  });

  it('of a company out of reach is refused, without a word about which [EQT-R28]', async () => {
    const [{ id }] = (await register.list()).body.data;
    const outsider = await ledger.books();
    const answer = await outsider.call('GET', `/equity/transactions/${id}`);
    expect([answer.status, codeOf(answer)]).toEqual([403, 'common.forbidden']);
    // Without the id of the request, which is chance and may hold the same digits.
    const { request_id: _chance, ...shown } = answer.body.error;
    expect(JSON.stringify(shown)).not.toContain(String(register.clientAccountId));
    ledger.world.grant(outsider.userId, register.clientAccountId, 'BK');
    expect((await outsider.call('GET', `/equity/transactions/${id}`)).status).toBe(200);
    ledger.world.revoke(outsider.userId, register.clientAccountId);
    expect((await outsider.call('GET', `/equity/transactions/${id}`)).status).toBe(403);
  });

  it('is never changed or removed', async () => {
    const [{ id }] = (await register.list()).body.data;
    for (const method of ['PUT', 'PATCH', 'DELETE', 'POST'])
      expect((await register.call(method, `/equity/transactions/${id}`, {})).status).toBe(405);
  });
});

describe('what is embedded', () => {
  it('is the partner, who created it and who changed it, on request [EQT-R33]', async () => {
    const rows = (await register.list('&with=business_partner,created_by,updated_by,nonsense')).body.data;
    expect(rows[1]).toMatchObject({
      business_partner: {
        ...{ id: ANNA, name: 'Anna Ås', client_account_id: register.clientAccountId, is_active: true },
        metadata: { kept: 1.5 },
      },
      created_by: { id: register.userId, full_name: expect.stringContaining('Kari') },
      updated_by: { id: register.userId },
    });
    expect(rows[0]).toMatchObject({ business_partner: null });
    expect(rows[1].created_by).not.toHaveProperty('email');
    const one = await register.call('GET', `/equity/transactions/${rows[1].id}?with=business_partner`);
    expect(one.body.business_partner).toMatchObject({ id: ANNA });
    for (const field of ['created_by', 'updated_by']) expect(one.body).not.toHaveProperty(field);
    expect((await register.list()).body.data[1]).not.toHaveProperty('business_partner');
  });

  it('is the partner of positions', async () => {
    const rows = await register.positions('&with=business_partner&include_void=true');
    expect(rows.length).toBeGreaterThan(3);
    for (const row of rows) expect(row.business_partner?.id ?? null).toBe(row.business_partner_id);
  });
});

describe('the words', () => {
  it('are values with labels, in English unless Norwegian is asked for [EQT-R26]', async () => {
    const ask = async (path: string, language?: string) =>
      (await register.call('GET', `/equity/${path}`, undefined, language ? { 'accept-language': language } : {})).body;
    expect(await ask('share-classes')).toEqual({
      share_classes: [
        { value: 'ORDINARY', label: 'Ordinary shares' },
        { value: 'CLASS_A', label: 'Class A shares' },
        { value: 'CLASS_B', label: 'Class B shares' },
        { value: 'CLASS_C', label: 'Class C shares' },
        { value: 'PREFERRED', label: 'Preferred shares' },
        { value: 'OTHER', label: 'Other shares' },
      ],
    });
    const types = await ask('transaction-types', 'nb-NO');
    expect(types.transaction_types.map(({ value }: { value: string }) => value)).toEqual([
      'ISSUANCE',
      'TRANSFER',
      'BUYBACK',
      'RETIREMENT',
      'SPLIT',
      'CONVERSION',
    ]);
    expect(types.transaction_types[2]).toEqual({ value: 'BUYBACK', label: 'Tilbakekjøp' });
    expect((await ask('share-classes', 'en')).share_classes[4].label).toBe('Preferred shares');
    expect((await ledger.call('GET', '/api/v2/equity/share-classes')).status).toBe(401);
  });
});
