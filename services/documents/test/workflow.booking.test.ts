import { setTimeout as pause } from 'node:timers/promises';
import { type OutgoingInvoice, writeInvoice } from '@app/ehf';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTrade, type Trade, type Trader } from './trade.ts';

// Electronic invoices in the workflow of vouchers. The world plays the ledger and organisation.

vi.setConfig({ testTimeout: 90_000 });
let trade: Trade;
beforeAll(async () => {
  trade = await startTrade();
});
afterAll(() => trade?.stop());

const nobody = { additionalStreet: null, region: null, contactName: null, email: null, phone: null } as const;
const party = (name: string, number: string) => ({
  ...nobody,
  ...{
    name,
    registeredName: name,
    organizationNumber: number,
    vatNumber: `NO${number}MVA`,
    streetAddress: 'Kaiveien 3',
  },
  ...{ endpoint: { id: number, scheme: '0192' }, postalCode: '8006', city: 'Bodø', countryCode: 'NO' },
});
const SUPPLIER = '974760673';

let serial = 0;
/** An invoice of 1 000 kroner and VAT of 25 %. */
function ehf(more: Partial<OutgoingInvoice> = {}): string {
  const line = {
    ...{ description: 'Råkaffe', itemCode: null, quantity: '10', unitCode: 'KGM', price: '100.000000' },
    ...{
      discountPercent: null,
      netAmount: '1000.00',
      taxCategory: 'S',
      taxRate: '25.00',
      periodStart: null,
      periodEnd: null,
    },
  } as const;
  return writeInvoice({
    ...{ kind: 'INVOICE', typeCode: '380', number: `F-${++serial}`, issueDate: '2026-03-10', dueDate: '2026-03-24' },
    ...{
      deliveryDate: null,
      periodStart: null,
      periodEnd: null,
      currency: 'NOK',
      note: null,
      buyerReference: 'Ingrid',
    },
    ...{ orderReference: null, credited: [], supplier: party('Norsk Kaffeimport AS', SUPPLIER) },
    ...{ customer: party('Kjøper AS', '310433217'), deliveryAddress: null, paymentReference: '1234567' },
    ...{ accounts: [{ iban: null, bban: '86011117947', bic: null, name: null }], paymentTerms: 'Netto 14 dager' },
    ...{ adjustments: [], taxInOtherCurrency: null, netAmount: '1000.00', taxAmount: '250.00', totalAmount: '1250.00' },
    taxes: [{ category: 'S', rate: '25.00', base: '1000.00', amount: '250.00', exemptionReason: null }],
    ...{ prepaidAmount: '0.00', rounding: '0.00', payableAmount: '1250.00', attachments: [], lines: [line] },
    ...{ isInBusinessRegister: true, ...more },
  } as OutgoingInvoice);
}

/** A company whose supplier is known, with the account that its invoices are booked on. */
async function company(
  options: { readonly autonomy?: string; readonly account?: string | null } = {},
): Promise<Trader> {
  const own = await trade.trader();
  if (options.autonomy) trade.autonomy.set(own.clientAccountId, options.autonomy);
  const { defaultAccountCode: _, ...known } = trade.partners.get(own.supplier)!;
  const account = options.account === undefined ? '4300' : options.account;
  trade.partners.set(own.supplier, {
    ...{ ...known, organizationNumber: SUPPLIER },
    ...(account === null ? {} : { defaultAccountCode: account }),
  });
  return own;
}

async function upload(own: Trader, content: string): Promise<number> {
  const answer = await own.call('POST', '/vouchers', {
    client_account_id: own.clientAccountId,
    file_name: 'faktura.xml',
    content_base64: Buffer.from(content).toString('base64'),
  });
  expect(answer.status).toBe(201);
  return answer.body.id;
}

async function reaches(own: Trader, id: number, status: string) {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const { body } = await own.call('GET', `/vouchers/${id}?with=documents`);
    if (body.workflow_status === status || Date.now() > deadline) {
      expect(body.workflow_status).toBe(status);
      return body;
    }
    await pause(50);
  }
}

it('makes a draft of an electronic invoice, with every field of it [VOU-R74]', async () => {
  const own = await company();
  const id = await upload(own, ehf({ number: '88213' }));
  const voucher = await reaches(own, id, 'COMPLETED');
  expect([voucher.status, voucher.type]).toEqual(['DRAFT', 'APINV']);
  const document = await own.read(voucher.documents[0].id);
  expect(document).toMatchObject({
    ...{ document_type: 'APINV', status: 'DRAFT', document_number: '88213', business_partner_id: own.supplier },
    ...{ document_date: '2026-03-10', due_date: '2026-03-24', payment_ref: '1234567', uploaded_file_id: id },
    ...{ net_amount: '1000.00', tax_amount: '250.00', total_amount: '1250.00', currency_code: 'NOK' },
    lines: [{ description: 'Råkaffe', net_amount: '1000.00', tax_code: '1', account_code: '4300' }],
  });
  expect(trade.books.entries.filter(({ request }) => request.clientAccountId === own.clientAccountId)).toEqual([]);
  // Begun anew it makes no second one.
  await own.call('PATCH', `/vouchers/${id}`, { workflow_status: 'STARTING_WORKFLOW' });
  expect((await reaches(own, id, 'COMPLETED')).documents).toHaveLength(1);
});

it('makes nothing where the platform is not to act by itself [VOU-R75]', async () => {
  const own = await company({ autonomy: 'NONE' });
  const voucher = await reaches(own, await upload(own, ehf()), 'COMPLETED');
  expect([voucher.status, voucher.documents]).toEqual(['PENDING', []]);
});

it('posts where it may, once, and names the voucher in the entry [VOU-R76]', async () => {
  const own = await company({ autonomy: 'FULL' });
  const id = await upload(own, ehf());
  const voucher = await reaches(own, id, 'COMPLETED');
  const document = await own.read(voucher.documents[0].id);
  expect(document).toMatchObject({ status: 'POSTED', total_amount: '1250.00', payment_status: 'UNPAID' });
  const entries = trade.books.entries.filter(({ request }) => request.clientAccountId === own.clientAccountId);
  expect(entries.map(({ request }) => [request.voucherId, request.userId])).toEqual([[id, 2]]);
  expect(trade.booked(document)).toEqual([
    ['4300', '1000.00'],
    ['2710', '250.00'],
    ['2400', '-1250.00'],
  ]);
});

it.each<[string, { account?: null }, { isReversed?: boolean; locked?: boolean }]>([
  ['somebody named the account', { account: null }, {}],
  ['the VAT of a line is no certain code', {}, { isReversed: true }],
  ['the period is locked', {}, { locked: true }],
])('makes a draft and posts nothing where %s [VOU-R76]', async (_, options, more) => {
  const own = await company({ autonomy: 'FULL', ...options });
  if (more.locked) trade.books.lockedUntil.set(own.clientAccountId, '2026-12-31');
  const content = more.isReversed
    ? ehf({
        ...{ taxAmount: '0.00', totalAmount: '1000.00', payableAmount: '1000.00' },
        taxes: [
          { category: 'AE', rate: '0.00', base: '1000.00', amount: '0.00', exemptionReason: 'Omvendt avgiftsplikt' },
        ],
        supplier: party('Norsk Kaffeimport AS', SUPPLIER),
        lines: [
          {
            ...{ description: 'Gull', itemCode: null, quantity: '1', unitCode: 'C62', price: '1000.000000' },
            ...{
              discountPercent: null,
              netAmount: '1000.00',
              taxCategory: 'AE',
              taxRate: '0.00',
              periodStart: null,
              periodEnd: null,
            },
          },
        ],
      })
    : ehf();
  const id = await upload(own, content);
  if (options.account === null) {
    await reaches(own, id, 'WAITING_FOR_ANSWER');
    const { body } = await own.call(
      'GET',
      `/questions?client_account_id=${own.clientAccountId}&voucher_id=${id}&status=OPEN`,
    );
    expect(body.data.map(({ type }: { type: string }) => type)).toEqual(['CHOOSE_ACCOUNT']);
    await own.call('PATCH', `/questions/${body.data[0].id}`, { answer_text: '6300' });
  }
  const voucher = await reaches(own, id, 'COMPLETED');
  expect(voucher.documents.map(({ status }: { status: string }) => status)).toEqual(['DRAFT']);
});

it('makes the supplier that the company does not know, and asks on which account', async () => {
  const own = await trade.trader();
  const id = await upload(own, ehf({ supplier: party('Ny Leverandør AS', '889640782') }));
  await reaches(own, id, 'WAITING_FOR_ANSWER');
  const made = [...trade.partners.values()].filter(
    (one) => one.clientAccountId === own.clientAccountId && one.organizationNumber === '889640782',
  );
  expect(made.map(({ name }) => name)).toEqual(['Ny Leverandør AS']);
});

it('waits over the same invoice again, and makes no document of what is the same', async () => {
  const own = await company();
  const content = ehf();
  await reaches(own, await upload(own, content), 'COMPLETED');
  const copy = await upload(own, content);
  await reaches(own, copy, 'WAITING_FOR_ANSWER');
  const { body } = await own.call(
    'GET',
    `/questions?client_account_id=${own.clientAccountId}&voucher_id=${copy}&status=OPEN`,
  );
  const same = body.data[0].answer_options.find(({ option }: { option: string }) => option === 'It is the same');
  await own.call('PATCH', `/questions/${body.data[0].id}`, { selected_option_id: same.id });
  expect((await reaches(own, copy, 'COMPLETED')).documents).toEqual([]);
  await trade.expectSound(own.clientAccountId);
});
