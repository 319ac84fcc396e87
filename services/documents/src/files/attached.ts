import type { Database } from '@app/db';
import type { StoredFile } from './file.ts';
import { attachmentsOf } from './store.ts';

/** Files that are attached to a voucher, in the order in which they were. */
export const attachedFiles = (
  db: Database,
  voucher: Pick<StoredFile, 'clientAccountId' | 'id'>,
): Promise<readonly StoredFile[]> => attachmentsOf(db.executor, voucher);
