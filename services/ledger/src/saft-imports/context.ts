import type { Database } from '@app/db';
import type { ClientOf, Partners } from '@app/rpc';
import type { Clock, Logger } from '@app/runtime';
import { codesByGrouping, groupingKey } from '../accounts/grouped-codes.ts';
import { accountByCode, type Ground } from '../ground/ground.ts';
import type { Books } from '../journal-entries/books.ts';
import type { Chart } from './mapping.ts';

/** What imports work with. */
export interface SaftContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'error' | 'warn'>;
  readonly books: Books;
  readonly partners: Pick<ClientOf<typeof Partners>, 'ImportPartners'>;
  /** Unpacked bytes of all the files of a client account that wait to be imported. */
  readonly waitingBytes: number;
}

/** What a company's accounts are at this moment. */
export async function chartOf({ db }: Pick<SaftContext, 'db'>, ground: Ground): Promise<Chart> {
  const grouped = await codesByGrouping(db.executor);
  return {
    isActive: (code) => accountByCode(ground, code)?.isActive,
    withGrouping: (category, code) => grouped.get(groupingKey({ category, grouping: code })) ?? [],
  };
}
