import { writeStatements } from '@app/camt';
import { checkInvariant, type Finding, type Invariant, referenceInvariants } from '@app/invariants';
import { loadVerification } from '@app/platform/verification';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lastMonth } from '../src/last-month.ts';
import { sharedSystem } from '../src/shared-system.ts';
import { type Addresses, call, createNumbers, eventually, newOwner, type Owner } from '../src/system.ts';

// Each invariant of documents and of reconciliation is shown rows of the whole platform that break it, made by somebody
// who may switch the guards of the database off, and taken back after the look.

const HOUSE = '86011117947';
const SUPPLIERS = '15032080119';
const month = lastMonth();

type Service = 'documents' | 'reconciliation';

const known = new Map<Service, readonly Invariant[]>();
const invariantsOf = (service: Service): readonly Invariant[] => known.get(service)!;

async function learn(service: Service): Promise<void> {
  const { invariants, across = [], references = [] } = (await loadVerification(`services/${service}`))!;
  known.set(service, [...invariants, ...across, ...references.flatMap(referenceInvariants)]);
}

let system: Addresses;
let owner: Owner;
let sql: postgres.Sql;

// biome-ignore lint/suspicious/noExplicitAny: journeys look into whatever was answered
async function done(method: string, path: string, body?: object): Promise<any> {
  const { token, clientAccountId } = owner;
  const own = method === 'POST' ? { client_account_id: clientAccountId, ...body } : body;
  const answer = await call(system.gateway, method, `/api/v2${path}`, { token, ...(own ? { body: own } : {}) });
  expect([200, 201], `${method} ${path}: ${JSON.stringify(answer.body)}`).toContain(answer.status);
  return answer.body;
}

beforeAll(async () => {
  await Promise.all([learn('documents'), learn('reconciliation')]);
  system = sharedSystem();
  sql = postgres(system.database, { max: 1, onnotice: () => undefined });
  owner = await newOwner(system, createNumbers());
  await done('PATCH', `/client-accounts/${owner.clientAccountId}/settings`, {
    ...{ vat_liable: false, vat_return_frequency: 'MONTHLY' },
    ...{ early_access: true, reconciliation_frequency: 'VAT_TERM' },
  });
  await moveMoney();
  await done('POST', '/reconciliation-periods');
});
afterAll(() => sql?.end());

/** A customer pays what was invoiced, which the bank says and the books know; half of a bill is on its way. */
async function moveMoney(): Promise<void> {
  const account = (bban: string, more: object) =>
    done('POST', '/bank-accounts', { type: 'CURRENT', bban, bank_country: 'NO', ...more });
  const house = await account(HOUSE, { name: 'Drift' });
  const [customer, supplier] = [await partner('is_customer'), await partner('is_supplier')];
  await account(SUPPLIERS, { business_partner_id: supplier.id });
  const documentOf = (document_type: string, business_partner_id: number, line: object, more: object = {}) =>
    done('POST', '/documents', {
      ...{ document_type, business_partner_id, document_date: month.day(2), is_draft: false, ...more },
      lines: [{ description: 'Levert', quantity: '1', ...line }],
    });
  const invoice = await documentOf('ARINV', customer.id, { price: '1000' });
  const bill = await documentOf('APINV', supplier.id, { price: '500', account_code: '6300' }, { document_number: '7' });
  const entry = { amount: '1000.00', bookingDate: month.day(9), reference: 'R-1' };
  const statement = {
    ...{ account: HOUSE, currency: 'NOK', reference: 'S-1', from: month.first, to: month.last },
    ...{ opening: '0.00', closing: '1000.00', entries: [entry] },
  };
  const file = writeStatements({ messageId: 'M-1', createdAt: `${month.last}T23:00:00` }, [statement]);
  await importFile([...file].join(''));
  const paid = await bookPayment(customer.id, house.id);
  await reconcile(paid, invoice.journal_entry_id);
  const payment = await done('POST', '/payments', {
    document_id: bill.id,
    bank_account_id: house.id,
    amount: '250.00',
  });
  await done('PATCH', `/payments/${payment.id}`, { status: 'APPROVED' });
  await done('POST', '/payments/export', { payment_ids: [payment.id] });
}

const partner = (kind: string) => done('POST', '/business-partners', { name: `Partner ${kind}`, [kind]: true });

async function importFile(text: string): Promise<void> {
  const form = new FormData();
  form.set('client_account_id', String(owner.clientAccountId));
  form.set('file', new Blob([text]), 'kontoutskrift.xml');
  const url = new URL('/api/v2/bank-statements/import', system.gateway);
  const headers = { authorization: `Bearer ${owner.token}` };
  expect((await fetch(url, { method: 'POST', headers, body: form })).status).toBe(201);
}

interface Booked {
  readonly id: number;
  readonly lines: readonly { readonly id: number; readonly account_code: string }[];
}

const of = (relation_type: string, relation_id: number) => [{ relation_type, relation_id }];

const bookPayment = (customerId: number, houseId: number): Promise<Booked> => {
  const line = (account_code: string, debit: string, credit: string, dimensions: object) => ({
    ...{ posting_date: month.day(9), account_code, debit, credit, dimensions },
  });
  const lines = [
    line('1920', '1000', '0', of('bankacc', houseId)),
    line('1500', '0', '1000', of('businesspartner', customerId)),
  ];
  return done('POST', '/journal-entries/', { lines });
};

/** The movement of the bank with the entry, and the entry with the invoice. */
async function reconcile(paid: Booked, invoiceEntryId: number): Promise<void> {
  const nok = { amount: '1000.00', currency_code: 'NOK' };
  const list = `/bank-transactions?client_account_id=${owner.clientAccountId}`;
  const [moved] = (await done('GET', list)).data;
  await done('POST', '/external-reconciliations', {
    entries: [
      { kind: 'EXTERNAL', relation_type: 'PAYMT', relation_id: moved.id, ...nok },
      {
        ...{ kind: 'LEDGER_LINE', relation_type: 'JE', ...nok },
        ...{ relation_id: paid.id, relation_line_id: paid.lines[0]!.id },
      },
    ],
  });
  const invoiced: Booked = await done('GET', `/journal-entries/${invoiceEntryId}?with=lines`);
  const owed = invoiced.lines.find(({ account_code }) => account_code === '1500')!;
  const entry_lines = [owed.id, paid.lines[1]!.id].map((id) => ({ journal_entry_line_id: id }));
  await done('POST', '/reconciliations', { date: month.day(9), entry_lines });
}

/** As an invariant sees it once a statement was carried out with triggers off; `$own` is the company. */
async function look(service: Service, name: string, falsification = 'select 1'): Promise<Finding> {
  const invariant = invariantsOf(service).find((one) => one.name === name)!;
  const work = sql.begin(async (tx) => {
    await tx.unsafe(`set local session_replication_role = replica; set local search_path to "${service}", extensions`);
    await tx.unsafe(falsification.replaceAll('$own', `client_account_id = ${owner.clientAccountId}`));
    const query = (text: string, parameters: readonly string[]) => tx.unsafe(text, [...parameters]);
    throw Object.assign(new Error('taken back'), {
      finding: await checkInvariant(query, invariant, [owner.clientAccountId]),
    });
  });
  return work.catch((error: { readonly finding?: Finding }) => {
    if (!error.finding) throw error;
    return error.finding;
  });
}

it.each(['documents', 'reconciliation'] as const)('%s: all of them hold', async (service) => {
  for (const { name } of invariantsOf(service)) {
    const { broken, offenders } = await eventually(
      () => look(service, name),
      (finding) => finding.broken === 0,
    );
    expect([name, broken, offenders]).toEqual([name, 0, []]);
  }
});

/** A row again, with other values. */
const copyOf = (table: string, changes: Readonly<Record<string, string>>): string =>
  `insert into ${table} overriding system value select (jsonb_populate_record(r, jsonb_build_object(${Object.entries(
    changes,
  )
    .map(([column, value]) => `'${column}', ${value}`)
    .join(', ')}))).* from ${table} r where $own limit 1`;

const falsifications: { readonly [S in Service]: readonly (readonly [string, string])[] } = {
  documents: [
    [
      'a voucher is a file of that type, and active until it is deleted',
      "update files set is_active = false where $own and type = 'VOUCHER'",
    ],
    ['a file has the size of its content', 'update files set size = size + 1 where $own'],
    [
      'bytes that a file has are no longer on their way',
      `insert into arriving_contents (store_key, client_account_id, begun_at)
        select store_key, client_account_id, now() from contents where $own`,
    ],
    ['a command names a voucher that is there', 'update create_commands set voucher_id = -1 where $own'],
    [
      'a document adds up to its lines',
      'update document_lines set net_amount = net_amount + 1, gross_amount = gross_amount + 1 where $own',
    ],
    [
      'a document is paid as far as its line in the books is reconciled',
      'update claimed_lines set amount_fc = amount_fc - 1 where $own',
    ],
    [
      'no more of a line is credited than it has',
      copyOf('document_lines', { id: '-1', line_no: '9', credited_line_id: 'r.id', quantity: 'r.quantity + 1' }),
    ],
    ['a document is held only while a command posts or cancels it', "update documents set busy_key = 'x' where $own"],
    [
      'a posted document has its entry in the books, which is cancelled with it',
      'update documents set journal_entry_id = -1 where $own and journal_entry_id is not null',
    ],
    [
      'what documents know of reconciled amounts is what the ledger has claimed',
      'update claimed_lines set amount_fc = amount_fc - 1 where $own',
    ],
    [
      'client accounts with documents and files are known to organisation',
      'update files set client_account_id = 900000001 where $own',
    ],
    [
      'client accounts with documents and files have ids that organisation has given out',
      'update files set client_account_id = 900000001 where $own',
    ],
  ],
  reconciliation: [
    [
      'a house account is booked on an account of the books, and that of a partner on none',
      `alter table bank_accounts drop constraint bank_accounts_booked;
        update bank_accounts set account_code = null where $own`,
    ],
    [
      'a payment that the bank has is in exactly one file, and one that it has not is in none',
      'update payments set export_id = null where $own',
    ],
    [
      'a file holds the payments that say so, each once',
      'update payment_exports set payment_count = payment_count + 1 where $own',
    ],
    [
      'a payment is approved before the bank gets it',
      'update payments set approved = null, approved_at = null where $own',
    ],
    [
      'a settled payment that names a movement of the bank is reconciled with it',
      // The movement is reconciled, with the entry of something else.
      `update payments p set status = 'PAID', settled_at = now(), journal_entry_id = -1,
        bank_transaction_id = (select max(t.id) from bank_transactions t where t.client_account_id = p.client_account_id)
        where $own`,
    ],
    ['a payment is held only while a command settles it', 'update payments set is_settling = true where $own'],
    [
      'a statement adds up: opening balance, its transactions and what it skipped give its closing balance',
      'update bank_statements set closing_balance = closing_balance + 1 where $own',
    ],
    [
      'a statement has no day of another one of its account, and continues the one that ends the day before',
      copyOf('bank_statements', { id: '-1', statement_reference: 'null' }),
    ],
    [
      'a transaction moved a house account, that of its statement where it stands on one',
      'update bank_accounts set business_partner_id = 1, account_code = null where $own',
    ],
    [
      'internal reconciliations balance in the accounting currency, over two lines at least',
      'update internal_reconciliation_entries set debit = debit + 1 where $own and debit > 0',
    ],
    [
      'numbers of internal reconciliations run to the last one given, without gap',
      'update internal_reconciliation_counters set last_sequence_number = last_sequence_number + 1 where $own',
    ],
    [
      'an external reconciliation adds up to its entries',
      `update external_reconciliations set expected_amount = expected_amount + 1, difference = difference + 1
        where $own`,
    ],
    [
      'a bank transaction is reconciled exactly as long as a record takes it',
      'update bank_transactions set external_reconciled_amount = 0 where $own',
    ],
    [
      'an external reconciliation is held only while a command records or retires it',
      "update external_reconciliations set busy_key = 'x' where $own",
    ],
    [
      'every line of a reconciled record has its claim, and no line of a draft has one',
      `update external_reconciliation_entries set claim_id = null, claim_amount = null, claim_amount_fc = null
        where $own`,
    ],
    [
      'no external reconciliation has a number that was not given',
      'update external_reconciliation_numbers set last_number = 0 where $own',
    ],
    [
      'each scope of a reconciled period has a record that is no draft and not retired',
      `update reconciliation_periods set status = 'RECONCILED', reconciled_at = now(), reconciled_by_id = 2 where $own;
        delete from reconciliation_scopes where $own`,
    ],
    [
      'reconciliation periods follow each other without gap or overlap',
      'update reconciliation_periods set period_start = period_start + 1 where $own',
    ],
    ['a period that was replaced has no scopes', 'update reconciliation_periods set replaced_at = now() where $own'],
    [
      'live internal reconciliations and the claims of the ledger are the same',
      "update ledger.line_claims set amount = amount * 2 where $own and kind = 'internal'",
    ],
    [
      'live external reconciliations and the claims of the ledger are the same',
      "update ledger.line_claims set amount = amount * 2 where $own and kind = 'external'",
    ],
    [
      'client accounts with bank accounts, reconciliations and periods are known to organisation',
      'update reconciliation_periods set client_account_id = 900000001 where $own',
    ],
    [
      'client accounts with bank accounts, reconciliations and periods have ids that organisation has given out',
      'update reconciliation_periods set client_account_id = 900000001 where $own',
    ],
  ],
};

it.each(['documents', 'reconciliation'] as const)('%s: each of them finds what breaks it', async (service) => {
  const broken = falsifications[service].map(([name]) => name);
  expect(broken.toSorted()).toEqual(
    invariantsOf(service)
      .map(({ name }) => name)
      .toSorted(),
  );
  for (const [name, falsification] of falsifications[service]) {
    const { broken, offenders } = await look(service, name, falsification);
    expect([name, broken > 0, offenders.length > 0]).toEqual([name, true, true]);
  }
});
