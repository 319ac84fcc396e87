import { writeStatements } from '@app/camt';
import { beforeAll, expect, it } from 'vitest';
import { type Bookkeeping, expectSound, newBookkeeping, runJob } from '../src/bookkeeping.ts';
import { lastMonth } from '../src/last-month.ts';
import { balancesOn } from '../src/periods.ts';
import { sharedSystem } from '../src/shared-system.ts';
import { type Addresses, createNumbers, eventually } from '../src/system.ts';

/** A supplier in euros is paid, from the invoice to the bank's word for it, over the whole platform. */

const HOUSE = '86011117947';
const SUPPLIER = { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' };
const month = lastMonth();
const today = Temporal.Now.plainDateISO('Europe/Oslo').toString();
/** What the supplier asks for, in euros and in kroner on the day of the invoice, and what the bank took. */
const [EUROS, BOOKED, TAKEN] = ['100.00', '1150.00', '1170.00'];

let system: Addresses;
let books: Bookkeeping;
beforeAll(async () => {
  system = sharedSystem();
  books = await newBookkeeping(system, createNumbers(), { vat_liable: true });
});

interface Settled {
  readonly bank_transaction_id: number;
  readonly transfer: { readonly journal_entry_id: number };
}

/** A posted invoice in euros, a payment of it, and what both are about. */
async function owed() {
  const { own, done } = books;
  const house = await done('POST', '/bank-accounts', {
    ...{ ...own, type: 'CURRENT', name: 'Drift', bban: HOUSE, bank_country: 'NO' },
  });
  const supplier = await done('POST', '/business-partners', {
    ...{ ...own, name: 'Röstwerk GmbH', is_supplier: true, default_account_code: '4300' },
  });
  const account = await done('POST', '/bank-accounts', {
    ...{ ...own, type: 'CURRENT', business_partner_id: supplier.id, currency_code: 'EUR', ...SUPPLIER },
  });
  const invoice = await done('POST', '/documents', {
    ...{ ...own, document_type: 'APINV', business_partner_id: supplier.id, is_draft: false },
    ...{ document_number: 'RW-2041', document_date: month.day(3), currency_code: 'EUR', exchange_rate: '11.5' },
    lines: [{ description: 'Grønn kaffe', quantity: '1', price: EUROS, account_code: '4300', tax_code: '0' }],
  });
  return { house, supplier, account, invoice };
}

/** What the bank says it carried out: one movement, by the end-to-end id that it got with the payment. */
const statementOf = (endToEndId: string): string =>
  [
    ...writeStatements({ messageId: 'MSG-EUR', createdAt: `${today}T04:00:00` }, [
      {
        ...{ account: HOUSE, currency: 'NOK', reference: 'STMT-EUR', from: today, to: today },
        ...{ opening: '50000.00', closing: '48830.00' },
        entries: [
          {
            ...{ amount: `-${TAKEN}`, bookingDate: today, reference: 'R-EUR' },
            details: [{ endToEndId, instructed: { amount: EUROS, currency: 'EUR', rate: '11.7' } }],
          },
        ],
      },
    ]),
  ].join('');

it('a supplier in euros is paid: approved, sent to the bank, found on its statement, booked with the exchange loss', async () => {
  const { own, done } = books;
  const known = await owed();
  const payment = await paymentMadeOnce(known);
  await expectSentOnce(payment);
  const shown = await eventually(
    () => done('GET', `/documents/${known.invoice.id}`),
    ({ is_being_paid }) => is_being_paid,
  );
  expect(shown).toMatchObject({ is_being_paid: true, pending_payment_amount: EUROS, payment_status: 'UNPAID' });

  const paid = await settledByBank(payment);
  expect(paid.transfer.account_entries).toMatchObject([
    {
      ...{ account_code: '2400', debit: TAKEN, credit: '0.00' },
      dimensions: [{ relation_type: 'businesspartner', relation_id: known.supplier.id }],
    },
    {
      ...{ account_code: '1920', debit: '0.00', credit: TAKEN },
      dimensions: [{ relation_type: 'bankacc', relation_id: known.house.id }],
    },
  ]);
  const document = await eventually(
    () => done('GET', `/documents/${known.invoice.id}`),
    ({ payment_status, is_being_paid }) => payment_status === 'PAID' && !is_being_paid,
  );
  expect(document).toMatchObject({ open_amount: '0.00', is_being_paid: false, pending_payment_amount: '0.00' });
  await expectBooked(known.house.id, paid);
  expect((await done('GET', `/payments?client_account_id=${own.client_account_id}`)).data).toHaveLength(1);
  await expectSound(system, 'reconciliation', 'ledger', 'documents');
});

/** A payment of the whole invoice: one, however often it is asked for, and nobody else's. */
async function paymentMadeOnce({ house, supplier, account, invoice }: Awaited<ReturnType<typeof owed>>) {
  const { own, api, done, expectClosed } = books;
  expect(invoice).toMatchObject({ currency_code: 'EUR', open_amount: EUROS, payment_status: 'UNPAID' });
  const wish = { ...own, document_id: invoice.id, bank_account_id: house.id, message: 'Takk' };
  const payment = await done('POST', '/payments', wish, 'pay-RW-2041');
  expect(payment).toMatchObject({
    ...{ status: 'PENDING', amount: EUROS, currency_code: 'EUR', business_partner_id: supplier.id },
    creditor_bank_account_id: account.id,
  });
  expect((await done('POST', '/payments', wish, 'pay-RW-2041')).id).toBe(payment.id);
  const doubled = await api('POST', '/payments', wish, 'pay-RW-2041-again');
  expect([doubled.status, doubled.body.error?.code]).toEqual([400, 'payment.amount_exceeds_open_amount']);
  await expectClosed('GET', `/payments?client_account_id=${own.client_account_id}`);
  await expectClosed('POST', '/payments', wish);
  await expectClosed('GET', `/payments/${payment.id}`);
  await expectClosed('PATCH', `/payments/${payment.id}`, { status: 'APPROVED' });
  await expectClosed('DELETE', `/payments/${payment.id}`);
  return payment as { readonly id: number; readonly end_to_end_id: string };
}

/** Approved it goes into one file for the bank, which says what is paid to whom. */
async function expectSentOnce({ id, end_to_end_id }: { readonly id: number; readonly end_to_end_id: string }) {
  const { own, api, done, expectClosed } = books;
  const sending = { ...own, payment_ids: [id] };
  const exported = async (key: string) => {
    const { status, body } = await api('POST', '/payments/export', sending, key);
    return [status, body.error?.code];
  };
  expect(await exported('file-too-early')).toEqual([409, 'payment.invalid_state']);
  expect(await done('PATCH', `/payments/${id}`, { status: 'APPROVED' })).toMatchObject({ status: 'APPROVED' });
  await expectClosed('POST', '/payments/export', sending);
  const file: string = await done('POST', '/payments/export', sending, 'file-1');
  for (const said of [
    'pain.001.001.03',
    `<InstdAmt Ccy="EUR">${EUROS}</InstdAmt>`,
    `<IBAN>${SUPPLIER.iban}</IBAN>`,
    `<BIC>${SUPPLIER.bic}</BIC>`,
    `<EndToEndId>${end_to_end_id}</EndToEndId>`,
    '<NbOfTxs>1</NbOfTxs>',
    `<CtrlSum>${EUROS}</CtrlSum>`,
  ])
    expect(file).toContain(said);
  expect(file.match(/<CdtTrfTxInf>/g)).toHaveLength(1);
  // An answer that was lost is had again; a second file there is not.
  expect(await done('POST', '/payments/export', sending, 'file-1')).toBe(file);
  expect(await exported('file-2')).toEqual([409, 'payment.invalid_state']);
  expect(await done('GET', `/payments/${id}`)).toMatchObject({ status: 'SENT', transfer: null });
}

/** The bank gives back the id that the payment was sent with: that settles it once, in however many runs. */
async function settledByBank({ id, end_to_end_id }: { readonly id: number; readonly end_to_end_id: string }) {
  const { api, done, expectClosed, importFile, owner } = books;
  await expectClosed('POST', `/payments/${id}/settle`, { posting_date: today });
  const imported = await importFile(owner, statementOf(end_to_end_id));
  expect([imported.status, imported.body.statements?.length], JSON.stringify(imported.body)).toEqual([201, 1]);
  await Promise.all([1, 2, 3].map(() => runJob(system, 'payment-matching')));
  const paid = await eventually(
    () => done('GET', `/payments/${id}`),
    ({ status }) => status === 'PAID',
  );
  const again = await api('POST', `/payments/${id}/settle`, { posting_date: today });
  expect([again.status, again.body.error?.code]).toEqual([409, 'payment.invalid_state']);
  return paid;
}

/** The loss is what the euros cost more than they were booked at; the bank agrees, and nothing is owed. */
async function expectBooked(house: number, paid: Settled): Promise<void> {
  const { done, expectClosed } = books;
  const transactionId = paid.bank_transaction_id;
  const balances = await balancesOn(books, today);
  expect(balances).toMatchObject({ 1920: `-${TAKEN}`, 4300: BOOKED, 8160: '20.00' });
  expect(balances[2400] ?? '0.00').toBe('0.00');
  const path = `/bank-transactions/${transactionId}`;
  expect(await done('GET', `${path}?with=posted_payments`)).toMatchObject({
    ...{ bank_account_id: house, amount: `-${TAKEN}` },
    posted_payments: [{ amount: EUROS, currency_code: 'EUR', status: 'PAID', is_draft: false }],
  });
  await expectClosed('GET', path);
  await findReconciled(paid);
  expect(await done('GET', path)).toMatchObject({ external_reconciled_amount: `-${TAKEN}` });
}

/** The movement is compared with the line that settling booked on the house account; once is enough. */
async function findReconciled({ bank_transaction_id, transfer }: Settled): Promise<void> {
  const { own, done, expectClosed } = books;
  const query = `client_account_id=${own.client_account_id}&relation_type=PAYMT&relation_id=${bank_transaction_id}`;
  const { data } = await done('GET', `/external-reconciliations?${query}`);
  expect(data).toMatchObject([
    {
      ...{ reconciliation_method: 'EXTERNAL_MATCH', difference: '0.00', expected_amount: `-${TAKEN}` },
      entries: [{ kind: 'EXTERNAL' }, { kind: 'LEDGER_LINE', relation_id: transfer.journal_entry_id }],
    },
  ]);
  await expectClosed('GET', `/external-reconciliations/${data[0].id}`);
}
