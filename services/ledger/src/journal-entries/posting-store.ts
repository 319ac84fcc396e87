import { conflict, type FieldFault, invalid } from '@app/contract/failure';
import { type Database, violatedConstraint } from '@app/db';
import { currentContext } from '@app/runtime';
import { sql } from 'drizzle-orm';
import type { EntryHeader, NewLine } from './journal-entry.ts';
import { type Metadata, metadataOf, metadataText } from './metadata-text.ts';
import type { BookFault, Refusal } from './refusal.ts';

/** Who writes, when, and under which currency the lines were completed. */
export interface Writing {
  readonly clientAccountId: number;
  readonly actorId: number;
  /** ISO 8601. */
  readonly now: string;
  readonly currency: string;
}

export interface NewEntry {
  readonly header: EntryHeader;
  readonly lines: readonly NewLine[];
}

/** What the books added to a line. */
export interface WrittenLine {
  readonly entry: number;
  readonly position: number;
  readonly id: number;
  readonly accountId: number;
  readonly taxCodeId: number | null;
  readonly taxBaseAmount: string | null;
  readonly taxBaseAmountFc: string | null;
  readonly taxAmount: string | null;
  readonly taxAmountFc: string | null;
  readonly dimensions:
    | readonly { readonly id: number; readonly relation_type: string; readonly relation_id: number; readonly name: string }[]
    | null;
}

export interface Written {
  readonly entries: readonly { readonly id: number; readonly sequenceNumber: number | null }[];
  readonly lines: readonly WrittenLine[];
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Of a draft that was replaced: what was sent together with what it kept. */
  readonly replaced?: { readonly header: EntryHeader; readonly createdById: number; readonly postedAt: string | null };
}

/** What a write came to: `state` where the entry was not what the caller took it for. */
export type Outcome = { readonly written: Written } | { readonly refusal: Refusal } | { readonly state: 'missing' | 'posted' };

export interface CancelOutcome {
  readonly state: 'missing' | 'removed' | 'reason_missing' | 'cancelled_before' | 'reversal' | 'locked' | 'reconciled' | 'cancelled';
  readonly cancellation_entry_id?: number;
  readonly reverses?: number;
  readonly locked_until?: string;
  readonly posting_date?: string;
}

/** The texts that a reversal's description begins with, per accounting language. */
export interface ReversalTitles {
  readonly nob: string;
  readonly eng: string;
}

export interface PostingStore {
  /** Stores new entries, all or none, in one statement. */
  save(writing: Writing, entries: readonly NewEntry[]): Promise<Outcome>;
  /** The same in a transaction of its own, inside the one that is joined: after a lost race for a voucher it can be tried again. */
  saveApart(writing: Writing, entries: readonly NewEntry[]): Promise<Outcome>;
  /** Every fault that saving would find, without writing. */
  check(writing: Writing, entries: readonly NewEntry[]): Promise<Refusal>;
  /** Replaces a draft's lines and the header fields given, and posts it unless it stays a draft. */
  replaceDraft(
    writing: Writing,
    entryId: number,
    header: Partial<EntryHeader>,
    lines: readonly NewLine[],
    checkOnly?: boolean,
  ): Promise<Outcome>;
  postDraft(writing: Writing, entryId: number): Promise<Outcome>;
  /** Changes what the caller keeps with an entry, posted or not. */
  changeMetadata(
    writing: Omit<Writing, 'currency'>,
    entryId: number,
    metadata: Metadata | null,
  ): Promise<'missing' | 'unchanged' | 'changed'>;
  removeDraft(clientAccountId: number, entryId: number, now: string): Promise<'missing' | 'posted' | 'removed'>;
  cancel(
    writing: Omit<Writing, 'currency'> & { readonly today: string },
    entryId: number,
    reason: string | null,
    titles: ReversalTitles,
  ): Promise<CancelOutcome>;
}

/** Calls the functions of migration 0003: one statement each, which commits by itself unless a transaction is joined. */
export function createPostingStore(db: Database): PostingStore {
  const call = async <T>(name: keyof typeof statements, command: Command): Promise<T> => {
    const context = currentContext();
    const text = JSON.stringify({ ...command, request_id: context?.requestId, traceparent: context?.traceparent });
    try {
      const rows = await db.alone(command.client_account_id, (executor) => executor.execute<{ result: T }>(statements[name](text)));
      db.committed();
      return rows[0]!.result;
    } catch (error) {
      throw failureOf(error);
    }
  };
  const write = async (name: 'save' | 'replace' | 'post', command: Command): Promise<Outcome> =>
    outcomeOf(await call<RawOutcome>(name, command));
  const save: PostingStore['save'] = (writing, entries) => write('save', { ...commandOf(writing), entries: entries.map(entryJson) });
  return {
    save,
    saveApart: (writing, entries) => db.write(() => save(writing, entries)),
    check: async (writing, entries) => {
      const outcome = await write('save', { ...commandOf(writing), check_only: true, entries: entries.map(entryJson) });
      return 'refusal' in outcome ? outcome.refusal : { faults: [], lockedUntil: null };
    },
    replaceDraft: (writing, entryId, header, lines, checkOnly = false) =>
      write('replace', {
        ...commandOf(writing),
        entry_id: entryId,
        check_only: checkOnly,
        entry: { ...headerJson(header), lines: lines.map(lineJson) },
      }),
    postDraft: (writing, entryId) => write('post', { ...commandOf(writing), entry_id: entryId }),
    changeMetadata: async ({ clientAccountId, actorId, now }, entryId, metadata) => {
      const command = { client_account_id: clientAccountId, actor_id: actorId, now, entry_id: entryId, metadata: metadataText(metadata) };
      return (await call<{ state: 'missing' | 'unchanged' | 'changed' }>('metadata', command)).state;
    },
    removeDraft: async (clientAccountId, entryId, now) => {
      const command = { client_account_id: clientAccountId, entry_id: entryId, now };
      return (await call<{ state: 'missing' | 'posted' | 'removed' }>('remove', command)).state;
    },
    cancel: ({ clientAccountId, actorId, now, today }, entryId, reason, titles) =>
      call('cancel', { client_account_id: clientAccountId, actor_id: actorId, now, today, entry_id: entryId, reason, titles }),
  };
}

/** What a posting function is told; its comment says what more it takes. */
type Command = { readonly client_account_id: number } & Readonly<Record<string, unknown>>;

const statements = {
  save: (command: string) => sql`select save_entries(${command}::text::jsonb) as result`,
  replace: (command: string) => sql`select replace_draft(${command}::text::jsonb) as result`,
  post: (command: string) => sql`select post_draft(${command}::text::jsonb) as result`,
  metadata: (command: string) => sql`select change_metadata(${command}::text::jsonb) as result`,
  remove: (command: string) => sql`select remove_draft(${command}::text::jsonb) as result`,
  cancel: (command: string) => sql`select cancel_entry(${command}::text::jsonb) as result`,
};

type RawLine = readonly [
  number,
  number,
  number,
  number,
  number | null,
  string | null,
  string | null,
  string | null,
  string | null,
  WrittenLine['dimensions'],
];

interface RawOutcome {
  readonly state?: 'missing' | 'posted';
  readonly faults?: readonly BookFault[];
  readonly locked_until?: string | null;
  readonly entries?: readonly { readonly id: number; readonly sequence_number: number | null }[];
  readonly lines?: readonly RawLine[];
  readonly created_at?: string;
  readonly updated_at?: string;
  readonly header?: {
    readonly is_draft: boolean;
    readonly description: string;
    readonly voucher_id: number | null;
    readonly relation_type: string | null;
    readonly relation_id: number | null;
    readonly relation_number: string | null;
    readonly external_id: string | null;
    readonly metadata: string | null;
  };
  readonly created_by_id?: number;
  readonly posted_at?: string | null;
}

function outcomeOf(raw: RawOutcome): Outcome {
  if (raw.state) return { state: raw.state };
  if (raw.faults) return { refusal: { faults: raw.faults, lockedUntil: raw.locked_until ?? null } };
  return {
    written: {
      entries: raw.entries!.map(({ id, sequence_number }) => ({ id, sequenceNumber: sequence_number })),
      lines: raw.lines!.map(writtenLine),
      createdAt: raw.created_at!,
      updatedAt: raw.updated_at!,
      ...replacedOf(raw),
    },
  };
}

function replacedOf({ header, created_by_id, posted_at }: RawOutcome): Pick<Written, 'replaced'> {
  if (!header) return {};
  const { is_draft, description, voucher_id, relation_type, relation_id, relation_number, external_id, metadata } = header;
  const stored: EntryHeader = {
    isDraft: is_draft,
    description,
    voucherId: voucher_id,
    relationType: relation_type,
    relationId: relation_id,
    relationNumber: relation_number,
    externalId: external_id,
    metadata: metadataOf(metadata),
  };
  return { replaced: { header: stored, createdById: created_by_id!, postedAt: posted_at ?? null } };
}

const writtenLine = ([
  entry,
  position,
  id,
  accountId,
  taxCodeId,
  taxBaseAmount,
  taxBaseAmountFc,
  taxAmount,
  taxAmountFc,
  dimensions,
]: RawLine): WrittenLine => ({
  entry,
  position,
  id,
  accountId,
  taxCodeId,
  taxBaseAmount,
  taxBaseAmountFc,
  taxAmount,
  taxAmountFc,
  dimensions,
});

/** What only the database sees: races for a voucher, references that one batch names twice, and an entry that does not balance on each date. */
function failureOf(error: unknown): unknown {
  const constraint = violatedConstraint(error);
  if (constraint === 'journal_entries_voucher_key')
    return conflict('Another journal entry of the same voucher was stored at the same moment');
  if (constraint === 'journal_entries_external_key') return conflict('Two journal entries have the same external_id');
  if (constraint === 'journal_entries_balance_check') {
    const fault: FieldFault = { field: 'lines', message: 'are out of balance; a posted entry balances on each posting date' };
    return invalid(`${fault.field} ${fault.message}`, [fault]);
  }
  return error;
}

const commandOf = ({ clientAccountId, actorId, now, currency }: Writing) => ({
  client_account_id: clientAccountId,
  actor_id: actorId,
  now,
  currency,
});

const entryJson = ({ header, lines }: NewEntry) => ({ ...headerJson(header), lines: lines.map(lineJson) });

/** Absent fields stay absent, so that a draft keeps them. */
function headerJson(header: Partial<EntryHeader>): Record<string, unknown> {
  const { isDraft, description, voucherId, relationType, relationId, relationNumber, externalId, metadata } = header;
  return {
    is_draft: isDraft,
    description,
    voucher_id: voucherId,
    relation_type: relationType,
    relation_id: relationId,
    relation_number: relationNumber,
    external_id: externalId,
    metadata: metadata === undefined ? undefined : metadataText(metadata),
  };
}

const lineJson = (line: NewLine) => ({
  position: line.position,
  line_id: line.lineId,
  posting_date: line.postingDate,
  description: line.description,
  account_code: line.accountCode ?? undefined,
  account_id: line.accountId ?? undefined,
  debit: line.debit,
  credit: line.credit,
  debit_fc: line.debitFc,
  credit_fc: line.creditFc,
  currency_code: line.currencyCode,
  exchange_rate: line.exchangeRate,
  tax_code: line.taxCode ?? undefined,
  tax_base_amount: line.taxBaseAmount ?? undefined,
  tax_base_amount_fc: line.taxBaseAmountFc ?? undefined,
  tax_amount: line.taxAmount ?? undefined,
  tax_amount_fc: line.taxAmountFc ?? undefined,
  tax_line: line.taxLine,
  tax_for_line: line.taxForLine ?? undefined,
  quantity: line.quantity ?? undefined,
  dimensions:
    line.dimensions.length === 0 ? undefined : line.dimensions.map((d) => ({ relation_type: d.relationType, relation_id: d.relationId })),
});
