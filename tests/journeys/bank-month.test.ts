import { writeStatements } from '@app/camt';
import { beforeAll, expect, it } from 'vitest';
import { type Bookkeeping, expectSound, newBookkeeping } from '../src/bookkeeping.ts';
import { lastMonth } from '../src/last-month.ts';
import { balancesOn, type ExternalRecord, explainDraft, periodOf, preparePeriods, type Scope } from '../src/periods.ts';
import { sharedSystem } from '../src/shared-system.ts';
import { type Addresses, createNumbers } from '../src/system.ts';

/** A month at the bank, from its file to a reconciled period, over the whole platform. */

const HOUSE = '86011117947';
const month = lastMonth();

let system: Addresses;
let books: Bookkeeping;
beforeAll(async () => {
  system = sharedSystem();
  books = await newBookkeeping(system, createNumbers(), {
    ...{ vat_liable: true, vat_return_frequency: 'MONTHLY' },
    ...{ early_access: true, reconciliation_frequency: 'VAT_TERM' },
  });
});

/** What the bank says of the month: share capital, a customer, a supplier, a fee, and a card that nobody knows. */
const statementOf = (kid: string): string =>
  [
    ...writeStatements({ messageId: 'MSG-M', createdAt: `${month.last}T23:00:00` }, [
      {
        ...{ account: HOUSE, currency: 'NOK', reference: 'STMT-M', from: month.first, to: month.last },
        ...{ opening: '0.00', closing: '28698.50' },
        entries: [
          { amount: '30000.00', bookingDate: month.day(1), reference: 'R-1', information: 'Aksjekapital' },
          {
            ...{ amount: '1250.00', bookingDate: month.day(9), reference: 'R-2' },
            details: [{ structuredReference: kid, debtor: { name: 'Kunde & Sønn AS' } }],
          },
          {
            ...{ amount: '-2000.00', bookingDate: month.day(12), reference: 'R-3' },
            details: [{ text: ['Faktura 77'], creditor: { name: 'Strøm & Nett AS' } }],
          },
          { amount: '-52.50', bookingDate: month.day(28), reference: 'R-4', information: 'Gebyr' },
          { amount: '-499.00', bookingDate: month.day(20), reference: 'R-5', information: 'Kortkjøp 4711' },
        ],
      },
    ]),
  ].join('');

interface Transaction {
  readonly id: number;
  readonly amount: string;
  readonly booking_date: string;
}
interface Dimension {
  readonly relation_type: string;
  readonly relation_id: number;
}

const of = (relation_type: string, relation_id: number): Dimension[] => [{ relation_type, relation_id }];
const amounts = (signed: string) =>
  signed.startsWith('-') ? { debit: '0', credit: signed.slice(1) } : { debit: signed, credit: '0' };
const negative = (signed: string) => (signed.startsWith('-') ? signed.slice(1) : `-${signed}`);

/** Books a movement of the bank against an account, and reconciles the two; each is sent twice under its key. */
async function bookAndReconcile(moved: Transaction, houseId: number, account: string, dimensions: Dimension[] = []) {
  const { own, done, api } = books;
  const { id, amount, booking_date: posting_date } = moved;
  const entry = {
    ...{ ...own, description: `Bank ${id}` },
    lines: [
      { posting_date, account_code: '1920', ...amounts(amount), dimensions: of('bankacc', houseId) },
      { posting_date, account_code: account, ...amounts(negative(amount)), dimensions },
    ],
  };
  const post = () => done('POST', '/journal-entries/', entry, `entry-${id}`);
  const posted = await post();
  expect((await post()).id).toBe(posted.id);
  const nok = { amount, currency_code: 'NOK' };
  const record = {
    ...own,
    entries: [
      { kind: 'EXTERNAL', relation_type: 'PAYMT', relation_id: id, ...nok },
      {
        ...{ kind: 'LEDGER_LINE', relation_type: 'JE', ...nok },
        ...{ relation_id: posted.id, relation_line_id: posted.lines[0].id },
      },
    ],
  };
  const reconcile = () => done('POST', '/external-reconciliations', record, `record-${id}`);
  const made = await reconcile();
  expect(made).toMatchObject({ reconciliation_method: 'EXTERNAL_MATCH', expected_amount: amount, difference: '0.00' });
  expect((await reconcile()).id).toBe(made.id);
  const doubled = await api('POST', '/external-reconciliations', record, `record-${id}-again`);
  expect([doubled.status, doubled.body.error?.code]).toEqual([409, 'external_reconciliation.already_reconciled']);
  return { record, made };
}

/** A customer and a supplier with an invoice each, posted in the month. */
async function traded() {
  const { own, done } = books;
  const customer = await done('POST', '/business-partners', { ...own, name: 'Kunde & Sønn AS', is_customer: true });
  const supplier = await done('POST', '/business-partners', { ...own, name: 'Strøm & Nett AS', is_supplier: true });
  const posted = (document_type: string, partner: number, line: object, more: object = {}) =>
    done('POST', '/documents', {
      ...{ ...own, document_type, business_partner_id: partner, is_draft: false, document_date: month.day(2), ...more },
      lines: [{ description: 'Levert', quantity: '1', ...line }],
    });
  const invoice = await posted('ARINV', customer.id, { price: '1000', tax_code: '3' });
  const cost = { price: '1600', tax_code: '1', account_code: '6300' };
  await posted('APINV', supplier.id, cost, { document_number: '77' });
  return { customer, supplier, kid: invoice.payment_ref as string };
}

it('a month at the bank: its file is booked, each movement reconciled, the unknown one explained, and the month closed', async () => {
  const { own, done, expectClosed, importFile } = books;
  const house = await done('POST', '/bank-accounts', {
    ...{ ...own, type: 'CURRENT', name: 'Drift', bban: HOUSE, bank_country: 'NO' },
  });
  const { customer, supplier, kid } = await traded();
  const imported = await importFile(books.owner, statementOf(kid));
  expect([imported.status, imported.body.statements?.[0]?.transaction_count]).toEqual([201, 5]);
  expect((await importFile(books.owner, statementOf(kid))).body.statements).toEqual([]);
  expect((await importFile(books.stranger, statementOf(kid))).status).toBe(403);

  const list = `/bank-transactions?client_account_id=${own.client_account_id}`;
  const open = `${list}&include_externally_reconciled=false`;
  const moved = (await done('GET', open)).data as Transaction[];
  expect(moved.map(({ amount }) => amount)).toEqual(['30000.00', '1250.00', '-2000.00', '-499.00', '-52.50']);
  const card = movement(moved, '-499.00');
  await expectClosed('GET', list);
  for (const path of ['', '/statements']) await expectClosed('GET', `/bank-transactions/${card.id}${path}`);

  await bookAndReconcile(movement(moved, '30000.00'), house.id, '2000');
  await bookAndReconcile(movement(moved, '1250.00'), house.id, '1500', of('businesspartner', customer.id));
  await bookAndReconcile(movement(moved, '-2000.00'), house.id, '2400', of('businesspartner', supplier.id));
  const { record, made } = await bookAndReconcile(movement(moved, '-52.50'), house.id, '7770');
  await expectClosed('POST', '/external-reconciliations', record);
  await expectClosed('GET', `/external-reconciliations/${made.id}`);
  await expectClosed('DELETE', `/external-reconciliations/${made.id}`);

  // One movement is left: the month says so, and nobody but the company sees it.
  const period = await preparePeriods(books, month);
  const bankKey = `BANK:${house.id}:${month.last}`;
  expect(period).toMatchObject({ status: 'OPEN', reconciled_at: null });
  expect(scopeOf(period.scopes, bankKey)).toMatchObject({
    ...{ reconciler: 'BANK', label: 'Drift', is_ready: false, readiness_reason: 'TRANSACTIONS_UNMATCHED' },
    external_reconciliation: null,
  });
  await expectClosed('GET', `/reconciliation-periods/${period.id}`);
  await expectClosed('GET', `/reconciliation-periods?client_account_id=${own.client_account_id}`);
  await expectClosed('POST', '/reconciliation-periods', own);

  const said = { category: 'PURCHASE', comment: 'Kaffemaskin til kontoret' };
  await expectClosed('POST', `/bank-transactions/${card.id}/statements`, said);
  const explain = () => done('POST', `/bank-transactions/${card.id}/statements`, said, `said-${card.id}`);
  expect((await explain()).id).toBe((await explain()).id);
  expect((await done('GET', `/bank-transactions/${card.id}?with=statements`)).statements).toMatchObject([said]);
  await bookAndReconcile(card, house.id, '6540');
  expect((await done('GET', open)).data).toEqual([]);

  // The bank agrees by itself, and the partners owe nothing; what only a person knows is a draft.
  const ready = await preparePeriods(books, month);
  expect(scopeOf(ready.scopes, bankKey)).toMatchObject({ is_ready: true, readiness_reason: null });
  expect(methodsOf(ready.scopes.filter(({ dimension }) => dimension !== null))).toEqual({
    Drift: 'EXTERNAL_MATCH',
    'Kunde & Sønn AS': 'ZERO_BALANCE',
    'Strøm & Nett AS': 'ZERO_BALANCE',
  });
  const drafts = ready.scopes.filter(({ external_reconciliation: record }) => record?.is_draft);
  expect(drafts.map(({ reconciler }) => reconciler)).toEqual(['VAT', 'BALANCE']);
  for (const { external_reconciliation: record } of drafts) await finishDraft(record!);
  const closed = await periodOf(books, month);
  expect(closed).toMatchObject({ status: 'RECONCILED', reconciled_at: expect.any(String) });
  expect(closed.scopes.every(({ is_overdue, readiness_reason }) => !is_overdue && readiness_reason === null)).toBe(
    true,
  );

  // Prepared again nothing is doubled; bank, ledger and what is shown agree.
  const records = `/external-reconciliations?client_account_id=${own.client_account_id}`;
  const before = (await done('GET', records)).meta.records;
  expect((await preparePeriods(books, month)).status).toBe('RECONCILED');
  expect((await done('GET', records)).meta.records).toBe(before);
  const { balance } = await done('GET', `/bank-accounts/${house.id}?with=balance`);
  expect(balance).toEqual({ as_of: month.last, amount: '28698.50', currency_code: 'NOK' });
  expect((await balancesOn(books, month.last))[1920]).toBe(balance.amount);
  await expectSound(system, 'reconciliation', 'ledger', 'documents');
});

const movement = (moved: readonly Transaction[], amount: string): Transaction =>
  moved.find((one) => one.amount === amount)!;
const scopeOf = (scopes: readonly Scope[], key: string): Scope | undefined => scopes.find((one) => one.key === key);
const methodsOf = (scopes: readonly Scope[]) =>
  Object.fromEntries(
    scopes.map(({ label, external_reconciliation: record }) => [label, record?.reconciliation_method]),
  );

/** Explains the difference of a draft as the owner; nobody else may. */
async function finishDraft(record: ExternalRecord): Promise<void> {
  await books.expectClosed('PATCH', `/external-reconciliations/${record.id}`, { is_draft: false });
  const unexplained = await books.api('PATCH', `/external-reconciliations/${record.id}`, { is_draft: false });
  expect([unexplained.status, unexplained.body.error?.code]).toEqual([
    400,
    'period_reconciliation.unexplained_difference',
  ]);
  expect(await explainDraft(books, record)).toMatchObject({ is_draft: false, reconciliation_method: 'EXPLAINED' });
}
