import { record } from '@app/audit';
import type { Database } from '@app/db';
import type { Clock } from '@app/runtime';
import { sql } from 'drizzle-orm';
import type { AccountFactsCache } from '../projections/account-facts.ts';

/** The owner of the client account orders another currency for its books. */
export interface CurrencyOrder {
  readonly clientAccountId: number;
  /** The same for every try of one change. */
  readonly commandKey: string;
  readonly currencyCode: string;
  /** Of the owner's record when it was ordered. */
  readonly accountVersion: number;
}

interface Outcome extends Record<string, unknown> {
  /** `repeated`: the command was decided before. */
  readonly result: { readonly state: 'changed' | 'has_entries' | 'unknown'; readonly repeated?: boolean };
}

/**
 * Changes the currency of books without entries, drafts included: of a change and a first posting that race one is
 * refused (JEX-R44).
 * @returns whether it was changed; for a command that comes again what it came to the first time
 * @throws Failure 404, 503
 */
export async function changeCurrency(
  { db, facts, clock }: { readonly db: Database; readonly facts: AccountFactsCache; readonly clock: Clock },
  { clientAccountId, commandKey, currencyCode, accountVersion }: CurrencyOrder,
): Promise<boolean> {
  const command = JSON.stringify({
    client_account_id: clientAccountId,
    command_key: commandKey,
    currency: currencyCode,
    account_version: accountVersion,
    now: clock.now().toString(),
  });
  // The books may never have been asked about: then their owner is asked first.
  await facts.get(clientAccountId);
  for (let isFirst = true; ; isFirst = false) {
    const state = await db.write(async (tx) => {
      // Raw: the change is one function of the database (sql/), which holds the books while it looks and writes.
      const rows = await tx.execute<Outcome>(sql`select change_currency(${command}::text::jsonb) as result`);
      const { state, repeated = false } = rows[0]!.result;
      if (state === 'changed' && !repeated)
        await record(tx, { kind: 'currency_changed', clientAccountId, details: { currency: currencyCode } });
      return state;
    });
    facts.forget(clientAccountId);
    if (state !== 'unknown') return state === 'changed';
    if (!isFirst) throw new Error('Books that were just asked about cannot be unknown');
    await facts.refresh(clientAccountId);
  }
}
