import type { Clock } from '@app/runtime';
import type { Facts } from '../projections/account-facts.ts';
import type { References } from '../projections/references.ts';
import type { LineAccounts } from './accounts.ts';
import type { PostingStore, Writing } from './posting-store.ts';
import type { EntryStore } from './store.ts';

/** What the operations on journal entries work with. */
export interface Books {
  readonly entries: EntryStore;
  readonly posting: PostingStore;
  readonly accounts: LineAccounts;
  readonly facts: Facts;
  readonly references: References;
  readonly clock: Clock;
}

/** Who writes into which books, now. */
export async function openBooks(books: Books, clientAccountId: number, actorId: number): Promise<Writing> {
  const { accountingCurrency } = await books.facts.get(clientAccountId);
  return { clientAccountId, actorId, now: books.clock.now().toString(), currency: accountingCurrency };
}
