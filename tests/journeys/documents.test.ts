import { type Party, readInvoice, writeInvoice } from '@app/ehf';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { sharedSystem } from '../src/shared-system.ts';
import { type Addresses, type Answer, call, createNumbers, eventually, newOwner, type Owner } from '../src/system.ts';

/** What a company sends and receives, from the paper to the books, over the whole platform. */

let system: Addresses;
let owner: Owner;
let stranger: Owner;
let former: Caller;
const numbers = createNumbers();

interface Caller {
  readonly token: string;
}
const ask = (who: Caller | null, method: string, path: string, body?: unknown): Promise<Answer> =>
  call(system.gateway, method, path, {
    ...(who ? { token: who.token } : {}),
    ...(body === undefined ? {} : { body }),
  });
const api = (method: string, path: string, body?: unknown) => ask(owner, method, `/api/v2${path}`, body);
const codeOf = ({ status, body }: Answer): string => `${status} ${body.error?.code}`;
const mailsTo = async (address: string): Promise<readonly Mail[]> =>
  (await call(system.sandbox, 'GET', `/sandbox/mail?to=${encodeURIComponent(address)}`)).body;
interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly attachments: readonly {
    readonly file_name: string;
    readonly content_type: string;
    readonly content_base64: string;
  }[];
}
const nextMailTo = async (address: string, count = 1): Promise<Mail> =>
  (
    await eventually(
      () => mailsTo(address),
      (mails) => mails.length === count,
    )
  )[0]!;

/** Somebody who was an accountant's assistant in the company, and is no longer. */
async function formerColleague(): Promise<Caller> {
  const email = `tidligere-${owner.organizationNumber}@books.test`;
  const invited = { client_account_id: owner.clientAccountId, email, role_id: 3 };
  expect((await api('POST', '/invitations', invited)).status).toBe(201);
  const token = /invitations\/([\w-]{43})/.exec((await nextMailTo(email)).text)![1]!;
  const accepted = await ask(null, 'POST', `/public/v2/invitations/${token}/accept`, {
    ...{ first_name: 'Tidligere', last_name: 'Kollega', email, password: 'Blå-himmel-over-9' },
  });
  expect(accepted.status).toBe(200);
  const colleague = { token: accepted.body.tokens.access_token as string };
  const users = `/client-accounts/${owner.clientAccountId}/users`;
  const documents = `/api/v2/documents?client_account_id=${owner.clientAccountId}`;
  await eventually(
    () => ask(colleague, 'GET', documents),
    ({ status }) => status === 200,
  );
  const { id } = accepted.body.user;
  expect((await api('DELETE', `${users}/${id}`)).status).toBe(200);
  await eventually(
    () => ask(colleague, 'GET', documents),
    ({ status }) => status === 403,
  );
  return colleague;
}

/** Nobody outside the company gets, changes or learns anything of a path. */
async function expectClosed(method: string, path: string, body?: unknown): Promise<void> {
  for (const who of [stranger, former]) {
    const { status, body: said } = await ask(who, method, `/api/v2${path}`, body);
    expect([403, 404], `${method} ${path}: ${JSON.stringify(said)}`).toContain(status);
    expect(JSON.stringify(said)).not.toMatch(/signature=|KUNDE|public\/v2\/files/i);
  }
  expect((await ask(null, method, `/api/v2${path}`, body)).status, `${method} ${path}`).toBe(401);
}

beforeAll(async () => {
  system = sharedSystem();
  owner = await newOwner(system, numbers);
  stranger = await newOwner(system, numbers);
  expect((await api('PATCH', `/client-accounts/${owner.clientAccountId}/settings`, { vat_liable: true })).status).toBe(
    200,
  );
  former = await formerColleague();
});

it('an invoice, a credit note for part of it: numbered, sent on paper and as EHF, and the rest is owed', async () => {
  const organization_number = numbers.nextOrganization();
  const email = `faktura-${organization_number}@books.test`;
  await call(system.sandbox, 'PUT', `/sandbox/organizations/${organization_number}`, {
    body: { name: 'Kunde & Sønn AS', organization_form: 'AS', country_code: 'NO', is_vat_registered: true },
  });
  const own = { client_account_id: owner.clientAccountId };
  const customer = await api('POST', '/business-partners', {
    ...own,
    ...{ name: 'Kunde & Sønn AS', organization_number, email, is_customer: true },
  });
  expect(customer.status, JSON.stringify(customer.body)).toBe(201);
  const made = await api('POST', '/documents', {
    ...own,
    ...{ document_type: 'ARINV', business_partner_id: customer.body.id, buyer_reference: 'Per Ås', is_draft: false },
    lines: [
      { description: 'Rådgivning', quantity: '10', price: '1000', tax_code: '3' },
      { description: 'Kaffe, mørkbrent', quantity: '4', price: '129', discount_percent: '10', tax_code: '31' },
    ],
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const invoice = made.body;
  expect(invoice).toMatchObject({
    ...{ document_number: '10000', status: 'POSTED', net_amount: '10464.40', tax_amount: '2569.66' },
    ...{ total_amount: '13034.06', open_amount: '13034.06', payment_status: 'UNPAID' },
  });
  expect(invoice.payment_ref).toMatch(/^\d{15}$/);

  // Taken back: four hours of the ten.
  const credited = await api('POST', `/documents/${invoice.id}/credit-note`, {
    lines: [{ line_id: invoice.lines[0].id, quantity: '4' }],
  });
  expect(credited.status, JSON.stringify(credited.body)).toBe(201);
  const credit = credited.body;
  expect(credit).toMatchObject({
    ...{ document_type: 'ARCRN', total_amount: '5000.00', credited_document_id: invoice.id },
  });
  const tooMuch = await api('POST', `/documents/${invoice.id}/credit-note`, {
    lines: [{ line_id: invoice.lines[0].id, quantity: '7' }],
  });
  expect(codeOf(tooMuch)).toBe('400 document.already_credited');
  // Nor can the books be brought out of step with it.
  const cancelling = { cancelled: 'Y', cancellation_reason: 'Feil' };
  const apart = await api('PATCH', `/journal-entries/${invoice.journal_entry_id}`, cancelling);
  expect(codeOf(apart)).toBe('409 accounting.journal_entry_of_document');

  for (const [index, document] of [invoice, credit].entries()) {
    expect((await api('POST', `/documents/${document.id}/send`, {})).status).toBe(202);
    const mail = await nextMailTo(email, index + 1);
    const name = `${document.document_type}_${document.document_number}`;
    expect(mail.attachments.map(({ file_name, content_type }) => [file_name, content_type])).toEqual([
      [`${name}.pdf`, 'application/pdf'],
      [`${name}.xml`, 'application/xml'],
    ]);
    const [pdf, xml] = mail.attachments.map(({ content_base64 }) => Buffer.from(content_base64, 'base64'));
    expect(pdf!.subarray(0, 5).toString()).toBe('%PDF-');
    expect(readInvoice(xml!)).toMatchObject({
      kind: document === invoice ? 'INVOICE' : 'CREDIT_NOTE',
      ...{ number: document.document_number, paymentReference: document.payment_ref, buyerReference: 'Per Ås' },
      ...{ netAmount: document.net_amount, taxAmount: document.tax_amount, payableAmount: document.total_amount },
      supplier: { organizationNumber: owner.organizationNumber, vatNumber: `NO${owner.organizationNumber}MVA` },
      customer: { organizationNumber: organization_number, name: 'Kunde & Sønn AS' },
      credited: document === invoice ? [] : [{ number: invoice.document_number }],
    });
  }

  // The books: what was invoiced, less what was taken back, is owed; the two are reconciled as far as they go.
  const owed = await eventually(
    () => api('GET', `/documents/${invoice.id}`),
    ({ body }) => body.payment_status === 'PARTIALLY_PAID',
  );
  expect(owed.body).toMatchObject({ open_amount: '8034.06', paid_amount: '5000.00', credit_note_ids: [credit.id] });
  const rows = (
    await api(
      'GET',
      `/reports/accounts-receivable?client_account_id=${owner.clientAccountId}&business_partner_id=${customer.body.id}`,
    )
  ).body.data as { debit_amount: number; reconciled_amount: number; journal_entry: { related_object: object } }[];
  expect(rows.map(({ debit_amount, reconciled_amount }) => [debit_amount, reconciled_amount])).toEqual([
    [13034.06, 5000],
    [-5000, -5000],
  ]);
  expect(rows.map(({ journal_entry }) => journal_entry.related_object)).toMatchObject(
    [invoice, credit].map(({ id, document_number, document_type }) => ({ id, document_number, document_type })),
  );
  for (const document of [invoice, credit]) {
    const entry = (await api('GET', `/journal-entries/${document.journal_entry_id}`)).body;
    expect(entry.voucher_id).toBe(document.uploaded_file_id);
    const cents = (side: 'debit' | 'credit'): number =>
      entry.lines.reduce((sum: number, line: Record<string, string>) => sum + Math.round(Number(line[side]) * 100), 0);
    expect([cents('debit'), cents('debit') > 0]).toEqual([cents('credit'), true]);
  }

  // The voucher that was made of it has a signed address for its owner, which needs no token; nobody else gets one.
  const voucher = (await api('GET', `/vouchers/${invoice.uploaded_file_id}`)).body;
  expect(voucher).toMatchObject({ status: 'BOOKED', type: 'ARINV' });
  const { pathname, search } = new URL(voucher.download_url);
  const signed = await fetch(new URL(pathname + search, system.gateway));
  expect([signed.status, signed.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  await signed.arrayBuffer();
  expect((await ask(null, 'GET', pathname)).status).toBe(403);
  const forged = search.replace(/signature=(.)/, (_, first) => `signature=${first === '_' ? 'A' : '_'}`);
  expect((await ask(owner, 'GET', `${pathname}${forged}`)).status).toBe(403);
  await expectClosed('GET', `/documents/${invoice.id}`);
  await expectClosed('GET', `/documents/${invoice.id}/pdf`);
  await expectClosed('GET', `/documents?client_account_id=${owner.clientAccountId}`);
  await expectClosed('GET', `/vouchers/${voucher.id}`);
  await expectClosed('GET', `/vouchers/${voucher.id}/download`);
  await expectClosed('GET', `/files/${voucher.id}`);
  await expectClosed('POST', `/documents/${invoice.id}/send`, { email: 'tyv@books.test' });
  await expectClosed('POST', `/documents/${invoice.id}/credit-note`, {});
  await expectClosed('POST', '/documents', { ...own, document_type: 'ARINV', uploaded_file_id: voucher.id });
  await expectClosed('GET', `/reports/accounts-receivable?client_account_id=${owner.clientAccountId}`);
  expect(await mailsTo('tyv@books.test')).toEqual([]);
  const theirs = { client_account_id: stranger.clientAccountId, document_type: 'APINV', uploaded_file_id: voucher.id };
  expect((await ask(stranger, 'POST', '/api/v2/documents', theirs)).status).toBe(400);
});

/** A receipt as a phone takes a picture of it. */
const photo = (): Promise<Buffer> =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="620" height="760" font-family="DejaVu Sans" font-size="30">
      <rect width="100%" height="100%" fill="#fbfaf6"/>
      <g transform="rotate(-1 310 380)">
        <text x="60" y="100" font-size="44">Kaffebaren på hjørnet</text>
        <text x="60" y="170">Org.nr. 313 609 030 MVA</text>
        <text x="60" y="300">Kaffe og kake      96,00</text>
        <text x="60" y="350">Mva 25 %           24,00</text>
        <text x="60" y="430" font-size="38">Totalt kr       120,00</text>
        <text x="60" y="540">Takk for besøket!</text>
      </g></svg>`),
  )
    .jpeg({ quality: 80 })
    .toBuffer();

const upload = async (who: Caller | null, content: Buffer, fileName: string, fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(content)]), fileName);
  const response = await fetch(new URL('/api/v2/vouchers', system.gateway), {
    method: 'POST',
    headers: who ? { authorization: `Bearer ${who.token}` } : {},
    body: form,
  });
  return { status: response.status, headers: response.headers, body: await response.json() } as Answer;
};

/** What a signed address gives to whoever has it: its status, media type and first bytes. */
async function behind(address: string): Promise<readonly [number, string | null, string]> {
  const { pathname, search } = new URL(address);
  const answer = await fetch(new URL(pathname + search, system.gateway));
  const bytes = Buffer.from(await answer.arrayBuffer());
  return [answer.status, answer.headers.get('content-type'), bytes.subarray(1, 4).toString('latin1')];
}

it('a receipt from a phone: shown, asked about, and booked by nobody but a person', async () => {
  const own = { client_account_id: String(owner.clientAccountId) };
  const content = await photo();
  for (const [who, status] of [
    [stranger, 403],
    [former, 403],
    [null, 401],
  ] as const)
    expect((await upload(who, content, 'kvittering.jpg', own)).status).toBe(status);
  const sent = await upload(owner, content, 'Kvittering på kaffe.jpg', { ...own, channel: 'APP' });
  expect([sent.status, sent.body.status], JSON.stringify(sent.body)).toEqual([201, 'PENDING']);
  const path = `/vouchers/${sent.body.id}`;
  const questions = `/questions?client_account_id=${own.client_account_id}&voucher_id=${sent.body.id}&status=OPEN`;
  /** The question that the workflow waits with. */
  const asked = async (type: string) =>
    (
      await eventually(
        async () => (await api('GET', questions)).body.data as { id: number; type: string; answer_options: Option[] }[],
        (open) => open[0]?.type === type,
      )
    )[0]!;
  interface Option {
    readonly id: number;
    readonly option: string;
  }

  const kind = await asked('CHOOSE_TYPE');
  const voucher = (await api('GET', path)).body;
  expect(voucher).toMatchObject({
    ...{ status: 'PENDING', workflow_status: 'WAITING_FOR_ANSWER', content_type: 'image/jpeg', type: null },
    page_images: [{ page_number: 1 }],
  });
  for (const address of [voucher.thumbnail_url, voucher.preview_url, voucher.page_images[0].preview_url])
    expect(await behind(address)).toEqual([200, 'image/png', 'PNG']);
  expect((await behind(voucher.download_url)).slice(0, 2)).toEqual([200, 'image/jpeg']);
  const one = kind.answer_options.find(({ option }) => option === 'RECPT')!;
  await expectClosed('PATCH', `/questions/${kind.id}`, { selected_option_id: one.id });
  await expectClosed('GET', questions);
  for (const method of ['GET', 'DELETE']) await expectClosed(method, path);
  await expectClosed('GET', `${path}/download`);
  await expectClosed('GET', `/vouchers?client_account_id=${own.client_account_id}`);

  expect((await api('PATCH', `/questions/${kind.id}`, { selected_option_id: one.id })).status).toBe(200);
  const partner = await asked('CHOOSE_PARTNER');
  expect((await api('PATCH', `/questions/${partner.id}`, { answer_text: 'Kaffebaren' })).status).toBe(200);
  const account = await asked('CHOOSE_ACCOUNT');
  expect((await api('PATCH', `/questions/${account.id}`, { answer_text: '7140' })).status).toBe(200);
  const read = await eventually(
    () => api('GET', `${path}?with=journal_entries,documents`),
    ({ body }) => body.workflow_status === 'COMPLETED',
  );
  // Nothing of what was read of a picture is in the books by itself.
  expect(read.body).toMatchObject({ type: 'RECPT', journal_entries: [] });
  expect(read.body.status).not.toBe('BOOKED');

  const draft = await api('GET', `/documents/${read.body.documents[0].id}`);
  expect(draft.body).toMatchObject({
    ...{ document_type: 'RECPT', is_draft: true, total_amount: '120.00', document_date: null },
    lines: [{ net_amount: '96.00', tax_code: '1', account_code: '7140' }],
  });
  const statusBecomes = (wanted: string) =>
    eventually(
      () => api('GET', path),
      ({ body }) => body.status === wanted,
    );
  await statusBecomes('DRAFT');
  const posted = await api('PATCH', `/documents/${draft.body.id}`, { document_date: '2026-11-02', is_draft: false });
  expect(posted.status, JSON.stringify(posted.body)).toBe(200);
  await statusBecomes('BOOKED');
  expect(codeOf(await api('DELETE', path)).slice(0, 3)).toBe('400');
});

it('an EHF invoice is read without a question, and the same file again waits with one', async () => {
  const own = { client_account_id: owner.clientAccountId };
  const supplierNumber = numbers.nextOrganization();
  const supplier = await api('POST', '/business-partners', {
    ...own,
    ...{
      name: 'Strøm & Nett AS',
      organization_number: supplierNumber,
      is_supplier: true,
      default_account_code: '6300',
    },
  });
  expect(supplier.status, JSON.stringify(supplier.body)).toBe(201);
  const xml = Buffer.from(invoiceFrom(supplierNumber));
  const send = () => upload(owner, xml, 'faktura.xml', { client_account_id: String(owner.clientAccountId) });
  const reaches = (id: number, status: string) =>
    eventually(
      () => api('GET', `/vouchers/${id}`),
      ({ body }) => body.workflow_status === status,
    );
  const first = await send();
  expect(first.status, JSON.stringify(first.body)).toBe(201);
  expect((await reaches(first.body.id, 'COMPLETED')).body).toMatchObject({ type: 'APINV' });
  const second = await send();
  expect(second.status).toBe(201);
  await reaches(second.body.id, 'WAITING_FOR_ANSWER');
  const { body } = await api(
    'GET',
    `/questions?client_account_id=${own.client_account_id}&voucher_id=${second.body.id}&status=OPEN`,
  );
  expect(body.data).toMatchObject([{ type: 'DUPLICATE', voucher_id: second.body.id }]);
  // Another company's own copy is no duplicate of it, and is not said to be.
  const elsewhere = await upload(stranger, xml, 'faktura.xml', { client_account_id: `${stranger.clientAccountId}` });
  expect(elsewhere.status).toBe(201);
  await expectClosed('GET', `/vouchers?similar_to=${first.body.id}`);
});

/** An invoice of a supplier to the company, as a file. */
function invoiceFrom(organizationNumber: string): string {
  const party = (name: string, number: string): Party => ({
    ...{ name, registeredName: name, organizationNumber: number, vatNumber: `NO${number}MVA` },
    endpoint: { id: number, scheme: '0192' },
    ...{ streetAddress: 'Bryggen 5', additionalStreet: null, postalCode: '5003', city: 'Bergen', region: null },
    ...{ countryCode: 'NO', contactName: null, email: null, phone: null },
  });
  return writeInvoice({
    ...{ kind: 'INVOICE', typeCode: '380', number: '70012', issueDate: '2026-11-02', dueDate: '2026-11-30' },
    ...{
      deliveryDate: null,
      periodStart: null,
      periodEnd: null,
      currency: 'NOK',
      note: null,
      buyerReference: 'Per Ås',
    },
    ...{ orderReference: null, credited: [], deliveryAddress: null, paymentReference: '12345678903' },
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

it('a supplier’s invoice is open again once its credit note is cancelled, and is cancelled then', async () => {
  const supplier = await api('POST', '/business-partners', {
    ...{ client_account_id: owner.clientAccountId, name: 'Leverandør AS', is_supplier: true },
    ...{ organization_number: numbers.nextOrganization() },
  });
  expect(supplier.status, JSON.stringify(supplier.body)).toBe(201);
  const bill = await api('POST', '/documents', {
    ...{ client_account_id: owner.clientAccountId, document_type: 'APINV', business_partner_id: supplier.body.id },
    ...{ document_number: 'L-1', is_draft: false, lines: [{ description: 'Leie', price: '800', tax_code: '1' }] },
  });
  expect(bill.status, JSON.stringify(bill.body)).toBe(201);
  const { id } = bill.body;
  const cancel = (of: number) => api('POST', `/documents/${of}/cancel`, { cancellation_reason: 'Feil' });
  const credit = await api('POST', `/documents/${id}/credit-note`, {});
  expect(credit.body).toMatchObject({ document_type: 'APCRN', payment_status: 'PAID' });
  expect(codeOf(await cancel(id))).toBe('409 document.has_payments');
  expect((await cancel(credit.body.id)).body).toMatchObject({ status: 'CANCELLED' });
  await eventually(
    () => api('GET', `/documents/${id}`),
    ({ body }) => body.payment_status === 'UNPAID' && body.open_amount === '1000.00',
  );
  expect((await cancel(id)).body).toMatchObject({ status: 'CANCELLED' });
});
