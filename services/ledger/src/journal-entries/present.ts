import { currencyNumbers } from '@app/api/currencies';
import type { DimensionType, JournalEntryOut, JournalLineOut, LineAccountOut } from '@app/api/ledger/index';
import type { WireUser } from '@app/records';
import type { z } from 'zod';
import type { LineAccount } from './accounts.ts';
import type { JournalEntry, JournalLine } from './journal-entry.ts';
import { shownFields } from './line-fields.ts';

export type WireEntry = z.input<typeof JournalEntryOut>;
export type WireLine = z.input<typeof JournalLineOut>;

/** Which relations to show, with what they need. */
export interface Shown {
  readonly language: 'nob' | 'eng';
  /** Accounts of the lines, when they are embedded. */
  readonly accounts?: ReadonlyMap<number, LineAccount> | undefined;
  /** Users, when any of them is embedded, and which. */
  readonly users?:
    | { readonly found: ReadonlyMap<number, WireUser>; readonly relations: ReadonlySet<string> }
    | undefined;
}

export const presentLine = (line: JournalLine, { language, accounts }: Shown): WireLine => ({
  ...shownFields(line),
  currency_id: currencyNumbers[line.currencyCode]!,
  dimensions: line.dimensions.map(({ id, relationType, relationId, name }) => ({
    id,
    relation_type: relationType,
    relation_id: relationId,
    name,
  })),
  ...(accounts ? { account: presentAccount(accounts.get(line.accountId)!, language) } : {}),
});

const presentAccount = (account: LineAccount, language: 'nob' | 'eng'): z.input<typeof LineAccountOut> => ({
  id: account.id,
  account_code: account.accountCode,
  description: (language === 'eng' ? account.descriptionEng : null) ?? account.descriptionNob,
  mandatory_dimensions: account.mandatoryDimensions.map((type) => ({ relation_type: type as DimensionType })),
});

export function presentEntry(entry: JournalEntry, shown: Shown): WireEntry {
  const user = (relation: string, id: number | null) =>
    shown.users?.relations.has(relation)
      ? { [relation]: id === null ? null : (shown.users.found.get(id) ?? null) }
      : {};
  return {
    id: entry.id,
    created_at: entry.createdAt,
    updated_at: entry.updatedAt,
    created_by_id: entry.createdById,
    updated_by_id: entry.updatedById,
    posted_at: entry.postedAt,
    posted_by_id: entry.postedById,
    client_account_id: entry.clientAccountId,
    sequence_number: entry.sequenceNumber,
    description: entry.description,
    cancelled: entry.cancelled,
    cancelled_by_id: entry.cancelledById,
    cancellation_entry_id: entry.cancellationEntryId,
    cancellation_reason: entry.cancellationReason,
    is_draft: entry.isDraft,
    voucher_id: entry.voucherId,
    relation_type: entry.relationType,
    relation_id: entry.relationId,
    relation_number: entry.relationNumber,
    external_id: entry.externalId,
    metadata: entry.metadata,
    lines: entry.lines.map((line) => presentLine(line, shown)),
    ...user('created_by', entry.createdById),
    ...user('updated_by', entry.updatedById),
    ...user('posted_by', entry.postedById),
  };
}
