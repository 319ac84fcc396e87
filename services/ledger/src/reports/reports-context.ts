import type { Database } from '@app/db';
import type { ReportsContext as RenderingContext } from '@app/reports';
import type { DocumentsById } from './ledgers/related-documents.ts';
import type { UserNames } from './ledgers/rows.ts';

/** What the ledger's reports are made with. */
export interface ReportsContext extends RenderingContext {
  readonly db: Database;
  /** Names of users by id; those that cannot be had are left out. */
  readonly userNames: UserNames;
  /** Documents by id; those that cannot be had are left out. */
  readonly documents: DocumentsById;
}
