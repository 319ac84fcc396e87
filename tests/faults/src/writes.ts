import type { Dice } from '@app/demo';
import type { ServiceName } from '@app/registry';
import type { Company } from './company.ts';
import type { AcknowledgedList, Record } from './record.ts';

/** Whether an answer says that the write was there before: its first answer was lost. */
export type IsDone = (answer: { readonly status: number; readonly text: string }) => boolean;

/** One write of a client, and how it is sent until it is answered: undefined when it was refused or gave up. */
export interface Write {
  readonly company: Company;
  /** No other write of the run has it. */
  readonly mark: string;
  readonly dice: Dice;
  readonly record: Record;
  /** Entries of the largest batch. */
  readonly largestBatch: number;
  /** @param key undefined for what is refused when it is done twice */
  send(path: string, key: string | undefined, body: unknown, isDone?: IsDone): Promise<unknown>;
}

interface Posted {
  readonly id: number;
  readonly sequence_number: number;
}

const DAY = '2026-01-15';

const linesOf = (ore: number) => {
  const amount = `${Math.floor(ore / 100)}.${String(ore % 100).padStart(2, '0')}`;
  return [
    { posting_date: DAY, account_code: '1920', debit: amount, credit: '0' },
    { posting_date: DAY, account_code: '3000', debit: '0', credit: amount },
  ];
};

/** Something that clients write. */
interface Kind {
  readonly write: (write: Write) => Promise<void>;
  /** How often, beside the others. */
  readonly weight: number;
  /** Services that it is about, besides those that everything goes through. */
  readonly of: readonly ServiceName[];
  /** Where it is noted as acknowledged. */
  readonly noted: AcknowledgedList;
}

/** What clients write, and how often. */
export type Mix = readonly Kind[];

const POSTINGS: Mix = [
  { write: writeEntry, weight: 34, of: [], noted: 'entries' },
  { write: writeBatch, weight: 40, of: [], noted: 'entries' },
];

/**
 * Mostly entries, alone and in batches; now and then a project, a bill, shares, the life of an asset, lines that are
 * matched, or a line of a statement that is compared with the books.
 */
export const USUAL: Mix = [
  ...POSTINGS,
  { write: writeProject, weight: 8, of: ['organisation'], noted: 'projects' },
  { write: writeBill, weight: 3, of: ['documents'], noted: 'bills' },
  { write: issueShares, weight: 3, of: ['organisation'], noted: 'shares' },
  { write: liveAnAsset, weight: 3, of: [], noted: 'disposals' },
  { write: matchLines, weight: 6, of: ['reconciliation'], noted: 'matches' },
  { write: compareLine, weight: 3, of: ['documents', 'reconciliation'], noted: 'comparisons' },
];

const MORE = 4;

/** Postings, and much of what is about a service. What is usual where nothing is about it alone. */
export function mixOf(service: ServiceName): Mix {
  const own = USUAL.filter(({ of }) => of.includes(service)).map((kind) => ({ ...kind, weight: MORE * kind.weight }));
  return own.length > 0 ? [...POSTINGS, ...own] : USUAL;
}

/** @param count writes of this load that have begun before: the first are one of each kind, then the dice decide. */
export function writeSomething(mix: Mix, write: Write, count: number): Promise<void> {
  const first = mix[count];
  if (first) return first.write(write);
  const pile = mix.flatMap((kind) => Array.from({ length: kind.weight }, () => kind));
  return write.dice.pick(pile).write(write);
}

async function writeProject({ company, mark, record, send }: Write): Promise<void> {
  const name = `project ${mark}`;
  const body = { client_account_id: company.owner.clientAccountId, name };
  const answer = (await send('/api/v2/projects', mark, body)) as Posted | undefined;
  if (answer) record.projects.push({ id: answer.id, mark: name });
}

async function writeBill({ company, mark, record, send }: Write): Promise<void> {
  const account = { client_account_id: company.owner.clientAccountId };
  // The same request whoever sends it: the company has one supplier.
  const partner = (await send('/api/v2/business-partners', `supplier-${account.client_account_id}`, {
    ...{ ...account, name: 'Leverandør AS', is_supplier: true },
  })) as Posted | undefined;
  if (!partner) return;
  const description = `bill ${mark}`;
  const answer = (await send('/api/v2/documents', mark, {
    ...{ ...account, document_type: 'APINV', document_number: mark, document_date: DAY, is_draft: false, description },
    business_partner_id: partner.id,
    lines: [{ description: 'Strøm', quantity: '1', price: '1000', account_code: '6300' }],
  })) as { readonly id: number } | undefined;
  if (answer) record.bills.push({ id: answer.id, mark: description });
}

async function writeEntry({ company, mark, dice, record, send }: Write): Promise<void> {
  const description = `single ${mark}`;
  const body = {
    client_account_id: company.owner.clientAccountId,
    description,
    lines: linesOf(dice.between(100, 90_000)),
  };
  const answer = (await send('/api/v2/journal-entries/', mark, body)) as Posted | undefined;
  if (answer) record.entries.push({ id: answer.id, sequenceNumber: answer.sequence_number, mark: description });
}

async function writeBatch({ company, mark, dice, record, largestBatch, send }: Write): Promise<void> {
  const count = dice.between(2, largestBatch);
  const entries = Array.from({ length: count }, (_, i) => ({
    description: `batch ${mark}/${count}:${i}`,
    lines: linesOf(dice.between(100, 90_000)),
  }));
  const body = { client_account_id: company.owner.clientAccountId, atomic: true, entries };
  const answer = (await send('/api/v2/journal-entries/batch', mark, body)) as { results: Posted[] } | undefined;
  if (!answer) return;
  if (answer.results.length !== count)
    record.surprise('a batch was answered in part', `${answer.results.length} of ${count}`);
  for (const [i, { id, sequence_number }] of answer.results.entries())
    record.entries.push({ id, sequenceNumber: sequence_number, mark: entries[i]!.description });
}

async function issueShares({ company, mark, record, send }: Write): Promise<void> {
  const account = { client_account_id: company.owner.clientAccountId };
  // The same request whoever sends it: the company has one shareholder.
  const partner = (await send('/api/v2/business-partners', `shareholder-${account.client_account_id}`, {
    ...{ ...account, name: 'Aksjeeier AS' },
  })) as Posted | undefined;
  if (!partner) return;
  const notes = `shares ${mark}`;
  const shares = { business_partner_id: partner.id, share_class: 'ORDINARY', quantity: '10', transaction_date: DAY };
  const issued = (await send('/api/v2/equity/transactions/issue', mark, { ...account, ...shares, notes })) as
    | Posted
    | undefined;
  if (issued) record.shares.push({ id: issued.id, mark: notes });
}

/** An asset is made, bought, written down with all others of its company, and scrapped, each under a key of its own. */
async function liveAnAsset({ company, mark, record, send }: Write): Promise<void> {
  const account = { client_account_id: company.owner.clientAccountId };
  const name = `asset ${mark}`;
  const fields = { name, asset_class: 'COMPUTER_EQUIPMENT', acquisition_date: DAY };
  const asset = (await send('/api/v2/assets', `${mark}-asset`, { ...account, ...fields })) as Posted | undefined;
  if (!asset) return;
  const dimensions = [{ relation_type: 'asset', relation_id: asset.id }];
  const lines = [
    { posting_date: DAY, account_code: '1280', debit: '3600.00', credit: '0', dimensions },
    { posting_date: DAY, account_code: '1920', debit: '0', credit: '3600.00' },
  ];
  const bought = (await send('/api/v2/journal-entries/', `${mark}-bought`, {
    ...{ ...account, description: name, lines },
  })) as Posted | undefined;
  if (!bought) return;
  record.entries.push({ id: bought.id, sequenceNumber: bought.sequence_number, mark: name });
  await send('/api/v2/assets/depreciate', `${mark}-depreciated`, { ...account, until: '2026-02-28' });
  const disposal = { disposal_date: '2026-03-15', kind: 'SCRAPPING' };
  // An asset goes once, so that the repeat needs no key: it is refused when the first one was heard.
  const wasHeard: IsDone = ({ status, text }) => status === 400 && text.includes('asset.already_disposed');
  const gone = await send(`/api/v2/assets/${asset.id}/disposal`, undefined, disposal, wasHeard);
  if (gone) record.disposals.push({ id: asset.id, mark: name });
}

/** What is owed and what is paid for it are posted, then matched: half of them with a gain in exchange of 1.00. */
async function matchLines({ company, mark, dice, record, send }: Write): Promise<void> {
  const account = { client_account_id: company.owner.clientAccountId };
  const description = `matched ${mark}`;
  const [debit, paid] = dice.between(1, 2) === 1 ? ['114.00', '115.00'] : ['114.00', '114.00'];
  const euros = { posting_date: DAY, account_code: '1500', currency_code: 'EUR' };
  const lines = [
    { ...euros, debit, credit: '0', debit_fc: '10.00' },
    { ...euros, debit: '0', credit: paid, credit_fc: '10.00' },
    ...(paid === debit ? [] : [{ posting_date: DAY, account_code: '1920', debit: '1.00', credit: '0' }]),
  ];
  const entry = (await send('/api/v2/journal-entries/', `${mark}-owed`, { ...account, description, lines })) as
    | (Posted & { readonly lines: readonly { readonly id: number }[] })
    | undefined;
  if (!entry) return;
  record.entries.push({ id: entry.id, sequenceNumber: entry.sequence_number, mark: description });
  const [owed, settled] = entry.lines.map(({ id }) => ({ journal_entry_line_id: id }));
  const matched = (await send('/api/v2/reconciliations', `${mark}-matched`, {
    ...{ ...account, date: DAY, entry_lines: [owed, settled] },
  })) as Posted | undefined;
  if (matched)
    record.matches.push({ id: matched.id, mark: `${matched.sequence_number}: ${paid === debit ? 2 : 3} entries` });
}

/** A statement with one line and the entry that it is about are written, then the line is reconciled with the entry. */
async function compareLine({ company, mark, record, send }: Write): Promise<void> {
  const account = { client_account_id: company.owner.clientAccountId };
  const description = `compared ${mark}`;
  const amount = '25.00';
  const lines = [
    { posting_date: DAY, account_code: '7770', debit: amount, credit: '0' },
    { posting_date: DAY, account_code: '1920', debit: '0', credit: amount },
  ];
  const entry = (await send('/api/v2/journal-entries/', `${mark}-fee`, { ...account, description, lines })) as
    | (Posted & { readonly lines: readonly { readonly id: number }[] })
    | undefined;
  if (!entry) return;
  record.entries.push({ id: entry.id, sequenceNumber: entry.sequence_number, mark: description });
  const statement = (await send('/api/v2/documents?with=reconciliation_lines', `${mark}-statement`, {
    ...{ ...account, document_type: 'BANK_STATEMENT', document_date: DAY, is_draft: false },
    reconciliation_lines: [{ line_type: 'TRANSACTION', category: 'FEE', line_date: DAY, amount, currency_code: 'NOK' }],
  })) as { readonly id: number; readonly reconciliation_lines: readonly { readonly id: number }[] } | undefined;
  if (!statement) return;
  const [printed, booked] = [statement.reconciliation_lines[0]!, entry.lines[0]!];
  const figures = { amount, currency_code: 'NOK' };
  const compared = (await send('/api/v2/external-reconciliations', `${mark}-compared`, {
    ...account,
    entries: [
      {
        ...{ kind: 'EXTERNAL', relation_type: 'BANK_STATEMENT', relation_id: statement.id },
        ...{ relation_line_id: printed.id, ...figures },
      },
      { kind: 'LEDGER_LINE', relation_type: 'JE', relation_id: entry.id, relation_line_id: booked.id, ...figures },
    ],
  })) as Posted | undefined;
  if (compared) record.comparisons.push({ id: compared.id, mark: `${compared.sequence_number}: ${booked.id}` });
}
