import { writeStatements } from '@app/camt';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Bookkeeping, expectSound, newBookkeeping } from '../src/bookkeeping.ts';
import { lastMonth } from '../src/last-month.ts';
import { balancesOn } from '../src/periods.ts';
import { sharedSystem } from '../src/shared-system.ts';
import { type Addresses, type Answer, createNumbers, eventually } from '../src/system.ts';

/** A company clears its documents, with what they had booked and paid, and keeps the rest of its books. */

const HOUSE = '86011117947';
const SUPPLIER = { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' };
const month = lastMonth();
const today = Temporal.Now.plainDateISO('Europe/Oslo').toString();

let system: Addresses;
const numbers = createNumbers();
beforeAll(() => {
  system = sharedSystem();
});

interface Entry {
  readonly id: number;
  readonly sequence_number: number;
}

/** Resets as often as it takes: a reset that goes on after its answer is asked for again under its key. */
async function reset({ api, done, own }: Bookkeeping, categories: readonly string[], key: string): Promise<Answer> {
  const path = `/client-accounts/${own.client_account_id}`;
  const { unique_name: confirm } = await done('GET', path);
  return eventually(
    () => api('POST', `${path}/reset`, { categories, confirm }, key),
    ({ status }) => status !== 503,
  );
}
const list = async ({ done, own }: Bookkeeping, path: string, more = '') =>
  (await done('GET', `${path}?client_account_id=${own.client_account_id}&per_page=100${more}`)).data;
const entriesOf = (books: Bookkeeping): Promise<readonly Entry[]> => list(books, '/journal-entries');
const manual = (amount: string, more: object = {}) => ({
  ...{ description: 'Husleie', ...more },
  lines: [
    { posting_date: month.day(5), account_code: '6300', debit: amount, credit: '0' },
    { posting_date: month.day(5), account_code: '1920', debit: '0', credit: amount },
  ],
});
const sale = (business_partner_id: number) => ({
  ...{ document_type: 'ARINV', business_partner_id, document_date: month.day(3), is_draft: false },
  lines: [{ description: 'Kaffe', quantity: '10', price: '100', tax_code: '3' }],
});

let serial = 0;
/** What is created once, however busy the machine is: a call that was given up is sent again under its key. */
// biome-ignore lint/suspicious/noExplicitAny: journeys look into whatever was answered
async function create({ api, own }: Bookkeeping, path: string, body: object): Promise<any> {
  const key = `made-${own.client_account_id}-${++serial}`;
  const answer = await eventually(
    () => api('POST', path, body, key),
    ({ status }) => status !== 503,
  );
  expect([200, 201, 202], `${path}: ${JSON.stringify(answer.body)}`).toContain(answer.status);
  return answer.body;
}

const partner = (books: Bookkeeping, name: string, kind: object) =>
  create(books, '/business-partners', { ...books.own, name, ...kind });

/** An invoice and a credit note for a part of it. */
async function sold(books: Bookkeeping) {
  const customer = await partner(books, 'Kunde AS', { is_customer: true });
  const invoice = await create(books, '/documents', { ...books.own, ...sale(customer.id) });
  await create(books, `/documents/${invoice.id}/credit-note`, {
    lines: [{ line_id: invoice.lines[0].id, quantity: '4' }],
  });
  return { customer, invoice };
}

/** A bill in euros that is paid at another rate, as the bank says, and one that is cancelled. */
async function bought(books: Bookkeeping): Promise<void> {
  const { own, done, importFile, owner } = books;
  const account = (more: object) => create(books, '/bank-accounts', { ...own, type: 'CURRENT', ...more });
  const house = await account({ name: 'Drift', bban: HOUSE, bank_country: 'NO' });
  const supplier = await partner(books, 'Röstwerk GmbH', { is_supplier: true });
  await account({ business_partner_id: supplier.id, currency_code: 'EUR', ...SUPPLIER });
  const bill = (document_number: string) =>
    create(books, '/documents', {
      ...{ ...own, document_type: 'APINV', business_partner_id: supplier.id, is_draft: false, document_number },
      ...{ document_date: month.day(3), currency_code: 'EUR', exchange_rate: '11.5' },
      lines: [{ description: 'Kaffe', quantity: '1', price: '100.00', account_code: '4300', tax_code: '0' }],
    });
  const [paid, cancelled] = [await bill('RW-1'), await bill('RW-2')];
  await create(books, `/documents/${cancelled.id}/cancel`, { cancellation_reason: 'Feil' });
  const payment = await create(books, '/payments', { ...own, document_id: paid.id, bank_account_id: house.id });
  await done('PATCH', `/payments/${payment.id}`, { status: 'APPROVED' });
  await create(books, '/payments/export', { ...own, payment_ids: [payment.id] });
  const statement = {
    ...{ account: HOUSE, currency: 'NOK', reference: 'S-1', from: today, to: today },
    ...{ opening: '50000.00', closing: '48830.00' },
    entries: [
      {
        ...{ amount: '-1170.00', bookingDate: today, reference: 'R-1' },
        details: [
          { endToEndId: payment.end_to_end_id, instructed: { amount: '100.00', currency: 'EUR', rate: '11.7' } },
        ],
      },
    ],
  };
  const file = writeStatements({ messageId: 'M-1', createdAt: `${today}T04:00:00` }, [statement]);
  expect((await importFile(owner, [...file].join(''))).status).toBe(201);
  const [moved] = await list(books, '/bank-transactions');
  const settled = await done('GET', `/payments/${payment.id}`);
  if (settled.status !== 'PAID')
    await eventually(
      () => books.api('POST', `/payments/${payment.id}/settle`, { bank_transaction_id: moved.id }),
      ({ status, body }) => status === 200 || body.error?.code === 'payment.invalid_state',
    );
  await eventually(
    () => done('GET', `/payments/${payment.id}`),
    ({ status }) => status === 'PAID',
  );
}

describe('a reset of documents', () => {
  it('takes their entries and payments out of the books, as if they had never been [CAC-R38]', async () => {
    const books = await newBookkeeping(system, numbers, { vat_liable: true });
    const { own, done, expectClosed } = books;
    const first = await create(books, '/journal-entries/', { ...own, ...manual('1000.00') });
    const { customer, invoice } = await sold(books);
    await bought(books);
    const named = { relation_type: 'ARINV', relation_id: invoice.id };
    const about = await create(books, '/journal-entries/', { ...own, ...manual('70.00', named) });
    const draft = await create(books, '/journal-entries/', { ...own, ...manual('3.00'), is_draft: true });
    const before = await entriesOf(books);
    // Two of customers, two bills, a reversal, the payment and the exchange loss, between two that stay.
    expect(before).toHaveLength(9);
    expect(await balancesOn(books, today)).toMatchObject({ 8160: '20.00' });

    await expectClosed('POST', `/client-accounts/${own.client_account_id}/reset`, {
      ...{ categories: ['DOCUMENTS'], confirm: 'x' },
    });
    const answer = await reset(books, ['DOCUMENTS'], `documents-${own.client_account_id}`);
    expect([answer.status, answer.body.cleared]).toEqual([
      200,
      { JOURNAL_ENTRIES: 7, DOCUMENTS: 4, RECONCILIATIONS: expect.any(Number) },
    ]);
    expect(answer.body.cleared.RECONCILIATIONS).toBeGreaterThanOrEqual(2);

    expect((await entriesOf(books)).map(({ sequence_number }) => sequence_number).sort()).toEqual([1, 9]);
    expect(await done('GET', `/journal-entries/${draft.id}`)).toMatchObject({ is_draft: true });
    expect([first.sequence_number, about.sequence_number]).toEqual([1, 9]);
    const balances = await balancesOn(books, today);
    expect(Object.entries(balances).filter(([, amount]) => amount !== '0.00')).toEqual([
      ['1920', '-1070.00'],
      ['6300', '1070.00'],
    ]);
    for (const path of ['/documents', '/payments', '/reconciliations', '/external-reconciliations'])
      expect(await list(books, path), path).toEqual([]);
    // What the bank said stays, and waits to be reconciled again.
    expect(await list(books, '/bank-transactions')).toMatchObject([{ external_reconciled_amount: '0.00' }]);
    await expectSound(system, 'reconciliation', 'ledger', 'documents');

    const next = await create(books, '/journal-entries/', { ...own, ...manual('1.00') });
    expect(next.sequence_number).toBe(about.sequence_number + 1);
    // Numbers of invoices go on as well.
    expect((await create(books, '/documents', { ...own, ...sale(customer.id) })).document_number).toBe('10001');
    await expectSound(system, 'reconciliation', 'ledger', 'documents');
  });

  it('leaves no entry without its document, whatever is posted while it runs', async () => {
    const books = await newBookkeeping(system, numbers, { vat_liable: true });
    const { own, api } = books;
    const { customer } = await sold(books);
    const posting = (count: number) =>
      Array.from({ length: count }, () => api('POST', '/documents', { ...own, ...sale(customer.id) }));
    const early = posting(6);
    const cleared = reset(books, ['VOUCHERS'], `vouchers-${own.client_account_id}`);
    const answers = await Promise.all([...early, ...posting(6)]);
    expect((await cleared).status).toBe(200);
    // A document may be taken from under who posts it, and a company that is being reset takes no writes.
    for (const { status, body } of answers) expect(status === 503 || status < 500, JSON.stringify(body)).toBe(true);
    const agree = async () => {
      const documents: readonly { journal_entry_id: number | null }[] = await list(books, '/documents');
      const posted = (await entriesOf(books)).map(({ id }) => id).sort();
      return [documents.map(({ journal_entry_id: id }) => id).sort(), posted] as const;
    };
    const [ofDocuments, inBooks] = await eventually(agree, ([left, right]) => left.join() === right.join());
    expect(ofDocuments).toEqual(inBooks);
    await expectSound(system, 'reconciliation', 'ledger', 'documents');
  });
});
