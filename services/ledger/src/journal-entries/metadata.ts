import type { Metadata } from '@app/api/caller-references';
import type { Books } from './books.ts';
import { entryNotFound } from './replace-draft.ts';

/**
 * Changes what the caller keeps with an entry: of a posted one nothing else may change (JEX-R55). The whole object
 * takes the place of the one before. It is no bookkeeping, so period locks do not bind it; who polls by `updated_at`
 * sees it.
 * @throws Failure 404
 */
export async function changeMetadata(
  books: Books,
  account: { readonly clientAccountId: number; readonly actorId: number },
  entryId: number,
  metadata: Metadata | null,
): Promise<void> {
  const state = await books.posting.changeMetadata(
    { ...account, now: books.clock.now().toString() },
    entryId,
    metadata,
  );
  if (state === 'missing') throw entryNotFound(entryId);
}
