import { readInvoice } from '@app/ehf';
import { openRendering } from '@app/rendering';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Body, faultsOf, houseAccounts, line, startTrade, type Trade, type Trader } from './trade.ts';

let trade: Trade;
const rendering = openRendering({ threads: 1 });
beforeAll(async () => {
  trade = await startTrade();
});
afterAll(async () => {
  await rendering.close();
  await trade?.stop();
});

const sale = (own: Trader, more: Body = {}): Body => ({
  ...{ document_type: 'ARINV', business_partner_id: own.customer, lines: [line({ tax_code: '3' })] },
  ...{ is_draft: false, document_date: '2026-03-14' },
  ...more,
});

describe('the paper of an invoice', () => {
  const read = async (trader: Trader, id: number) => {
    const { bytes } = await trader.call('GET', `/documents/${id}/pdf`);
    return (await rendering.read(bytes, 'application/pdf')).textPages.join(' ').replace(/\s+/g, ' ');
  };

  it('says where to pay: the oldest current account in its currency, or the one that it names', async () => {
    const own = await trade.trader();
    trade.accountsOf.set(own.clientAccountId, houseAccounts);
    trade.books.records.set(`${own.clientAccountId} bankacc 3`, true);
    const paper = async (more: Body) => read(own, (await own.made(sale(own, more))).id);
    expect(await paper({})).toContain('8601 11 17947');
    expect(await paper({ payment_bank_account_id: 3 })).toContain('9040 10 00000');
    expect(await paper({ currency_code: 'EUR', exchange_rate: '11.4' })).toContain('NO83 3000 1234 567');
    // What is not to be paid names none.
    for (const more of [{ document_type: 'ARCRN' }, { document_type: 'ARCIN', payment_account_code: '1920' }])
      expect(await paper(more)).not.toMatch(/8601|NO93/);
    const accountless = await trade.trader();
    const { id } = await accountless.made(sale(accountless));
    expect(await read(accountless, id)).not.toContain('Kontonummer');
  });

  it('is booked on the bank account that a cash document names, unless an account is named beside it', async () => {
    const own = await trade.trader();
    const { clientAccountId } = own;
    trade.accountsOf.set(
      clientAccountId,
      houseAccounts.map((account) => (account.id === 1 ? account : { ...account, accountCode: '1920' })),
    );
    for (const id of [1, 2, 9]) trade.books.records.set(`${clientAccountId} bankacc ${id}`, true);
    const cash = (more: Body) =>
      own.create({
        ...{ document_type: 'RECPT', is_draft: false, document_date: '2026-03-14' },
        ...{ lines: [line({ quantity: '1', price: '100', tax_code: '1' })], ...more },
      });
    for (const [more, account] of [
      [{}, '2910'],
      [{ payment_bank_account_id: 1 }, '1950'],
      [{ payment_bank_account_id: 2 }, '1920'],
      [{ payment_bank_account_id: 2, payment_account_code: '1950' }, '1950'],
    ] as const) {
      const { body } = await cash(more);
      expect(trade.booked(body), JSON.stringify(more)).toContainEqual([account, '-125.00']);
      expect(body.payment_account_code).toBe(account);
    }
    const draft = (await cash({ payment_bank_account_id: 1, is_draft: true })).body;
    const change = { is_draft: false, payment_bank_account_id: 2 };
    const posted = await own.call('PUT', `/documents/${draft.id}`, change);
    expect(trade.booked(posted.body)).toContainEqual(['1920', '-125.00']);
    // An account of a partner is none that the company is paid on, or pays from.
    for (const document of [sale(own, { payment_bank_account_id: 9 }), { payment_bank_account_id: 9 }]) {
      const refused = 'lines' in document ? await own.create(document) : await cash(document);
      expect([refused.status, faultsOf(refused)]).toEqual([
        400,
        { payment_bank_account_id: expect.stringMatching(/is 9, which is no active bank account of the company/) },
      ]);
    }
  });

  it('waits for the bank accounts rather than name none: while they cannot be asked, nothing is posted', async () => {
    const own = await trade.trader();
    trade.bankIsAway.add(own.clientAccountId);
    const key = { 'idempotency-key': 'en-faktura' };
    expect((await own.create(sale(own), key)).status).toBe(503);
    trade.bankIsAway.delete(own.clientAccountId);
    trade.accountsOf.set(own.clientAccountId, houseAccounts);
    const answer = await own.create(sale(own), key);
    expect([answer.status, answer.body.status]).toEqual([201, 'POSTED']);
    expect(await read(own, answer.body.id)).toContain('8601 11 17947');
    await trade.expectSound(own.clientAccountId);
  });

  it('stays what it was when it was posted, until something that it shows is changed', async () => {
    const own = await trade.trader();
    const { id, uploaded_file_id: voucher } = await own.made(sale(own));
    const kept = (await own.call('GET', `/vouchers/${voucher}/download`)).bytes;
    const buyer = trade.partners.get(own.customer)!;
    trade.partners.set(own.customer, { ...buyer, name: 'Et annet navn AS' });
    trade.accountsOf.set(own.clientAccountId, houseAccounts);
    const pdf = async () => (await own.call('GET', `/documents/${id}/pdf`)).bytes;
    expect(await pdf()).toEqual(kept);
    // What is not printed changes nothing, and neither does what is as it was.
    const same = { metadata: { order: 7 }, due_date: (await own.read(id)).due_date };
    expect((await own.call('PATCH', `/documents/${id}`, same)).status).toBe(200);
    expect(await pdf()).toEqual(kept);
    expect((await own.call('PATCH', `/documents/${id}`, { due_date: '2026-05-31' })).status).toBe(200);
    const anew = await read(own, id);
    expect([anew.includes('31.05.2026'), anew.includes('Et annet navn AS')]).toEqual([true, true]);
    expect((await own.call('GET', `/vouchers/${voucher}/download`)).bytes).toEqual(kept);
    const draft = await own.made(sale(own, { is_draft: true }));
    expect(await read(own, draft.id)).toContain('Et annet navn AS');
  });

  it('names in its EHF whom and what its PDF names, until both are made anew', async () => {
    const own = await trade.trader();
    trade.accountsOf.set(own.clientAccountId, houseAccounts);
    const buyer = { ...trade.partners.get(own.customer)!, organizationNumber: '314760670', name: 'Kunde AS' };
    trade.partners.set(own.customer, buyer);
    const { id } = await own.made(sale(own, { buyer_reference: 'Ola Nordmann' }));
    const sent = async (email: string) => {
      expect((await own.call('POST', `/documents/${id}/send`, { email })).status).toBe(202);
      const mail = await vi.waitUntil(() => trade.mailbox.mails.find(({ recipient }) => recipient === email), {
        ...{ timeout: 60_000, interval: 25 },
      });
      const [pdf, xml] = mail.attachments.map(({ content }) => new Uint8Array(content as ArrayBuffer));
      const printed = (await rendering.read(Buffer.from(pdf!), 'application/pdf')).textPages.join(' ');
      const { customer, accounts } = readInvoice(xml!);
      return {
        printed: printed.replace(/\s+/g, ' '),
        customer: customer.name,
        accounts: accounts.map(({ iban }) => iban),
      };
    };
    trade.partners.set(own.customer, { ...buyer, name: 'Et annet navn AS' });
    const other = houseAccounts[2];
    trade.accountsOf.set(own.clientAccountId, [{ ...other!, type: 'CURRENT', currencyCode: 'NOK' }]);
    const kept = await sent('kunde@payee.test');
    expect(kept).toMatchObject({ customer: 'Kunde AS', accounts: ['NO9386011117947'] });
    expect([kept.printed.includes('Kunde AS'), kept.printed.includes('8601 11 17947')]).toEqual([true, true]);
    expect((await own.call('PATCH', `/documents/${id}`, { due_date: '2026-05-31' })).status).toBe(200);
    const anew = await sent('igjen@payee.test');
    expect(anew).toMatchObject({ customer: 'Et annet navn AS', accounts: [other!.iban] });
    expect(anew.printed).toContain('Et annet navn AS');
  });

  it('is no file that somebody brings for it later', async () => {
    const own = await trade.trader();
    const { id, uploaded_file_id: none } = await own.made(sale(own, { document_type: 'ARPIN' }));
    expect(none).toBeNull();
    const files = [
      { file_name: 'notat.txt', content_base64: Buffer.from('notat').toString('base64'), type: 'VOUCHER' },
    ];
    expect((await own.call('PATCH', `/documents/${id}`, { files })).status).toBe(200);
    expect((await own.read(id)).uploaded_file_id).not.toBeNull();
    expect(await read(own, id)).toContain('Proformafaktura');
  });
});
