import type { Caller } from './http.ts';

interface Found {
  readonly id: number;
}
interface Customer extends Found {
  readonly name: string;
}

/** What the roastery sells, by the number of the item. */
const items = [
  { item_no: 'K-100', name: 'Nordlys filterkaffe 250 g', price: '79.20', tax: '31', unit: 'EA' },
  { item_no: 'K-110', name: 'Polarnatt espresso 1 kg', price: '248.00', tax: '31', unit: 'EA' },
  { item_no: 'K-120', name: 'Økologisk julekaffe 250 g', price: '96.00', tax: '31', unit: 'EA' },
  { item_no: 'U-200', name: 'Espressokvern', price: '4890.00', tax: '3', unit: 'EA' },
  { item_no: 'U-210', name: 'Papirfilter, 100 stk', price: '32.00', tax: '3', unit: 'EA' },
  { item_no: 'T-300', name: 'Baristakurs', price: '1450.00', tax: '3', unit: 'HUR', item_type: 'SERVICE' },
] as const;

/** Sales of the first weeks of the open year: customer, day, items and how many. */
const invoices = [
  [
    'Kaffebaren på Torget AS',
    '2026-01-05',
    [
      ['K-110', 12],
      ['U-210', 20],
    ],
  ],
  [
    'Hotell Fjordgløtt AS',
    '2026-01-06',
    [
      ['K-100', 48],
      ['K-110', 24],
    ],
  ],
  ['Lofoten Kystcafé AS', '2026-01-07', [['K-100', 30]]],
  [
    'Bergen Bokkafé AS',
    '2026-01-09',
    [
      ['K-120', 36],
      ['U-210', 10],
    ],
  ],
  [
    'Trondheim Studenterkro',
    '2026-01-12',
    [
      ['K-110', 18],
      ['U-200', 1],
    ],
  ],
  [
    'Ålesund Delikatesser AS',
    '2026-01-13',
    [
      ['K-100', 60],
      ['K-120', 60],
    ],
  ],
  [
    'Østfold Kontorservice AS',
    '2026-01-15',
    [
      ['K-100', 24],
      ['T-300', 3],
    ],
  ],
  [
    'Hamar Kulturhus',
    '2026-01-19',
    [
      ['K-110', 6],
      ['T-300', 2],
    ],
  ],
] as const;
/** The first number of these: far above those that the story has given out. */
const FIRST_NUMBER = 14_001;

/** The catalogue. Items of an earlier try are found by their numbers. */
async function catalogueFor(api: Caller, clientAccountId: number): Promise<Map<string, number>> {
  const of = `client_account_id=${clientAccountId}`;
  const [units, taxCodes, found] = await Promise.all([
    api.get<{ data: (Found & { un_ece_rec_20_code: string | null })[] }>('/api/v2/units?per_page=100'),
    api.get<(Found & { code: string })[]>('/api/v2/tax-codes?active_on=2026-01-01'),
    api.get<{ data: (Found & { item_no: string })[] }>(`/api/v2/items?${of}&is_active=null&per_page=100`),
  ]);
  const ids = new Map(found.data.map(({ item_no, id }) => [item_no, id]));
  for (const { tax, unit, ...item } of items) {
    if (ids.has(item.item_no)) continue;
    const made = await api.send<Found>('POST', '/api/v2/items', {
      client_account_id: clientAccountId,
      ...item,
      sales_unit_id: units.data.find(({ un_ece_rec_20_code }) => un_ece_rec_20_code === unit)!.id,
      tax_code_id: taxCodes.find(({ code }) => code === tax)!.id,
    });
    ids.set(item.item_no, made.id);
  }
  return ids;
}

/**
 * Invoices to customers with KID, a credit note for a part of one, and one that is still a draft. Those of an earlier
 * try are known by their order references.
 */
export async function sellByDocuments(
  owner: Caller,
  api: Caller,
  clientAccountId: number,
  customers: readonly Customer[],
): Promise<void> {
  const itemIds = await catalogueFor(api, clientAccountId);
  const { data } = await api.get<{ data: { order_reference: string | null }[] }>(
    `/api/v2/documents?client_account_id=${clientAccountId}&document_type=ARINV,ARCRN&per_page=100`,
  );
  const made = new Set(data.map(({ order_reference }) => order_reference));
  if (made.size === 0)
    await owner.send('PATCH', `/api/v2/client-accounts/${clientAccountId}`, { next_sale_invoice_number: FIRST_NUMBER });
  for (const [n, [name, date, lines]] of invoices.entries()) {
    const order_reference = `Bestilling ${n + 1}`;
    if (made.has(order_reference)) continue;
    const isDraft = n === invoices.length - 1;
    const document = await api.send<Found & { lines: readonly Found[] }>('POST', '/api/v2/documents', {
      client_account_id: clientAccountId,
      document_type: 'ARINV',
      document_date: date,
      business_partner_id: customers.find((customer) => customer.name === name)!.id,
      order_reference,
      lines: lines.map(([item, quantity]) => ({ item_id: itemIds.get(item)!, quantity: String(quantity) })),
      is_draft: isDraft,
    });
    // Some of the Christmas coffee came too late.
    if (n === 3)
      await api.send('POST', `/api/v2/documents/${document.id}/credit-note`, {
        document_date: '2026-01-20',
        lines: [{ line_id: document.lines[0]!.id, quantity: '6' }],
      });
  }
}
