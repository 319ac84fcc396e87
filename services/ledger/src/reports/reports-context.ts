import type { Database } from '@app/db';
import type { ReportsContext as RenderingContext } from '@app/reports';

/** What the ledger's reports are made with. */
export interface ReportsContext extends RenderingContext {
  readonly db: Database;
}
