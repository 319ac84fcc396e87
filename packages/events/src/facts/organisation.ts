import { z } from 'zod';
import { defineEvent } from '../event.ts';

/**
 * A client account was opened or changed. `version` rises with every change of the account or its settings: an older
 * one says nothing new.
 */
export const clientAccountChanged = defineEvent({
  name: 'organisation.client_account.changed',
  version: 1,
  schema: z.object({
    client_account_id: z.int(),
    version: z.int(),
    display_name: z.string(),
    unique_name: z.string(),
    accounting_currency: z.string(),
    accounting_language: z.string(),
    is_active: z.boolean(),
    organization_id: z.int(),
    organization_number: z.string(),
    /** The numbers the next sale documents get, and the version of the account at which each was set. */
    sale_invoice: z.object({ next_number: z.int(), set_at_version: z.int() }),
    sale_credit_note: z.object({ next_number: z.int(), set_at_version: z.int() }),
  }),
});

/** The settings of a client account changed: every version there is, oldest first. */
export const settingsChanged = defineEvent({
  name: 'organisation.settings.changed',
  version: 1,
  schema: z.object({
    client_account_id: z.int(),
    version: z.int(),
    versions: z.array(
      z.object({ active_from: z.iso.date(), active_to: z.iso.date().nullable(), vat_liable: z.boolean() }),
    ),
  }),
});
