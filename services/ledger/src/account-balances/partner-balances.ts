import { invalid } from '@app/contract';
import { anyOf, type Executor } from '@app/db';
import { and, asc, eq, sql } from 'drizzle-orm';
import { accounts } from '../schema/accounts.ts';
import { monthlyDimensionBalances } from '../schema/balances.ts';

export interface PartnerBalance {
  readonly businessPartnerId: number;
  readonly accountCode: string;
  /** Debit minus credit in the accounting currency, whatever the posting dates. */
  readonly balance: string;
}

const MAX_PARTNERS = 1_000;
const MAX_CODES = 100;

/**
 * What stands on some accounts per business partner, from the posted lines that carry the partner; pairs without lines
 * are left out.
 */
export async function partnerBalances(
  db: Executor,
  question: {
    readonly clientAccountId: number;
    readonly businessPartnerIds: readonly number[];
    readonly accountCodes: readonly string[];
  },
): Promise<readonly PartnerBalance[]> {
  const { clientAccountId, businessPartnerIds, accountCodes } = question;
  if (businessPartnerIds.length > MAX_PARTNERS || accountCodes.length > MAX_CODES)
    throw invalid(`At most ${MAX_PARTNERS} business partners and ${MAX_CODES} accounts can be asked about at once`);
  const m = monthlyDimensionBalances;
  return db
    .select({
      businessPartnerId: m.relationId,
      accountCode: accounts.accountCode,
      balance: sql<string>`sum(${m.debit} - ${m.credit} + ${m.cancelledDebit} - ${m.cancelledCredit})::numeric(38, 2)::text`,
    })
    .from(m)
    .innerJoin(accounts, eq(accounts.id, m.accountId))
    .where(
      and(
        eq(m.clientAccountId, clientAccountId),
        eq(m.relationType, 'businesspartner'),
        anyOf(m.relationId, businessPartnerIds),
        anyOf(accounts.accountCode, accountCodes),
      ),
    )
    .groupBy(m.relationId, accounts.accountCode)
    .having(sql`sum(${m.lineCount} + ${m.cancelledLineCount}) > 0`)
    .orderBy(asc(m.relationId), asc(accounts.accountCode));
}
