import { allEndpoints } from '@app/api/endpoints';
import { threePagesPdf } from '@app/api/example-files';
import { type Addresses, call, createNumbers, newOwner, type Owner } from '../../src/system.ts';
import type { Kind } from './kinds.ts';

/** Stands in whatever the other company has words for: no answer to a stranger may hold it. */
export const MARK = 'Hemmelig-7f3c';

/** A company that the caller has nothing to do with, with a record of every kind. */
export interface OtherCompany {
  readonly owner: Owner;
  readonly ids: Readonly<Record<Kind, number | string>>;
}

const saft = allEndpoints.find(({ name }) => name.endsWith('.createSaftImport'))!.example!.body as string;

// biome-ignore lint/suspicious/noExplicitAny: whatever was answered is looked into
type Answered = any;

/** Signs a company up and makes a record of every kind that an id can name. */
export async function makeOtherCompany(place: Addresses, numbers = createNumbers()): Promise<OtherCompany> {
  const owner = await newOwner(place, numbers, '69.201');
  const client_account_id = owner.clientAccountId;
  const send = async (method: string, path: string, body?: unknown): Promise<Answered> => {
    const options = { token: owner.token, ...(body === undefined ? {} : { body }) };
    const answer = await call(place.gateway, method, path, options);
    if (answer.status < 300) return answer.body;
    throw new Error(`${method} ${path} was answered with ${answer.status}: ${JSON.stringify(answer.body)}`);
  };
  const make = (path: string, body: object = {}): Promise<Answered> =>
    send('POST', `/api/v2/${path}`, { client_account_id, ...body });

  const partner = (name: string, more: object) => make('business-partners', { name: `${name} ${MARK}`, ...more });
  const me = await send('GET', '/api/v2/users/me');
  const supplier = await partner('Leverandør', { is_supplier: true, is_customer: true, is_organization: true });
  const project = await make('projects', { name: `Prosjekt ${MARK}` });
  const department = await make('departments', { name: `Avdeling ${MARK}` });
  const tag = await make('tags', { name: `Merke ${MARK}` });
  const account = await make('general-ledger-accounts', {
    ...{
      account_code: '6894',
      description_nob: `Konto ${MARK}`,
      description_eng: `Account ${MARK}`,
      tax_code_ids: [1],
    },
  });
  const house = await make('bank-accounts', {
    ...{ type: 'CURRENT', bban: '1503 20 81301', bank_country: 'NO', name: `Bank ${MARK}` },
  });
  const payee = await make('bank-accounts', {
    ...{
      type: 'CURRENT',
      bban: '1503 20 81328',
      bank_country: 'NO',
      name: `Mottaker ${MARK}`,
      business_partner_id: supplier.id,
    },
  });
  const item = await make('items', {
    ...{ item_no: 'X', name: `Vare ${MARK}`, item_type: 'SERVICE', sales_unit_id: 1, tax_code_id: 5, price: '950.00' },
  });
  const collection = await make('item-collections', { name: `Samling ${MARK}`, collection_type: 'TEMPLATE' });
  const entry = await make(`item-collections/${collection.id}/entries`, {
    ...{ item_id: item.id, quantity: '1', price: '79.00', unit_id: 1, tax_code_id: 5 },
    ...{
      recurring_start_date: '2026-02-01',
      recurring_terms: 'IN_ADVANCE',
      recurring_interval: 1,
      refund_policy: 'NO_REFUND',
    },
  });
  const asset = await make('assets', {
    ...{ name: `Bygg ${MARK}`, asset_class: 'COMMERCIAL_BUILDINGS', acquisition_date: '2024-02-15' },
  });
  const shares = await make('equity/transactions/issue', {
    ...{ business_partner_id: supplier.id, share_class: 'ORDINARY', quantity: '10', price_per_share: '100' },
    ...{ transaction_date: '2026-01-05', notes: MARK },
  });
  const voucher = await make('vouchers', {
    ...{ file_name: `${MARK}.pdf`, content_base64: threePagesPdf, type: 'RECPT', processing_track: 'MANUAL' },
  });
  const explanation = { voucher_category_id: 1, purpose: MARK, participants: [{ name: MARK, company: MARK }] };
  await make(`vouchers/${voucher.id}/statements`, { ...explanation, payment_method: 'COMPANY_CARD' });
  const attachment = await send('POST', `/api/v2/vouchers/${voucher.id}/attachments`, {
    files: [{ file_name: `Vedlegg ${MARK}.pdf`, content_base64: threePagesPdf }],
  });
  const folder = await make('voucher-collections', { name: `Mappe ${MARK}` });
  const bill = await make('documents', {
    ...{ document_type: 'APINV', document_date: '2026-01-15', business_partner_id: supplier.id, is_draft: false },
    lines: [{ description: `Leie ${MARK}`, quantity: '1', price: '12000' }],
  });
  const paper = await make('documents', {
    ...{
      document_type: 'AP_STATEMENT',
      document_date: '2026-01-31',
      business_partner_id: supplier.id,
      is_draft: false,
    },
    ...{ description: MARK, total_amount: '12000.00' },
    reconciliation_lines: [
      {
        line_type: 'BALANCE',
        category: 'TRADE_PAYABLE',
        line_date: '2026-01-31',
        amount: '12000.00',
        description: MARK,
      },
    ],
  });
  const printed = await send('GET', `/api/v2/documents/${paper.id}?with=reconciliation_lines`);
  const payment = await make('payments', { document_id: bill.id, bank_account_id: house.id });
  const transaction = await make('bank-transactions', {
    ...{
      amount: '-100.00',
      currency_code: 'NOK',
      booking_date: '2026-01-14',
      payor_bank_account_id: house.id,
      memo: MARK,
    },
  });
  const statement = await make('bank-statements', {
    ...{ bank_account_id: house.id, from_date: '2026-02-01', to_date: '2026-02-28' },
    ...{ opening_balance: '0', closing_balance: '1' },
    transactions: [{ amount: '1.00', booking_date: '2026-02-14', memo: MARK }],
  });
  const question = await make('questions', {
    ...{ question: `Hva er ${MARK}?`, voucher_id: voucher.id, answer_options: [{ option: MARK }, { option: 'Nei' }] },
  });
  const task = await make('tasks', { title: MARK, task_type: 'REVIEW', assigned_to_id: me.id });
  const claim = (debit: string, credit: string) => ({
    ...{ posting_date: '2026-01-14', account_code: '1500', debit, credit },
    dimensions: [{ relation_type: 'businesspartner', relation_id: supplier.id }],
  });
  const entries = await make('journal-entries', {
    ...{ description: MARK, lines: [claim('100.00', '0'), claim('0', '100.00')] },
  });
  const matched = await make('reconciliations', {
    ...{
      date: '2026-01-15',
      entry_lines: entries.lines.map(({ id }: { id: number }) => ({ journal_entry_line_id: id })),
    },
  });
  const booked = await make('journal-entries', {
    description: MARK,
    lines: [
      { posting_date: '2026-01-14', account_code: '6300', debit: '100.00', credit: '0' },
      {
        ...{ posting_date: '2026-01-14', account_code: '1920', debit: '0', credit: '100.00' },
        dimensions: [{ relation_type: 'bankacc', relation_id: house.id }],
      },
    ],
  });
  const outside = await make('external-reconciliations', {
    note: MARK,
    entries: [
      {
        kind: 'EXTERNAL',
        relation_type: 'PAYMT',
        relation_id: transaction.id,
        amount: '-100.00',
        currency_code: 'NOK',
      },
      {
        ...{ kind: 'LEDGER_LINE', relation_type: 'JE', relation_id: booked.id, relation_line_id: booked.lines[1].id },
        ...{ amount: '-100.00', currency_code: 'NOK' },
      },
    ],
  });
  await send('POST', `/api/v2/client-accounts/${client_account_id}/settings`, {
    ...{ active_from: '2026-01-01', early_access: true },
  });
  const periods = await make('reconciliation-periods');
  const archive = await call(
    place.gateway,
    'GET',
    `/api/v2/reports/data-export?client_account_id=${client_account_id}&date_from=2026-01-01&date_to=2026-01-31`,
    { token: owner.token, headers: { accept: 'application/zip' } },
  );
  const imported = await fetch(`${place.gateway}/api/v2/ledger/saft-imports?client_account_id=${client_account_id}`, {
    ...{ method: 'POST', body: saft },
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/xml' },
  });
  const client = await send('POST', '/v2/oauth/clients', {
    ...{ client_name: MARK, grant_types: 'client_credentials', redirect_uris: '', scope: 'read write' },
  });
  const number = numbers.nextOrganization();
  await fetch(`${place.sandbox}/sandbox/organizations/${number}`, {
    ...{ method: 'PUT', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({
      name: `Kunde ${MARK}`,
      organization_form: 'AS',
      industry_code: '62.010',
      country_code: 'NO',
    }),
  });
  const customer = await send('POST', '/api/v2/client-accounts', {
    organization_number: number,
    client_contracts: [{ provider_client_account_id: client_account_id, service_provided: 'ACCOUNTING' }],
  });
  const invitation = await make('invitations', { email: `${MARK}@example.test`.toLowerCase(), role_id: 4 });
  return {
    owner,
    ids: {
      'client-accounts': client_account_id,
      users: me.id,
      clients: client.client_id,
      contracts: customer.client_contracts[0].id,
      invitations: invitation.id,
      'business-partners': supplier.id,
      projects: project.id,
      departments: department.id,
      tags: tag.id,
      'journal-entries': booked.id,
      'journal-entry-lines': booked.lines[1].id,
      'general-ledger-accounts': account.id,
      'account-codes': account.account_code,
      assets: asset.id,
      transactions: shares.id,
      'data-export': archive.body.export_id,
      'saft-imports': ((await imported.json()) as { id: number }).id,
      'bank-accounts': house.id,
      'creditor-accounts': payee.id,
      'bank-transactions': transaction.id,
      'bank-statements': statement.id,
      reconciliations: matched.id,
      'external-reconciliations': outside.id,
      'reconciliation-periods': periods.data[0].id,
      payments: payment.id,
      documents: bill.id,
      'document-lines': bill.lines[0].id,
      statements: printed.id,
      'statement-lines': printed.reconciliation_lines[0].id,
      vouchers: voucher.id,
      files: attachment.attachments[0].id,
      items: item.id,
      'item-collections': collection.id,
      'collection-entries': entry.id,
      'voucher-collections': folder.id,
      questions: question.id,
      'answer-options': question.answer_options[0].id,
      tasks: task.id,
    },
  };
}
