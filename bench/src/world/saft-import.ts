import type { Bench } from '../bench.ts';

const PATH = '/api/v2/ledger/saft-imports';
const LOOK_MILLIS = 20;
const DAYS = 28;
const BATCH = 1_000;

/** An entry of four lines as a file and a batch have it; amounts above zero are debits. */
interface FiledEntry {
  readonly id: number;
  readonly day: string;
  readonly lines: readonly (readonly [account: string, amount: string])[];
}

/** Entries that balance, on the days of one month. */
export const filedEntries = (count: number): readonly FiledEntry[] =>
  Array.from({ length: count }, (_, n) => ({
    id: n + 1,
    day: `2026-03-${String(1 + (n % DAYS)).padStart(2, '0')}`,
    lines: [
      ['6300', `${100 + (n % 7)}.50`],
      ['7140', '40.00'],
      ['2400', `-${120 + (n % 7)}.50`],
      ['1920', '-20.00'],
    ],
  }));

/** Seconds that it took to post the entries in batches, one after the other. */
export async function postBatches(bench: Bench, company: number, entries: readonly FiledEntry[]): Promise<number> {
  const bodies: string[] = [];
  for (let at = 0; at < entries.length; at += BATCH)
    bodies.push(
      JSON.stringify({
        ...{ client_account_id: company, atomic: true },
        entries: entries.slice(at, at + BATCH).map(({ id, day, lines }) => ({
          description: `Bilag ${id}`,
          lines: lines.map(([account_code, amount]) => ({
            ...{ posting_date: day, account_code, description: `Bilag ${id}` },
            debit: amount.startsWith('-') ? '0' : amount,
            credit: amount.startsWith('-') ? amount.slice(1) : '0',
          })),
        })),
      }),
    );
  const started = performance.now();
  for (const body of bodies) await ask(bench, 'POST', '/api/v2/journal-entries/batch', body);
  return (performance.now() - started) / 1_000;
}

/** Seconds that an import of the entries took: from its commit, and from the file on. */
export async function importFile(
  bench: Bench,
  company: number,
  entries: readonly FiledEntry[],
): Promise<{ readonly commit: number; readonly whole: number }> {
  const file = saftFile(entries);
  const started = performance.now();
  const made = await ask(bench, 'POST', `${PATH}?client_account_id=${company}`, file, 'application/xml');
  await ended(bench, made.id, 'READY');
  const committed = performance.now();
  // The file names an organization of its own, not the one of the company that it goes into.
  await ask(bench, 'POST', `${PATH}/${made.id}/commit`, '{"other_organization":true}');
  await ended(bench, made.id, 'DONE');
  const now = performance.now();
  return { commit: (now - committed) / 1_000, whole: (now - started) / 1_000 };
}

async function ended(bench: Bench, id: number, state: string): Promise<void> {
  for (;;) {
    const found = await ask(bench, 'GET', `${PATH}/${id}`);
    if (found.state === state) return;
    if (!['READING', 'IMPORTING'].includes(found.state))
      throw new Error(`The import is ${found.state}: ${JSON.stringify([found.faults, found.report?.problems])}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MILLIS));
  }
}

interface Answered {
  readonly id: number;
  readonly state: string;
  readonly faults?: unknown;
  readonly report?: { readonly problems: unknown };
}

async function ask(
  bench: Bench,
  method: string,
  path: string,
  body?: string,
  type = 'application/json',
): Promise<Answered> {
  const { gatewayUrl } = await bench.platform();
  const { token } = await bench.companies();
  const headers = { authorization: `Bearer ${await token()}`, ...(body === undefined ? {} : { 'content-type': type }) };
  const response = await fetch(new URL(path, gatewayUrl), { method, headers, ...(body === undefined ? {} : { body }) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text) as Answered;
}

const el = (name: string, content: string | number): string => `<${name}>${content}</${name}>`;

function saftFile(entries: readonly FiledEntry[]): string {
  const sums = new Map<string, number>();
  let debit = 0;
  for (const { lines } of entries)
    for (const [account, amount] of lines) {
      const hundredths = Math.round(Number(amount) * 100);
      sums.set(account, (sums.get(account) ?? 0) + hundredths);
      if (hundredths > 0) debit += hundredths;
    }
  const money = (hundredths: number): string => (hundredths / 100).toFixed(2);
  const accounts = [...sums].map(([id, sum]) =>
    el(
      'Account',
      `${el('AccountID', id)}${el('AccountDescription', id)}${el('GroupingCategory', 'annet')}${el('GroupingCode', 'NA')}` +
        `${el('AccountType', 'GL')}${el('OpeningDebitBalance', '0.00')}` +
        el(sum < 0 ? 'ClosingCreditBalance' : 'ClosingDebitBalance', money(Math.abs(sum))),
    ),
  );
  const criteria = el('SelectionStartDate', '2026-03-01') + el('SelectionEndDate', '2026-03-31');
  return (
    '<?xml version="1.0" encoding="UTF-8"?><AuditFile xmlns="urn:StandardAuditFile-Taxation-Financial:NO">' +
    el(
      'Header',
      `${el('AuditFileVersion', '1.30')}${el('AuditFileCountry', 'NO')}` +
        `${el('Company', el('RegistrationNumber', '310000000') + el('Name', 'Bench'))}` +
        `${el('DefaultCurrencyCode', 'NOK')}${el('SelectionCriteria', criteria)}`,
    ) +
    el('MasterFiles', el('GeneralLedgerAccounts', accounts.join(''))) +
    el(
      'GeneralLedgerEntries',
      `${el('NumberOfEntries', entries.length)}${el('TotalDebit', money(debit))}${el('TotalCredit', money(debit))}` +
        el('Journal', el('JournalID', 'GL') + entries.map(entryXml).join('')),
    ) +
    '</AuditFile>'
  );
}

const entryXml = ({ id, day, lines }: FiledEntry): string =>
  el(
    'Transaction',
    `${el('TransactionID', id)}${el('Period', 3)}${el('PeriodYear', 2026)}${el('TransactionDate', day)}` +
      `${el('Description', `Bilag ${id}`)}${el('SystemEntryDate', day)}${el('GLPostingDate', day)}` +
      lines.map((line, index) => lineXml(line, index + 1, id)).join(''),
  );

const lineXml = ([account, amount]: FiledEntry['lines'][number], record: number, id: number): string => {
  const side = amount.startsWith('-') ? 'CreditAmount' : 'DebitAmount';
  return el(
    'Line',
    el('RecordID', record) +
      el('AccountID', account) +
      el('Description', `Bilag ${id}`) +
      el(side, el('Amount', amount.replace('-', ''))),
  );
};
