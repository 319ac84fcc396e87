import { invalid } from '@app/contract/failure';

/** Ids that one question may name, and rows that one page may have. */
export const MOST_IDS = 1_000;

/** @throws Failure 400 for more ids than one question may name */
export function requireFew(ids: readonly number[]): void {
  if (ids.length > MOST_IDS)
    throw invalid(`At most ${MOST_IDS} ids can be asked about at once, and ${ids.length} were`);
}
