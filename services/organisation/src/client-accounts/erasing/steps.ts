import { ACCOUNT, type ErasureStep, rowsOf } from '@app/db';
import { sql } from 'drizzle-orm';
import { businessPartners } from '../../schema/business-partners.ts';
import { departments } from '../../schema/departments.ts';
import { invitations } from '../../schema/invitations.ts';
import { projects } from '../../schema/projects.ts';
import { recordSeries } from '../../schema/record-series.ts';
import { tags } from '../../schema/tags.ts';

/**
 * What organisation holds of an account, beside the account itself, its people, contracts and settings, which go in one
 * transaction at the end of a removal. Numbers of partners begin anew with ALL alone.
 */
export const ownSteps: readonly ErasureStep[] = [
  rowsOf(projects, { with: [ACCOUNT] }),
  rowsOf(departments, { with: [ACCOUNT] }),
  rowsOf(tags, { with: [ACCOUNT] }),
  rowsOf(businessPartners, { with: ['BUSINESS_PARTNERS', ACCOUNT], counts: 'BUSINESS_PARTNERS' }),
  rowsOf(invitations, { with: [ACCOUNT] }),
  {
    with: ['ALL'],
    // The moment of the last change stays: whoever follows the changes compares with it.
    erase: async (tx, clientAccountId) => {
      await tx
        .update(recordSeries)
        .set({ lastNumber: 0 })
        .where(sql`client_account_id = ${clientAccountId}::bigint and kind = 'businesspartner'`);
      return 0;
    },
  },
];
