import { writeStatements } from '@app/camt';
import { type Party, writeInvoice } from '@app/ehf';
import { beforeAll, expect, it } from 'vitest';
import { sharedSystem } from '../src/shared-system.ts';
import { type Addresses, type Answer, call, createNumbers, eventually, newOwner, type Owner } from '../src/system.ts';

/** What moves on a bank account, from the bank to the books, over the whole platform. */

let system: Addresses;
let owner: Owner;
let stranger: Owner;
const numbers = createNumbers();

const ask = (who: Pick<Owner, 'token'> | null, method: string, path: string, body?: unknown): Promise<Answer> =>
  call(system.gateway, method, path, {
    ...(who ? { token: who.token } : {}),
    ...(body === undefined ? {} : { body }),
  });
const api = (method: string, path: string, body?: unknown) => ask(owner, method, `/api/v2${path}`, body);
/** Sends as the owner, expects a success and gives the body. */
async function done(method: string, path: string, body?: unknown) {
  const answer = await api(method, path, body);
  expect([200, 201, 204], `${method} ${path}: ${JSON.stringify(answer.body)}`).toContain(answer.status);
  return answer.body;
}
/** Nobody else gets, changes or learns anything of a path. */
async function expectClosed(method: string, path: string, body?: unknown): Promise<void> {
  const { status, body: said } = await ask(stranger, method, `/api/v2${path}`, body);
  expect([403, 404], `${method} ${path}: ${JSON.stringify(said)}`).toContain(status);
  expect((await ask(null, method, `/api/v2${path}`, body)).status, `${method} ${path}`).toBe(401);
}
const runJob = (name: string) => call(system.gateway, 'POST', `/testing/jobs/${name}/run`);

beforeAll(async () => {
  system = sharedSystem();
  owner = await newOwner(system, numbers);
  stranger = await newOwner(system, numbers);
  await done('PATCH', `/client-accounts/${owner.clientAccountId}/settings`, { vat_liable: true });
});

const own = () => ({ client_account_id: owner.clientAccountId });
const partner = (fields: object) => done('POST', '/business-partners', { ...own(), ...fields });
/** An invoice to a customer over 1 000 kroner and VAT. */
const invoiceTo = (customerId: number, more: object = {}) =>
  done('POST', '/documents', {
    ...{ ...own(), document_type: 'ARINV', business_partner_id: customerId, is_draft: false },
    lines: [{ description: 'Rådgivning', quantity: '1', price: '1000', tax_code: '3' }],
    ...more,
  });
const of = (type: string, id: number) => [{ relation_type: type, relation_id: id }];
const paymentStatusBecomes = (documentId: number, wanted: string) =>
  eventually(
    () => api('GET', `/documents/${documentId}`),
    ({ body }) => body.payment_status === wanted,
  );

it('money from a customer is posted: its KID makes a draft, which is approved, and the invoice is paid at once', async () => {
  const customer = await partner({ name: 'Kunde & Sønn AS', is_customer: true });
  const [invoice, unpaid] = [await invoiceTo(customer.id), await invoiceTo(customer.id)];
  const day = invoice.document_date;
  const received = (amount: string, description: string) =>
    done('POST', '/journal-entries/', {
      ...{ ...own(), description },
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

  const list = `/reconciliations?client_account_id=${owner.clientAccountId}&with=entries`;
  const [draft, ...others] = await eventually(
    async () => (await api('GET', `${list}&is_draft=true`)).body.data as Reconciliation[],
    (found) => found.length > 0,
    30,
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
  expect((await runJob('documents-projections')).status).toBe(200);
  expect((await api('GET', `/documents/${invoice.id}`)).body).toMatchObject({
    payment_status: 'PAID',
    open_amount: '0.00',
  });
  await done('DELETE', `/reconciliations/${draft!.id}`);
  await paymentStatusBecomes(invoice.id, 'UNPAID');
  // The two are open again, and match.
  expect((await runJob('reconciliation-matching')).status).toBe(200);
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

const importStatement = async (who: Pick<Owner, 'token'> | null, clientAccountId: number) => {
  const form = new FormData();
  form.set('client_account_id', String(clientAccountId));
  form.set('file', new Blob([statementFile()]), 'kontoutskrift.xml');
  const response = await fetch(new URL('/api/v2/bank-statements/import', system.gateway), {
    method: 'POST',
    headers: who ? { authorization: `Bearer ${who.token}` } : {},
    body: form,
  });
  return { status: response.status, body: await response.json() } as Pick<Answer, 'status' | 'body'>;
};

it('a statement is imported once, and an electronic invoice finds the movement that paid it', async () => {
  await done('POST', '/bank-accounts', { ...own(), type: 'CURRENT', name: 'Drift', bban: HOUSE, bank_country: 'NO' });
  for (const [who, status] of [
    [stranger, 403],
    [null, 401],
  ] as const)
    expect((await importStatement(who, owner.clientAccountId)).status).toBe(status);
  // Nobody's house account is another's.
  const elsewhere = await importStatement(stranger, stranger.clientAccountId);
  expect([elsewhere.status, elsewhere.body.error?.code]).toEqual([400, 'bank_statement.unknown_bank_account']);
  const imported = await importStatement(owner, owner.clientAccountId);
  expect([imported.status, imported.body.statements?.length], JSON.stringify(imported.body)).toEqual([201, 1]);
  expect(imported.body.statements[0]).toMatchObject({ transaction_count: 2, closing_balance: '8947.50' });
  const again = await importStatement(owner, owner.clientAccountId);
  expect([again.status, again.body.statements, again.body.skipped[0].reason]).toEqual([201, [], 'duplicate']);

  await done('PATCH', `/client-accounts/${owner.clientAccountId}/settings`, { autonomy_level: 'DRAFT' });
  const organizationNumber = numbers.nextOrganization();
  await partner({
    ...{ name: 'Strøm & Nett AS', organization_number: organizationNumber },
    ...{ is_supplier: true, default_account_code: '6300' },
  });
  const voucher = await done('POST', '/vouchers', {
    ...{ ...own(), file_name: 'faktura.xml' },
    content_base64: Buffer.from(invoiceFrom(organizationNumber)).toString('base64'),
  });
  const { body } = await eventually(
    () => api('GET', `/vouchers/${voucher.id}?with=document,payment_matches`),
    (answer) => answer.body.workflow_status === 'COMPLETED',
    60,
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
    customer: party('Prøve AS', owner.organizationNumber),
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
