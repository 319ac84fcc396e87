import { setTimeout as pause } from 'node:timers/promises';
import { rowsOfAccount } from '../../src/rows-of-account.ts';
import type { Company } from './company.ts';
import { ask, sendOnce, settledWithin } from './company-books.ts';
import { type CompanyWork, meeting, patiently, SECONDS } from './company-work.ts';
import type { Fault } from './fault.ts';
import type { World } from './world.ts';

type Cleared = Readonly<Record<string, number>>;

const DAY = '2026-04-01';

/**
 * Sends a reset, and again where nobody has heard it.
 * @returns what waits for its end: what it counted, undefined where it did not end in time
 */
async function beginReset(
  world: World,
  company: Company,
  categories: readonly string[],
): Promise<() => Promise<Cleared | undefined>> {
  const { clientAccountId } = company.owner;
  const path = `/api/v2/client-accounts/${clientAccountId}`;
  const { body: account } = await ask(world, company, 'GET', path);
  const body = { categories, confirm: account.unique_name };
  const send = () => sendOnce(world, company, 'POST', `${path}/reset`, { body });
  const find = async () => {
    const [run] = await world.sql<{ state: string; result: { cleared?: Cleared } | null }[]>`
      select state, result from organisation.use_cases
      where name = 'reset_client_account' and client_account_id = ${clientAccountId} order by created_at limit 1`;
    return run;
  };
  let sent = send();
  return async () => {
    for (const deadline = Date.now() + SECONDS * 1_000; Date.now() < deadline; await pause(100)) {
      const answer = await sent;
      const run = await patiently(find);
      if (answer.status === 200) return answer.body.cleared;
      if (run?.state === 'done') return run.result?.cleared ?? {};
      if (!run) sent = send();
    }
    return undefined;
  };
}

const amounts = [
  { posting_date: DAY, account_code: '1920', debit: '1.00', credit: '0' },
  { posting_date: DAY, account_code: '3000', debit: '0', credit: '1.00' },
];

/** Posts an entry as soon as the company takes writes again. @returns its number */
async function numberAfter(world: World, company: Company): Promise<number> {
  const { clientAccountId } = company.owner;
  const body = { client_account_id: clientAccountId, description: 'after', lines: amounts };
  const key = `after-reset-${clientAccountId}`;
  const post = () => sendOnce(world, company, 'POST', '/api/v2/journal-entries/', { body, key });
  return (await settledWithin(SECONDS, post, ({ status }) => status === 201)).body.sequence_number;
}

const compare = (what: string, found: unknown, wanted: unknown): readonly string[] =>
  JSON.stringify(found) === JSON.stringify(wanted)
    ? []
    : [`${what}: ${JSON.stringify(found)} and not ${JSON.stringify(wanted)}`];

const CLEARED = ['JOURNAL_ENTRIES', 'RECONCILIATIONS', 'ASSETS', 'EQUITY'] as const;
const EMPTIED = [
  ...[
    'journal_entries',
    'journal_lines',
    'journal_line_dimensions',
    'monthly_balances',
    'assets',
    'asset_depreciations',
  ],
  ...['asset_disposals', 'tax_ledger_entries', 'share_transactions', 'share_positions', 'line_claims'],
]
  .map((table) => `ledger.${table}`)
  .concat('reconciliation.internal_reconciliations', 'reconciliation.internal_reconciliation_entries');

/** A reset is carried to its end whoever dies: every record goes, is counted once, and the company works on. */
const reset: CompanyWork = {
  name: 'a company is reset',
  needsTheTime: false,
  async begin(world, company) {
    const { clientAccountId } = company.owner;
    const { sql } = world;
    const [before] = await sql<({ readonly last: number } & Record<(typeof CLEARED)[number], number>)[]>`
      select (select count(*) from ledger.journal_entries where client_account_id = ${clientAccountId})::int as "JOURNAL_ENTRIES",
        (select count(*) from reconciliation.internal_reconciliations where client_account_id = ${clientAccountId})::int as "RECONCILIATIONS",
        (select count(*) from ledger.assets where client_account_id = ${clientAccountId})::int as "ASSETS",
        (select count(*) from ledger.share_transactions where client_account_id = ${clientAccountId})::int as "EQUITY",
        (select last_sequence_number from ledger.journal_counters where client_account_id = ${clientAccountId})::int as last`;
    const ended = await beginReset(world, company, CLEARED);
    return async () => {
      const cleared = await ended();
      if (!cleared) return [`the reset had not ended after ${SECONDS} s`];
      const { last, ...known } = before!;
      const counted = Object.fromEntries(CLEARED.map((category) => [category, cleared[category]]));
      const left = (await patiently(() => rowsOfAccount(sql, clientAccountId))).filter((table) =>
        EMPTIED.includes(table),
      );
      return [
        ...compare('the reset counted', counted, known),
        ...(left.length > 0 ? [`the reset left rows in ${left.join(', ')}`] : []),
        ...compare('the number of the entry after the reset', await numberAfter(world, company), last + 1),
      ];
    };
  },
};

const INVOICES = 6;
const OWN_ENTRIES = 4;

/** A company with invoices, of which one is taken back, among entries of its own. */
async function invoiceAndPost(world: World, company: Company): Promise<void> {
  const account = { client_account_id: company.owner.clientAccountId };
  const post = (path: string, body: object) => ask(world, company, 'POST', `/api/v2${path}`, { body });
  await ask(world, company, 'PATCH', `/api/v2/client-accounts/${company.owner.clientAccountId}/settings`, {
    body: { vat_liable: true },
  });
  const partner = { ...account, name: 'Kunde og leverandør AS', is_customer: true, is_supplier: true };
  const { body: customer } = await post('/business-partners', partner);
  for (let index = 0; index < INVOICES; index++) {
    const { body: document } = await post('/documents', {
      ...{ ...account, document_type: index % 2 === 0 ? 'ARINV' : 'APINV', document_date: DAY, is_draft: false },
      business_partner_id: customer.id,
      lines: [{ description: 'Rådgivning', quantity: '1', price: `${100 + index}`, tax_code: index % 2 ? '1' : '3' }],
    });
    if (index < OWN_ENTRIES)
      await post('/journal-entries/', { ...account, description: `own ${index}`, lines: amounts });
    if (index === 1) await post(`/documents/${document.id}/cancel`, { cancellation_reason: 'Feil' });
  }
}

/** Documents go with their entries, and leave the others and every sum right, whoever dies. */
const resetOfDocuments: CompanyWork = {
  name: 'documents of a company are reset',
  needsTheTime: false,
  isNew: true,
  async begin(world, company) {
    const { clientAccountId } = company.owner;
    const { sql } = world;
    await invoiceAndPost(world, company);
    const [before] = await sql<{ last: number }[]>`
      select last_sequence_number::int as last from ledger.journal_counters where client_account_id = ${clientAccountId}`;
    const ended = await beginReset(world, company, ['DOCUMENTS']);
    return async () => {
      const cleared = await ended();
      if (!cleared) return [`the reset of documents had not ended after ${SECONDS} s`];
      const number = await numberAfter(world, company);
      const [found] = await patiently(
        () => sql`
          select (select count(*)::int from documents.documents where client_account_id = ${clientAccountId}) as documents,
            (select count(*)::int from ledger.journal_entries where client_account_id = ${clientAccountId}) as entries,
            (select count(*)::int from ledger.erased_numbers where client_account_id = ${clientAccountId}) as holes,
            (select sum(debit)::text from ledger.monthly_balances where client_account_id = ${clientAccountId}) as debit,
            (select sum(credit)::text from ledger.monthly_balances where client_account_id = ${clientAccountId}) as credit`,
      );
      const own = OWN_ENTRIES + 1;
      // One of the invoices was cancelled: its reversal goes along.
      const holes = INVOICES + 1;
      return [
        ...compare('the number of the entry after the reset', number, before!.last + 1),
        ...compare('the reset counted', [cleared.DOCUMENTS, cleared.JOURNAL_ENTRIES], [INVOICES, holes]),
        ...compare('the reset left', found, {
          ...{ documents: 0, entries: own, holes, debit: `${own}.00`, credit: `${own}.00` },
        }),
      ];
    };
  },
};

export const whileReset = (fault: Fault): Fault => meeting(fault, reset);
export const whileDocumentsAreReset = (fault: Fault): Fault => meeting(fault, resetOfDocuments);
