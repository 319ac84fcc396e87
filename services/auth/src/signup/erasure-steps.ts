import { ACCOUNT, deleted, type ErasureStep, MESSAGES, rowsOf } from '@app/db';
import { sql } from 'drizzle-orm';
import { clientRequests } from '../schema/client-requests.ts';
import { signupRegistrations } from '../schema/signup.ts';

/**
 * What auth knows of a client account: who signed it up, where the use case keeps it and where the release before did,
 * and which requests of clients named it. Of a company that is gone nothing is left to answer them.
 */
export const erasureSteps: readonly ErasureStep[] = [
  rowsOf(signupRegistrations, { with: [ACCOUNT, MESSAGES] }),
  rowsOf(clientRequests, { with: [ACCOUNT] }),
  {
    table: 'use_cases',
    with: [ACCOUNT, MESSAGES],
    // Raw: the account stands in the result, which is JSON to the table of every service's use cases.
    erase: (tx, clientAccountId, most) =>
      deleted(
        tx,
        sql`delete from use_cases where command_key = any (array(
          select command_key from use_cases where name = 'sign_up' and ended_at is not null
            and (result ->> 'clientAccountId')::bigint = ${clientAccountId}::bigint limit ${most}))`,
      ),
  },
];
