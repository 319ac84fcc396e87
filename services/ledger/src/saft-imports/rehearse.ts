import { Failure, type FieldFault } from '@app/contract/failure';
import { accountByCode, type Ground } from '../ground/ground.ts';
import { explainRefusal } from '../journal-entries/refusal.ts';
import { completeEntry, type EntryRequest } from '../journal-entries/write.ts';
import type { Problems } from './saft-import.ts';

/** The ground as it will be when the accounts are made that an import makes: they take every VAT code. */
export function withAccounts(ground: Ground, codes: Iterable<string>): Ground {
  const accountsByCode = new Map(ground.accountsByCode);
  let id = 0;
  for (const code of codes)
    if (!accountByCode(ground, code)) accountsByCode.set(code, { id: --id, code, isActive: true, taxCodes: [] });
  return { ...ground, accountsByCode };
}

/**
 * Judges an entry by the rules that it will be posted under, without writing it.
 * @param make the request; what cannot be one is a problem as well
 */
export function rehearse(
  entry: string,
  make: () => EntryRequest | undefined,
  ground: Ground,
  problems: Problems,
): EntryRequest | undefined {
  try {
    const request = make();
    if (!request) return undefined;
    const completed = completeEntry(request, ground);
    const { faults } = completed.entry;
    if (faults.length + completed.faults.length > 0)
      throw explainRefusal({ faults, lockedUntil: ground.lockedUntil }, [completed.entry], completed.faults);
    return request;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const fields = (error.details?.fields ?? []) as readonly FieldFault[];
    const messages = fields.length === 0 ? [error.message] : fields.map(({ field, message }) => `${field} ${message}`);
    for (const message of messages) problems.add('books', message, { entry });
    return undefined;
  }
}
