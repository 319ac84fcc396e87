import { type OutgoingInvoice, writeInvoice } from '@app/ehf';
import { type Ore, part } from './book.ts';
import type { Caller } from './http.ts';

interface Found {
  readonly id: number;
}

const krone = (ore: Ore): string => `${Math.floor(ore / 100)}.${String(ore % 100).padStart(2, '0')}`;

const nobody = { additionalStreet: null, region: null, contactName: null, email: null, phone: null } as const;

/** An electronic invoice of a supplier to the roastery, of one line with VAT of 25 %. */
function ehf(supplier: { readonly name: string; readonly number: string }, invoice: string, what: string, net: Ore) {
  const tax = part(net, 2500);
  const party = (name: string, number: string, streetAddress: string, postalCode: string, city: string) => ({
    ...nobody,
    ...{
      name,
      registeredName: name,
      organizationNumber: number,
      vatNumber: `NO${number}MVA`,
      streetAddress,
      postalCode,
      city,
    },
    ...{ endpoint: { id: number, scheme: '0192' }, countryCode: 'NO' },
  });
  const content: OutgoingInvoice = {
    kind: 'INVOICE',
    typeCode: '380',
    number: invoice,
    issueDate: '2026-01-08',
    dueDate: '2026-01-22',
    deliveryDate: '2026-01-07',
    periodStart: null,
    periodEnd: null,
    currency: 'NOK',
    note: null,
    buyerReference: 'Ingrid Nordlys',
    orderReference: null,
    credited: [],
    supplier: party(supplier.name, supplier.number, 'Kaiveien 3', '8006', 'Bodø'),
    customer: party('Nordlys Kaffebrenneri AS', '310433217', 'Brenneriveien 9', '8006', 'Bodø'),
    deliveryAddress: null,
    paymentReference: null,
    accounts: [{ iban: null, bban: '86011117947', bic: null, name: null }],
    paymentTerms: 'Netto 14 dager',
    adjustments: [],
    taxes: [{ category: 'S', rate: '25.00', base: krone(net), amount: krone(tax), exemptionReason: null }],
    taxInOtherCurrency: null,
    netAmount: krone(net),
    taxAmount: krone(tax),
    totalAmount: krone(net + tax),
    prepaidAmount: '0.00',
    rounding: '0.00',
    payableAmount: krone(net + tax),
    attachments: [],
    lines: [
      {
        description: what,
        itemCode: null,
        quantity: '1',
        unitCode: 'C62',
        price: `${krone(net)}0000`,
        discountPercent: null,
        netAmount: krone(net),
        taxCategory: 'S',
        taxRate: '25.00',
        periodStart: null,
        periodEnd: null,
      },
    ],
    isInBusinessRegister: true,
  };
  return writeInvoice(content);
}

/** A receipt as a web shop mails it. */
const receipt = (
  shop: string,
  number: string,
  day: string,
  what: string,
  gross: Ore,
  vat: Ore,
): string => `<!doctype html>
<html lang="nb"><head><meta charset="utf-8"><title>Kvittering</title></head><body>
<h1>${shop}</h1><p>Org.nr 974 760 673 MVA</p><p>Kvitteringsnr: ${number}<br>Dato: ${day}</p>
<table><tr><td>${what}</td><td>${krone(gross).replace('.', ',')}</td></tr>
<tr><td>Herav mva</td><td>${krone(vat).replace('.', ',')}</td></tr>
<tr><td><b>Totalt</b></td><td><b>${krone(gross).replace('.', ',')}</b></td></tr></table>
</body></html>`;

const importer = { name: 'Norsk Kaffeimport AS', number: '311000039' };
const packer = { name: 'Emballasje Øst AS', number: '311000047' };

/** What lies in the inbox: electronic invoices, receipts, one twice, and a file that is damaged. */
const inbox = (): readonly (readonly [fileName: string, content: string, channel: string, type: string | null])[] => {
  const coffee = ehf(importer, '88213', 'Råkaffe, Huehuetenango 60 kg', 1_480_000);
  return [
    ['faktura-88213.xml', coffee, 'EHF', null],
    ['faktura-2077.xml', ehf(packer, '2077', 'Kaffeposer med ventil, 2 000 stk', 640_000), 'EHF', null],
    ['faktura-88213 (kopi).xml', coffee, 'EMAIL', null],
    [
      'kvittering-parkering.html',
      receipt('Bodø Parkering', '55120', '09.01.2026', 'Parkering 2 timer', 9_600, 1_920),
      'APP',
      'RECPT',
    ],
    [
      'kvittering-blomster.html',
      receipt('Salten Blomster', '1022', '12.01.2026', 'Bukett til jubileum', 49_900, 9_980),
      'APP',
      'RECPT',
    ],
    [
      'kvittering-verktøy.html',
      receipt('Jernvarehuset', 'A-7781', '14.01.2026', 'Skrutrekkersett', 34_900, 6_980),
      'APP',
      'RECPT',
    ],
    ['skannet-avbrutt.pdf', '%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n1 0 obj << /Type /Catalog', 'WEB', null],
  ];
};

/** Fills the inbox of vouchers, and the list of what is to be done about it. Does nothing twice. */
export async function fillInbox(api: Caller, clientAccountId: number): Promise<void> {
  const base = { client_account_id: clientAccountId };
  const { data } = await api.get<{ data: { file_name: string }[] }>(
    `/api/v2/vouchers?client_account_id=${clientAccountId}&per_page=100`,
  );
  const there = new Set(data.map(({ file_name }) => file_name));
  let first: number | undefined;
  for (const [file_name, content, channel, type] of inbox()) {
    if (there.has(file_name)) continue;
    const made = await api.send<Found>('POST', '/api/v2/vouchers', {
      ...base,
      file_name,
      channel,
      ...(type === null ? {} : { type }),
      content_base64: Buffer.from(content).toString('base64'),
    });
    first ??= made.id;
  }
  const tasks = await api.get<{ meta: { records: number } }>(
    `/api/v2/tasks?client_account_id=${clientAccountId}&per_page=1`,
  );
  if (tasks.meta.records > 0) return;
  for (const [title, due_date, relation_id] of [
    ['Se over varetellingen per 31.12.2025', '2026-01-31', undefined],
    ['Kontroller fakturaen fra Norsk Kaffeimport', '2026-01-20', first],
    ['Lever aksjonærregisteroppgaven', '2026-01-31', undefined],
  ] as const)
    await api.send('POST', '/api/v2/tasks', {
      ...base,
      title,
      due_date,
      task_type: relation_id === undefined ? 'FOLLOW_UP' : 'REVIEW',
      ...(relation_id === undefined ? {} : { relation_type: 'voucher', relation_id }),
    });
}
