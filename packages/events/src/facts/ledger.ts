import { z } from 'zod';
import { defineEvent } from '../event.ts';

/**
 * What is published of a journal entry. `version` rises with every change of the client account's journal: an older one
 * says nothing new.
 */
const entrySchema = z.object({
  client_account_id: z.int(),
  journal_entry_id: z.int(),
  sequence_number: z.int().nullable(),
  voucher_id: z.int().nullable(),
  relation_type: z.string().nullable(),
  relation_id: z.int().nullable(),
  /** Y: cancelled; C: the reversal of a cancelled entry. */
  cancelled: z.enum(['Y', 'C']).nullable(),
  cancellation_entry_id: z.int().nullable(),
  /** The first and last posting date of its lines. */
  date_from: z.iso.date(),
  date_to: z.iso.date(),
  account_codes: z.array(z.string()),
  version: z.int(),
});

/** An entry was posted: at once, from a draft, or as the reversal of another. */
export const journalEntryPosted = defineEvent({ name: 'ledger.journal_entry.posted', version: 1, schema: entrySchema });
/** A draft was stored or changed. */
export const journalEntryDrafted = defineEvent({
  name: 'ledger.journal_entry.drafted',
  version: 1,
  schema: entrySchema,
});
/** A posted entry was cancelled; its reversal is published as posted. */
export const journalEntryCancelled = defineEvent({
  name: 'ledger.journal_entry.cancelled',
  version: 1,
  schema: entrySchema,
});
/** A draft is gone. */
export const journalEntryDraftRemoved = defineEvent({
  name: 'ledger.journal_entry.draft_removed',
  version: 1,
  schema: entrySchema,
});

/** A period lock was set or moved. */
export const periodLocked = defineEvent({
  name: 'ledger.period.locked',
  version: 1,
  schema: z.object({ client_account_id: z.int(), locked_until_date: z.iso.date(), version: z.int() }),
});

/** A client account got its first journal entry: its accounting currency can no longer change. */
export const firstPosting = defineEvent({
  name: 'ledger.client_account.first_posting',
  version: 1,
  schema: z.object({ client_account_id: z.int() }),
});

/**
 * How much of some lines is reconciled internally by now: signed like debit minus credit, in the accounting currency
 * and in that of the line. `version` rises with every claim and release of the client account.
 */
export const claimsChanged = defineEvent({
  name: 'ledger.claims.changed',
  version: 1,
  schema: z.object({
    client_account_id: z.int(),
    version: z.int(),
    lines: z.array(z.object({ journal_line_id: z.int(), amount: z.string(), amount_fc: z.string() })),
  }),
});
