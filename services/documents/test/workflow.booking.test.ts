import { type OutgoingInvoice, writeInvoice } from '@app/ehf';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTrade, type Trade, type Trader } from './trade.ts';
import { waitForWorkflow } from './workflow-status.ts';

// Electronic invoices in the workflow of vouchers. The world plays the ledger and organisation.

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
const SUPPLIER = '314760670';
const BUYER = '310433217';

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
    ...{ customer: party('Kjøper AS', BUYER), deliveryAddress: null, paymentReference: '1234567' },
    ...{ accounts: [{ iban: null, bban: '86011117947', bic: null, name: null }], paymentTerms: 'Netto 14 dager' },
    ...{ adjustments: [], taxInOtherCurrency: null, netAmount: '1000.00', taxAmount: '250.00', totalAmount: '1250.00' },
    taxes: [{ category: 'S', rate: '25.00', base: '1000.00', amount: '250.00', exemptionReason: null }],
    ...{ prepaidAmount: '0.00', rounding: '0.00', payableAmount: '1250.00', attachments: [], lines: [line] },
    ...{ isInBusinessRegister: true, ...more },
  } as OutgoingInvoice);
}

type SentLine = OutgoingInvoice['lines'][number];
/** A line of the invoice above, otherwise. */
const line = (more: Partial<SentLine>): SentLine => ({
  ...{ description: 'Råkaffe', itemCode: null, quantity: '1', unitCode: 'C62', price: '1000.000000' },
  ...{ discountPercent: null, netAmount: '1000.00', taxCategory: 'S', taxRate: '25.00' },
  ...{ periodStart: null, periodEnd: null, ...more },
});

/** A company whose supplier is known, with the account that its invoices are booked on. */
async function company(
  options: { readonly autonomy?: string; readonly account?: string | null } = {},
): Promise<Trader> {
  const own = await trade.trader({ organizationNumber: BUYER });
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
  await waitForWorkflow(trade.db, id, status);
  const { body } = await own.call('GET', `/vouchers/${id}?with=documents`);
  expect(body.workflow_status).toBe(status);
  return body;
}

async function openQuestions(own: Trader, id: number): Promise<{ id: number; type: string; question: string }[]> {
  const { body } = await own.call(
    'GET',
    `/questions?client_account_id=${own.clientAccountId}&voucher_id=${id}&status=OPEN`,
  );
  return body.data;
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
  // The voucher shows the date of its document, and another one as a change of its own.
  const stamped = async () => {
    const rows = await trade.db.executor.execute(sql`select updated_at::text as at from files where id = ${id}`);
    return rows[0]!.at as string;
  };
  const before = await stamped();
  await own.call('PATCH', `/documents/${document.id}`, { document_date: '2026-03-11' });
  expect((await own.call('GET', `/vouchers/${id}`)).body.document_date).toBe('2026-03-11');
  expect((await stamped()) > before).toBe(true);
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

it.each([
  ['stopped', 'PATCH', { workflow_status: 'CANCELLED' }],
  ['put aside', 'PATCH', { status: 'ARCHIVED' }],
  ['deleted', 'DELETE', undefined],
])('books nothing of a voucher that is %s while its document is made', async (_, method, body) => {
  const own = await company({ autonomy: 'FULL' });
  const stopped = new Promise<number>((resolve) => {
    trade.meanwhile.set(own.clientAccountId, async () => {
      const [row] = await trade.db.executor.execute(
        sql`select id from vouchers where client_account_id = ${own.clientAccountId}`,
      );
      resolve((await own.call(method, `/vouchers/${row!.id}`, body)).status);
    });
  });
  const id = await upload(own, ehf());
  expect(await stopped).toBeLessThan(300);
  // Whoever worked on it is at the next ones.
  const others = await Promise.all([1, 2, 3, 4].map(async () => [await company(), ehf()] as const));
  const ids = await Promise.all(others.map(([other, content]) => upload(other, content)));
  for (const [index, [other]] of others.entries()) await reaches(other, ids[index]!, 'COMPLETED');
  const voucher = (await own.call('GET', `/vouchers/${id}?with=documents`)).body;
  expect([voucher.workflow_status, voucher.documents]).toEqual(['CANCELLED', []]);
  expect(trade.books.entries.filter(({ request }) => request.clientAccountId === own.clientAccountId)).toEqual([]);
});

const reversed = {
  ...{ taxAmount: '0.00', totalAmount: '1000.00', payableAmount: '1000.00' },
  taxes: [{ category: 'AE', rate: '0.00', base: '1000.00', amount: '0.00', exemptionReason: 'Omvendt avgiftsplikt' }],
  lines: [line({ description: 'Gull', taxCategory: 'AE', taxRate: '0.00' })],
} as const;
/** VAT that differs from that of the lines by as much as the format takes, and a total that is rounded as well. */
const unequal = {
  ...{ taxAmount: '250.99', totalAmount: '1250.99', rounding: '0.50', payableAmount: '1251.49' },
  taxes: [{ category: 'S', rate: '25.00', base: '1000.00', amount: '250.99', exemptionReason: null }],
} as const;

it.each<[string, { sent?: Partial<OutgoingInvoice>; account?: null; by?: 'EM'; before?: (own: Trader) => unknown }]>([
  ['somebody named the account', { account: null }],
  ['the VAT of a line is no certain code', { sent: reversed }],
  ['the period is locked', { before: (own) => trade.books.lockedUntil.set(own.clientAccountId, '2026-12-31') }],
  ['the lines come to another total than the file says', { sent: unequal }],
  ['a part is paid already', { sent: { prepaidAmount: '100.00', payableAmount: '1150.00' } }],
  ['the invoice is to somebody else', { sent: { customer: party('En annen AS', '313609030') } }],
  ['an employee sent it', { by: 'EM' }],
])('makes a draft and posts nothing where %s [VOU-R76]', async (_, { sent, by, before, ...options }) => {
  const own = await company({ autonomy: 'FULL', ...options });
  before?.(own);
  const id = await upload(by === undefined ? own : await trade.colleague(own, by), ehf(sent));
  if (options.account === null) {
    await reaches(own, id, 'WAITING_FOR_ANSWER');
    const [question, ...others] = await openQuestions(own, id);
    expect([question?.type, others]).toEqual(['CHOOSE_ACCOUNT', []]);
    await own.call('PATCH', `/questions/${question?.id}`, { answer_text: '6300' });
  }
  const voucher = await reaches(own, id, 'COMPLETED');
  expect(voucher.documents.map(({ status }: { status: string }) => status)).toEqual(['DRAFT']);
  expect(trade.books.entries.filter(({ request }) => request.clientAccountId === own.clientAccountId)).toEqual([]);
});

it('posts a total that was rounded, with what rounding comes to on a line of its own', async () => {
  const own = await company({ autonomy: 'FULL' });
  const id = await upload(own, ehf({ rounding: '0.40', payableAmount: '1250.40' }));
  const voucher = await reaches(own, id, 'COMPLETED');
  expect(trade.booked(await own.read(voucher.documents[0].id))).toEqual([
    ['4300', '1000.00'],
    ['2710', '250.00'],
    ['7797', '0.40'],
    ['2400', '-1250.40'],
  ]);
});

it('makes VAT that may not be deducted part of the cost', async () => {
  const lines = async (own: Trader, sent: Partial<OutgoingInvoice> = {}) => {
    const voucher = await reaches(own, await upload(own, ehf(sent)), 'COMPLETED');
    const document = await own.read(voucher.documents[0].id);
    const of = ({ net_amount, tax_code }: { net_amount: string; tax_code: string | null }) => [net_amount, tax_code];
    return [document.total_amount, ...document.lines.map(of)];
  };
  const own = await company();
  const { vatNumber: _, ...supplier } = party('Norsk Kaffeimport AS', SUPPLIER);
  const swedish = { ...supplier, vatNumber: 'SE556677889901', countryCode: 'SE' };
  expect(await lines(own, { supplier: swedish })).toEqual(['1250.00', ['1250.00', '0']]);
  const strange = { category: 'S', rate: '24.00', base: '1000.00', amount: '240.00', exemptionReason: null } as const;
  const unknown = {
    ...{ taxAmount: '240.00', totalAmount: '1240.00', payableAmount: '1240.00', taxes: [strange] },
    lines: [line({ taxRate: '24.00' })],
  };
  expect(await lines(own, unknown)).toEqual(['1240.00', ['1240.00', null]]);
  // Liable on the day of the upload, and not yet on that of the invoice.
  const later = await company();
  trade.books.liableFrom.set(later.clientAccountId, '2026-06-01');
  expect(await lines(later)).toEqual(['1250.00', ['1250.00', null]]);
  expect(await lines(later, { issueDate: '2026-06-01', dueDate: '2026-06-15' })).toEqual(['1250.00', ['1000.00', '1']]);
});

it('makes the supplier that the company does not know, and asks on which account; for no employee', async () => {
  const own = await trade.trader();
  const employee = await trade.colleague(own, 'EM');
  const sent = await upload(employee, ehf({ supplier: party('Annen Leverandør AS', '313609030') }));
  await reaches(own, sent, 'WAITING_FOR_ANSWER');
  expect((await openQuestions(own, sent)).map(({ type }) => type)).toEqual(['CHOOSE_PARTNER']);
  expect([...trade.partners.values()].filter(({ organizationNumber }) => organizationNumber === '313609030')).toEqual(
    [],
  );
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

const matchesOf = async (own: Trader, id: number) =>
  (await own.call('GET', `/vouchers/${id}?with=payment_matches`)).body.payment_matches;
const askedOf = ({ clientAccountId }: Trader) =>
  trade.matching.asked.filter((each) => each.clientAccountId === clientAccountId);

it('asks reconciliation for the payment of what it booked, and keeps the match', async () => {
  const own = await company({ autonomy: 'FULL' });
  const match = { bankTransactionId: 7, amount: '1250.00', bookingDate: '2026-03-12', note: 'KID 1234567 names it' };
  trade.matching.matches.set(own.clientAccountId, match);
  const id = await upload(own, ehf());
  const voucher = await reaches(own, id, 'COMPLETED');
  const documentId = voucher.documents[0].id;
  expect(askedOf(own).map(({ documentIds }) => documentIds)).toEqual([[documentId]]);
  expect(await matchesOf(own, id)).toEqual([
    {
      ...{ bank_transaction_id: 7, document_id: documentId, amount: '1250.00', booking_date: '2026-03-12' },
      note: match.note,
    },
  ]);
  // The bank is not for who only sends vouchers.
  const sender = await trade.colleague(own, 'EM');
  const theirs = await upload({ ...sender, clientAccountId: own.clientAccountId }, ehf());
  expect((await sender.call('GET', `/vouchers/${theirs}?with=payment_matches`)).body).not.toHaveProperty(
    'payment_matches',
  );
});

it('is done without a match, where nothing was booked unasked, and where reconciliation stays away', async () => {
  const [unmatched, unbooked, alone] = [await company(), await company({ autonomy: 'NONE' }), await company()];
  trade.matching.away.add(alone.clientAccountId);
  const ids = await Promise.all([unmatched, unbooked, alone].map((own) => upload(own, ehf())));
  for (const [index, own] of [unmatched, unbooked, alone].entries()) await reaches(own, ids[index]!, 'COMPLETED');
  expect([askedOf(unmatched).length, askedOf(unbooked).length]).toEqual([1, 0]);
  // Each attempt of the step is several of the call.
  expect(askedOf(alone).length).toBeGreaterThanOrEqual(3);
  expect(await matchesOf(unmatched, ids[0]!)).toEqual([]);
  expect(await matchesOf(alone, ids[2]!)).toEqual([]);
});

describe('a paper', () => {
  const text = [
    ...['Norsk Kaffeimport AS', 'Org.nr. 314 760 670 MVA', '', 'FAKTURA', 'Fakturanummer: 5521'],
    ...['Fakturadato: 10.03.2026', 'Forfallsdato: 24.03.2026', '', 'Sum uten mva 1 000,00', 'Mva 25 % 250,00'],
    ...['Totalt å betale NOK 1 250,00', '', 'KID: 12345674', 'Kontonummer: 8601 11 17947'],
  ].join('\n');
  const paper = async (own: Trader, content: string, more: Record<string, unknown> = {}): Promise<number> => {
    const answer = await own.call('POST', '/vouchers', {
      ...{ client_account_id: own.clientAccountId, file_name: 'faktura.txt', type: 'APINV' },
      ...{ content_base64: Buffer.from(content).toString('base64'), ...more },
    });
    expect(answer.status).toBe(201);
    return answer.body.id;
  };

  it('becomes a draft of what was read of it, and is never posted, whatever the autonomy', async () => {
    const own = await company({ autonomy: 'FULL' });
    const id = await paper(own, text);
    const voucher = await reaches(own, id, 'COMPLETED');
    expect(voucher.status).toBe('DRAFT');
    expect(await own.read(voucher.documents[0].id)).toMatchObject({
      ...{ document_type: 'APINV', status: 'DRAFT', document_number: '5521', business_partner_id: own.supplier },
      ...{ document_date: '2026-03-10', due_date: '2026-03-24', payment_ref: '12345674', uploaded_file_id: id },
      ...{ net_amount: '1000.00', tax_amount: '250.00', total_amount: '1250.00', currency_code: 'NOK' },
      lines: [{ net_amount: '1000.00', tax_code: '1', account_code: '4300' }],
    });
    expect(trade.books.entries.filter(({ request }) => request.clientAccountId === own.clientAccountId)).toEqual([]);
    // The same invoice on another paper is asked about.
    const again = await paper(own, `${text}\n\nKopi`);
    await reaches(own, again, 'WAITING_FOR_ANSWER');
    expect((await openQuestions(own, again)).map(({ type }) => type)).toEqual(['DUPLICATE']);
    await trade.expectSound(own.clientAccountId);
  });

  it('of a sender that the company does not know proposes what was read, and makes no partner', async () => {
    const own = await trade.trader();
    const id = await paper(own, text);
    await reaches(own, id, 'WAITING_FOR_ANSWER');
    const [whom] = await openQuestions(own, id);
    expect(whom).toMatchObject({ type: 'CHOOSE_PARTNER', question: expect.stringContaining('1250.00 NOK') });
    expect(whom).toMatchObject({ question: expect.stringContaining('314760670') });
    await own.call('PATCH', `/questions/${whom?.id}`, { answer_text: 'Kaffeimporten' });
    await expect.poll(async () => (await openQuestions(own, id)).map(({ type }) => type)).toEqual(['CHOOSE_ACCOUNT']);
    // No account is called so: the draft has the default, to be corrected.
    await own.call('PATCH', `/questions/${(await openQuestions(own, id))[0]?.id}`, { answer_text: 'kaffe' });
    const voucher = await reaches(own, id, 'COMPLETED');
    expect(await own.read(voucher.documents[0].id)).toMatchObject({
      ...{ status: 'DRAFT', business_partner_id: null, total_amount: '1250.00' },
      lines: [{ account_code: '4300' }],
    });
    const made = [...trade.partners.values()].filter(
      (one) => one.clientAccountId === own.clientAccountId && one.organizationNumber === SUPPLIER,
    );
    expect(made).toEqual([]);
  });

  it('becomes no draft with autonomy NONE, where it is our own invoice, or where no total was read', async () => {
    const own = await company({ autonomy: 'NONE' });
    expect((await reaches(own, await paper(own, text), 'COMPLETED')).documents).toEqual([]);
    const other = await company();
    for (const [content, more] of [
      [text, { type: 'ARINV' }],
      ['Takk for besøket', {}],
    ] as const) {
      const id = await paper(other, content, more);
      await reaches(other, id, 'WAITING_FOR_ANSWER');
      const [question] = await openQuestions(other, id);
      expect(question).toMatchObject({ question: expect.stringContaining('Nothing reliable was read') });
      await other.call('PATCH', `/questions/${question?.id}`, { answer_text: 'Butikken' });
      expect((await reaches(other, id, 'COMPLETED')).documents).toEqual([]);
    }
  });
});
