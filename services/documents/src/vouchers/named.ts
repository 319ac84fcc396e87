import { invalidField } from '@app/contract/failure';
import type { Database } from '@app/db';
import type { ClientOf, References } from '@app/rpc';
import { hasCollection } from './collections-store.ts';

/** What names of a voucher are asked of: projects are organisation's. */
export interface NamedDependencies {
  readonly db: Database;
  readonly projects: Pick<ClientOf<typeof References>, 'Resolve'>;
}

export interface Named {
  readonly projectId?: number | null | undefined;
  readonly collectionId?: number | null | undefined;
}

/**
 * Whatever a voucher is put into is there, is active, and is of the same client account.
 * @throws Failure 400, the same for what does not exist and what is another company's; 503
 */
export async function requireNamed(
  { db, projects }: NamedDependencies,
  clientAccountId: number,
  { projectId, collectionId }: Named,
): Promise<void> {
  if (collectionId != null && !(await hasCollection(db.executor, clientAccountId, collectionId)))
    throw invalidField('collection_id', `There is no voucher collection ${collectionId} in this client account`);
  if (projectId == null) return;
  const { references } = await projects.Resolve({ clientAccountId, type: 'project', ids: [projectId] });
  const found = references.find(({ id }) => id === projectId);
  if (!found) throw invalidField('project_id', `There is no project ${projectId} in this client account`);
  if (!found.isActive) throw invalidField('project_id', `The project ${projectId} is not active`);
}
