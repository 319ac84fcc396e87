import { createCaller } from '@app/demo';
import type { Bench } from '../bench.ts';
import type { HttpLoad } from '../load/load.ts';
import type { Company } from './company.ts';
import { asJson, wireRequest } from './wire.ts';

const DAY = '2026-03-14';
const accounts = ['6300', '7140', '6800', '6340'] as const;

/** A line of an entry as the API takes and gives it. */
interface Line {
  readonly posting_date: string;
  readonly account_code: string;
  readonly debit: string;
  readonly credit: string;
  readonly tax_code: string | null;
  readonly dimensions?: readonly { readonly relation_type: string; readonly relation_id: number }[];
}

/**
 * Posting an invoice of a supplier, of four lines, and posting the entry that it makes, line by line: both through the
 * gateway, into the companies in turns.
 */
export async function invoicePosting(
  bench: Bench,
  { companies, connections }: { readonly companies: readonly Company[]; readonly connections: number },
): Promise<{ readonly invoices: HttpLoad; readonly entries: HttpLoad }> {
  const { gatewayUrl: origin } = await bench.platform();
  const { token } = await bench.companies();
  const bearer = await token();
  const api = createCaller(origin, bearer);
  const invoices: string[] = [];
  const entries: string[] = [];
  const post = (path: string, body: unknown): string =>
    wireRequest(origin, { method: 'POST', path, headers: asJson(bearer), body: JSON.stringify(body) });
  for (const { id } of companies) {
    const partner = await api.send<{ id: number }>('POST', '/api/v2/business-partners', {
      ...{ client_account_id: id, name: 'Leverandør', is_organization: true, is_supplier: true },
    });
    const invoice = invoiceBody(id, partner.id);
    const posted = await api.send<{ journal_entry_id: number }>('POST', '/api/v2/documents', invoice);
    const entry = await api.get<{ lines: readonly Line[] }>(`/api/v2/journal-entries/${posted.journal_entry_id}`);
    invoices.push(post('/api/v2/documents', invoice));
    entries.push(
      post('/api/v2/journal-entries/', {
        ...{ client_account_id: id, description: 'The same lines', lines: entry.lines.map(lineBody) },
      }),
    );
  }
  const load = (requests: readonly string[], holds: string): HttpLoad => ({
    ...{ origin, connections, requests, status: 201, holds },
  });
  return { invoices: load(invoices, '"status":"POSTED"'), entries: load(entries, '"sequence_number":') };
}

const invoiceBody = (company: number, partner: number) => ({
  ...{ client_account_id: company, document_type: 'APINV', document_date: DAY, due_date: DAY, is_draft: false },
  business_partner_id: partner,
  lines: accounts.map((account_code, index) => ({
    ...{ description: `Linje ${index + 1}`, quantity: '1', price: `${100 + index}.50`, account_code },
  })),
});

const lineBody = ({ posting_date, account_code, debit, credit, dimensions = [] }: Line) => ({
  ...{ posting_date, account_code, debit, credit },
  dimensions: dimensions.map(({ relation_type, relation_id }) => ({ relation_type, relation_id })),
});
