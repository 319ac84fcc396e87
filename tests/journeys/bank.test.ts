import { writeStatements } from '@app/camt';
import { type Party, writeInvoice } from '@app/ehf';
import { beforeAll, expect, it } from 'vitest';
import { type Bookkeeping, newBookkeeping, runJob } from '../src/bookkeeping.ts';
import { sharedSystem } from '../src/shared-system.ts';
import { type Addresses, createNumbers, eventually } from '../src/system.ts';

/** What moves on a bank account, from the bank to the books, over the whole platform. */

let system: Addresses;
let books: Bookkeeping;
const numbers = createNumbers();

beforeAll(async () => {
  system = sharedSystem();
  books = await newBookkeeping(system, numbers, { vat_liable: true });
});

const partner = (fields: object) => books.done('POST', '/business-partners', { ...books.own, ...fields });
/** An invoice to a customer over 1 000 kroner and VAT. */
const invoiceTo = (customerId: number, more: object = {}) =>
  books.done('POST', '/documents', {
    ...{ ...books.own, document_type: 'ARINV', business_partner_id: customerId, is_draft: false },
    lines: [{ description: 'Rådgivning', quantity: '1', price: '1000', tax_code: '3' }],
    ...more,
  });
const of = (type: string, id: number) => [{ relation_type: type, relation_id: id }];
const paymentStatusBecomes = (documentId: number, wanted: string) =>
  eventually(
    () => books.api('GET', `/documents/${documentId}`),
    ({ body }) => body.payment_status === wanted,
  );

it('money from a customer is posted: its KID makes a draft, which is approved, and the invoice is paid at once', async () => {
  const { own, api, done, expectClosed } = books;
  const customer = await partner({ name: 'Kunde & Sønn AS', is_customer: true });
  const [invoice, unpaid] = [await invoiceTo(customer.id), await invoiceTo(customer.id)];
  const day = invoice.document_date;
  const received = (amount: string, description: string) =>
    done('POST', '/journal-entries/', {
      ...{ ...own, description },
      lines: [
        { posting_date: day, account_code: '1920', debit: amount, credit: '0' },
        {
          posting_date: day,
          account_code: '1500',
          debit: '0',
          credit: amount,
          dimensions: of('businesspartner', customer.id),
        },
      ],
    });
  const entry = await received('1250.00', `Innbetaling KID ${invoice.payment_ref}`);
  // The same amount without a word about what it is for is nobody's payment.
  await received('1250.00', 'Innbetaling');

  const list = `/reconciliations?client_account_id=${own.client_account_id}&with=entries`;
  const [draft, ...others] = await eventually(
    async () => (await api('GET', `${list}&is_draft=true`)).body.data as Reconciliation[],
    (found) => found.length > 0,
  );
  expect(others).toEqual([]);
  expect(draft).toMatchObject({ is_draft: true, sequence_number: null, created_by_id: 2 });
  expect(draft!.note).toContain(invoice.payment_ref);
  const paid = entry.lines.find((line: { account_code: string }) => line.account_code === '1500');
  expect(draft!.entries.map((each) => each.journal_entry_line_id)).toContain(paid.id);
  await expectClosed('GET', list);
  await expectClosed('PATCH', `/reconciliations/${draft!.id}`, { is_draft: false });
  await expectClosed('DELETE', `/reconciliations/${draft!.id}`);

  expect(await done('PATCH', `/reconciliations/${draft!.id}`, { is_draft: false })).toMatchObject({ is_draft: false });
  await paymentStatusBecomes(invoice.id, 'PAID');
  expect((await api('GET', `/documents/${unpaid.id}`)).body.payment_status).toBe('UNPAID');
  // What is rebuilt from the owner of the claims is the same.
  await runJob(system, 'documents-projections');
  expect((await api('GET', `/documents/${invoice.id}`)).body).toMatchObject({
    payment_status: 'PAID',
    open_amount: '0.00',
  });
  await done('DELETE', `/reconciliations/${draft!.id}`);
  await paymentStatusBecomes(invoice.id, 'UNPAID');
  // The two are open again, and match.
  await runJob(system, 'reconciliation-matching');
  expect((await api('GET', `${list}&is_draft=true`)).body.data).toHaveLength(1);
});

const HOUSE = '86011117947';
const KID = '1234567897';
const today = Temporal.Now.plainDateISO('Europe/Oslo');
const daysAgo = (days: number): string => today.subtract({ days }).toString();

/** A statement of the bank over the last weeks, as a file. */
const statementFile = (): string =>
  [
    ...writeStatements({ messageId: 'MSG-1', createdAt: `${daysAgo(1)}T04:00:00` }, [
      {
        ...{ account: HOUSE, currency: 'NOK', reference: 'STMT-1', from: daysAgo(20), to: daysAgo(1) },
        ...{ opening: '10000.00', closing: '8947.50' },
        entries: [
          {
            ...{ amount: '-1000.00', bookingDate: daysAgo(9), reference: 'R-1' },
            details: [{ structuredReference: KID, creditor: { name: 'Strøm & Nett AS' } }],
          },
          { amount: '-52.50', bookingDate: daysAgo(3), reference: 'R-2', information: 'Gebyr' },
        ],
      },
    ]),
  ].join('');

it('a statement is imported once, and an electronic invoice finds the movement that paid it', async () => {
  const { own, owner, stranger, api, done, expectClosed, importFile } = books;
  await done('POST', '/bank-accounts', { ...own, type: 'CURRENT', name: 'Drift', bban: HOUSE, bank_country: 'NO' });
  for (const [who, status] of [
    [stranger, 403],
    [null, 401],
  ] as const)
    expect((await importFile(who, statementFile())).status).toBe(status);
  // Nobody's house account is another's.
  const elsewhere = await importFile(stranger, statementFile(), stranger.clientAccountId);
  expect([elsewhere.status, elsewhere.body.error?.code]).toEqual([400, 'bank_statement.unknown_bank_account']);
  const imported = await importFile(owner, statementFile());
  expect([imported.status, imported.body.statements?.length], JSON.stringify(imported.body)).toEqual([201, 1]);
  expect(imported.body.statements[0]).toMatchObject({ transaction_count: 2, closing_balance: '8947.50' });
  const again = await importFile(owner, statementFile());
  expect([again.status, again.body.statements, again.body.skipped[0].reason]).toEqual([201, [], 'duplicate']);

  await done('PATCH', `/client-accounts/${owner.clientAccountId}/settings`, { autonomy_level: 'DRAFT' });
  const organizationNumber = numbers.nextOrganization();
  await partner({
    ...{ name: 'Strøm & Nett AS', organization_number: organizationNumber },
    ...{ is_supplier: true, default_account_code: '6300' },
  });
  const voucher = await done('POST', '/vouchers', {
    ...{ ...own, file_name: 'faktura.xml' },
    content_base64: Buffer.from(invoiceFrom(organizationNumber)).toString('base64'),
  });
  const { body } = await eventually(
    () => api('GET', `/vouchers/${voucher.id}?with=document,payment_matches`),
    (answer) => answer.body.workflow_status === 'COMPLETED',
  );
  expect(body.status).toBe('DRAFT');
  expect(body.payment_matches).toMatchObject([
    { document_id: body.document.id, amount: '1000.00', booking_date: daysAgo(9) },
  ]);
  expect(body.payment_matches[0].note).toContain(`KID ${KID}`);
  await expectClosed('GET', `/vouchers/${voucher.id}?with=payment_matches`);
});

/** An invoice of a supplier to the company over 1 000 kroner, as a file. */
function invoiceFrom(organizationNumber: string): string {
  const party = (name: string, number: string): Party => ({
    ...{ name, registeredName: name, organizationNumber: number, vatNumber: `NO${number}MVA` },
    endpoint: { id: number, scheme: '0192' },
    ...{ streetAddress: 'Bryggen 5', additionalStreet: null, postalCode: '5003', city: 'Bergen', region: null },
    ...{ countryCode: 'NO', contactName: null, email: null, phone: null },
  });
  return writeInvoice({
    ...{ kind: 'INVOICE', typeCode: '380', number: '70013', issueDate: daysAgo(15), dueDate: daysAgo(1) },
    ...{
      deliveryDate: null,
      periodStart: null,
      periodEnd: null,
      currency: 'NOK',
      note: null,
      buyerReference: 'Per Ås',
    },
    ...{ orderReference: null, credited: [], deliveryAddress: null, paymentReference: KID },
    ...{ accounts: [], paymentTerms: null, adjustments: [], taxInOtherCurrency: null, attachments: [] },
    supplier: party('Strøm & Nett AS', organizationNumber),
    customer: party('Prøve AS', books.owner.organizationNumber),
    taxes: [{ category: 'S', rate: '25.00', base: '800.00', amount: '200.00', exemptionReason: null }],
    ...{ netAmount: '800.00', taxAmount: '200.00', totalAmount: '1000.00', payableAmount: '1000.00' },
    ...{ prepaidAmount: '0.00', rounding: '0.00', isInBusinessRegister: true },
    lines: [
      {
        ...{
          description: 'Strøm',
          itemCode: null,
          quantity: '1',
          unitCode: 'C62',
          price: '800',
          discountPercent: null,
        },
        ...{ netAmount: '800.00', taxCategory: 'S', taxRate: '25.00', periodStart: null, periodEnd: null },
      },
    ],
  });
}

interface Reconciliation {
  readonly id: number;
  readonly note: string | null;
  readonly entries: readonly { readonly journal_entry_line_id: number }[];
}
