import { krone } from './book.ts';
import { type ElectronicBill, electronicBill } from './electronic.ts';
import type { Caller } from './http.ts';
import type { Bill } from './plan/purchases.ts';
import { receiptPage } from './receipt.ts';
import type { Trade } from './setting.ts';

/** Organization numbers of suppliers whose bills are kept as files, of the series for synthetic organizations. */
const numbersOfSuppliers: Readonly<Partial<Record<Trade, string>>> = {
  coffee: '311000039',
  packaging: '311000047',
  carrier: '311000055',
};
const RATES: Readonly<Record<string, 15 | 25>> = { '1': 25, '11': 15 };

/** The file of a bill: an electronic invoice, or a page as the carrier mails it. */
function fileOf(bill: Bill, account: string): { readonly name: string; readonly content: string } {
  const { supplier, number, date, due, what, net, tax, trade, vat } = bill;
  const organizationNumber = numbersOfSuppliers[trade]!;
  if (trade === 'carrier') {
    const titled = { shop: supplier.name, organizationNumber, title: 'Faktura', number, date, due, what };
    return { name: `faktura-${number}.html`, content: receiptPage({ ...titled, gross: net + tax, vat: tax }) };
  }
  const sender: ElectronicBill['supplier'] = { name: supplier.name, organizationNumber, account };
  const content = electronicBill({ supplier: sender, number, date, due, what, net, rate: RATES[vat]! });
  return { name: `faktura-${number}.xml`, content };
}

/** Numbers of the bills that there are. */
async function billedNumbers(api: Caller, clientAccountId: number): Promise<ReadonlySet<string>> {
  const numbers = new Set<string>();
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { data, meta } = await api.get<{
      data: { document_number: string | null }[];
      meta: { pages: number };
    }>(`/api/v2/documents?client_account_id=${clientAccountId}&document_type=APINV&per_page=1000&page=${page}`);
    for (const { document_number } of data) if (document_number !== null) numbers.add(document_number);
    pages = meta.pages;
  }
  return numbers;
}

/** Books bills of suppliers as documents, each with its file. Those of an earlier try are known by their numbers. */
export async function bookBills(
  api: Caller,
  clientAccountId: number,
  bills: readonly Bill[],
  accountOf: (supplier: number) => string,
): Promise<void> {
  const made = await billedNumbers(api, clientAccountId);
  for (const bill of bills) {
    if (made.has(bill.number)) continue;
    const { name, content } = fileOf(bill, accountOf(bill.supplier.id));
    await api.send('POST', '/api/v2/documents', {
      ...{ client_account_id: clientAccountId, document_type: 'APINV', document_number: bill.number, is_draft: false },
      ...{ document_date: bill.date, due_date: bill.due, business_partner_id: bill.supplier.id },
      files: [{ file_name: name, content_base64: Buffer.from(content).toString('base64'), type: 'VOUCHER' }],
      lines: [
        {
          ...{ description: bill.what, quantity: '1', price: krone(bill.net) },
          ...{ tax_code: bill.vat, account_code: bill.account, ...relationsOf(bill) },
        },
      ],
    });
  }
}

/** Department and project of a bill as the line of a document names them. */
const relationsOf = ({ dimensions }: Bill): Readonly<Record<string, number>> =>
  Object.fromEntries(dimensions.map(({ relation_type, relation_id }) => [`${relation_type}_id`, relation_id]));
