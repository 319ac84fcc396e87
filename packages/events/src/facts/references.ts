import { z } from 'zod';
import { defineEvent } from '../event.ts';

/**
 * The name or state of a record that others refer to by type and id changed, or it is new. The owner's service begins
 * the name of the event; `version` rises with every change of the record.
 */
export const referenceChangedBy = (owner: 'organisation' | 'ledger' | 'reconciliation' | 'documents') =>
  defineEvent({
    name: `${owner}.reference.changed`,
    version: 1,
    schema: z.object({
      client_account_id: z.int(),
      type: z.string(),
      id: z.int(),
      name: z.string(),
      is_active: z.boolean(),
      version: z.int(),
    }),
  });

/** Business partners, projects, departments, tags. */
export const organisationReferenceChanged = referenceChangedBy('organisation');

/** Assets. */
export const ledgerReferenceChanged = referenceChangedBy('ledger');
