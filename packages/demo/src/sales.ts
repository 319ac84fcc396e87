import { krone } from './book.ts';
import type { Caller } from './http.ts';
import { type ItemNumber, itemCalled, items } from './items.ts';
import { FIRST_NUMBER_HERE, type Invoice, netOf, totalOf } from './plan/invoices.ts';
import { receiptPage } from './receipt.ts';

interface Found {
  readonly id: number;
}
interface Document extends Found {
  readonly order_reference: string | null;
  readonly credit_note_ids: readonly number[];
}

/**
 * The catalogue, and a collection of what a customer gets each month. Items of an earlier try are found by their
 * numbers.
 */
export async function catalogueFor(api: Caller, clientAccountId: number): Promise<ReadonlyMap<string, number>> {
  const of = `client_account_id=${clientAccountId}`;
  const [units, taxCodes, found] = await Promise.all([
    api.get<{ data: (Found & { un_ece_rec_20_code: string | null })[] }>('/api/v2/units?per_page=100'),
    api.get<(Found & { code: string })[]>('/api/v2/tax-codes?active_on=2026-01-01'),
    api.get<{ data: (Found & { item_no: string })[] }>(`/api/v2/items?${of}&is_active=null&per_page=100`),
  ]);
  const ids = new Map(found.data.map(({ item_no, id }) => [item_no, id]));
  const unitOf = (unit: string): number => units.data.find((one) => one.un_ece_rec_20_code === unit)!.id;
  const taxOf = (tax: string): number => taxCodes.find(({ code }) => code === tax)!.id;
  for (const { tax, unit, account: _account, price, ...item } of items) {
    if (ids.has(item.item_no)) continue;
    const made = await api.send<Found>('POST', '/api/v2/items', {
      ...{ client_account_id: clientAccountId, ...item, price: krone(price) },
      ...{ sales_unit_id: unitOf(unit), tax_code_id: taxOf(tax) },
    });
    ids.set(item.item_no, made.id);
  }
  await collectionFor(api, clientAccountId, {
    unit_id: unitOf('EA'),
    tax_code_id: taxOf('31'),
    item_id: ids.get('K-110')!,
  });
  return ids;
}

/** A template of a recurring invoice: coffee for an office, month by month. */
async function collectionFor(
  api: Caller,
  clientAccountId: number,
  coffee: { readonly unit_id: number; readonly tax_code_id: number; readonly item_id: number },
): Promise<void> {
  const name = 'Kaffe på kontoret';
  const { data } = await api.get<{ data: (Found & { name: string | null; entries: readonly Found[] })[] }>(
    `/api/v2/item-collections?client_account_id=${clientAccountId}&collection_type=TEMPLATE&with=entries&per_page=100`,
  );
  const before = data.find((one) => one.name === name);
  const collection =
    before ??
    (await api.send<Found>('POST', '/api/v2/item-collections', {
      ...{ client_account_id: clientAccountId, name, collection_type: 'TEMPLATE' },
    }));
  if (before && before.entries.length > 0) return;
  await api.send('POST', `/api/v2/item-collections/${collection.id}/entries`, {
    ...{ ...coffee, quantity: '6', price: '248', recurring_start_date: '2025-01-01', recurring_terms: 'IN_ADVANCE' },
    recurring_interval: 1,
  });
}

/** Every document to a customer that there is, by the order that it is for. */
async function documentsByOrder(api: Caller, clientAccountId: number): Promise<ReadonlyMap<string, Document>> {
  const found = new Map<string, Document>();
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { data, meta } = await api.get<{ data: Document[]; meta: { pages: number } }>(
      `/api/v2/documents?client_account_id=${clientAccountId}&document_type=ARINV&per_page=1000&page=${page}`,
    );
    for (const document of data) if (document.order_reference !== null) found.set(document.order_reference, document);
    pages = meta.pages;
  }
  return found;
}

/**
 * Sends the invoices one after the other, so that their numbers follow their days, the credit notes for a part of some,
 * and keeps one as a draft. Those of an earlier try are known by their orders.
 */
export async function sellByDocuments(
  owner: Caller,
  api: Caller,
  clientAccountId: number,
  invoices: readonly Invoice[],
  itemIds: ReadonlyMap<string, number>,
  until: string,
): Promise<void> {
  const made = await documentsByOrder(api, clientAccountId);
  if (made.size === 0)
    await owner.send('PATCH', `/api/v2/client-accounts/${clientAccountId}`, {
      next_sale_invoice_number: FIRST_NUMBER_HERE,
    });
  const send = (invoice: Invoice, isDraft: boolean): Promise<Found & { lines: readonly Found[] }> =>
    api.send('POST', '/api/v2/documents', {
      ...{ client_account_id: clientAccountId, document_type: 'ARINV', document_date: invoice.date },
      ...{ business_partner_id: invoice.customer.id, order_reference: invoice.order },
      ...(isDraft ? {} : { payment_ref: invoice.kid }),
      ...(invoice.earlierNumber && !isDraft ? earlierOf(invoice, invoice.earlierNumber) : {}),
      lines: invoice.lines.map((line) => lineOf(itemIds, line)),
      is_draft: isDraft,
    });
  for (const invoice of invoices) {
    const before = made.get(invoice.order);
    const { credit } = invoice;
    const isCredited = credit !== undefined && credit.date <= until && (before?.credit_note_ids.length ?? 0) === 0;
    if (before && !isCredited) continue;
    const document = before ?? (await send(invoice, false));
    if (isCredited) await creditFirstLine(api, document.id, credit);
  }
  const last = invoices.at(-1);
  if (last && !made.has(DRAFT)) await send({ ...last, order: DRAFT, date: until }, true);
}

const DRAFT = 'Tilbud';

/** Number and page of an invoice that an earlier program has made. */
const earlierOf = (invoice: Invoice, document_number: string) => ({
  ...{ document_number, files: [fileOf(invoice, document_number)] },
});

function fileOf({ date, customer, kid, lines }: Invoice, number: string) {
  const total = totalOf(lines);
  const vat = total - lines.reduce((sum, each) => sum + netOf(each), 0);
  const sold = lines.map(({ item, quantity }) => `${quantity} ${itemCalled(item).name}`).join(', ');
  const content = receiptPage({
    ...{ shop: 'Nordlys Kaffebrenneri AS', organizationNumber: '310 433 217', title: 'Faktura', number, date },
    ...{ what: `${sold}<br>Til ${customer.name}, KID ${kid}`, gross: total, vat },
  });
  const content_base64 = Buffer.from(content).toString('base64');
  return { file_name: `faktura-${number}.html`, content_base64, type: 'VOUCHER' };
}

const lineOf = (ids: ReadonlyMap<string, number>, line: Invoice['lines'][number]) => ({
  ...{ item_id: ids.get(line.item satisfies ItemNumber)!, quantity: String(line.quantity) },
  ...{ tax_code: line.vat, account_code: line.account },
});

/** Takes back a part of the first line: it came too late. */
async function creditFirstLine(
  api: Caller,
  documentId: number,
  { date, quantity }: NonNullable<Invoice['credit']>,
): Promise<void> {
  const { lines } = await api.get<{ lines: readonly Found[] }>(`/api/v2/documents/${documentId}?with=lines`);
  await api.send('POST', `/api/v2/documents/${documentId}/credit-note`, {
    document_date: date,
    lines: [{ line_id: lines[0]!.id, quantity: String(quantity) }],
  });
}
