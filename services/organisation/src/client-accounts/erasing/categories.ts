import { type ErasureCategory, erasureCategories } from '@app/api/organisation/erasure';
import { invalidField } from '@app/contract';

/** What goes with what: a record that loses what it is made of goes too (docs/contract/client-accounts.md). */
const dependants: Readonly<Partial<Record<ErasureCategory, readonly ErasureCategory[]>>> = {
  JOURNAL_ENTRIES: ['RECONCILIATIONS'],
  // Their entries leave the books with them, and with those what is reconciled.
  DOCUMENTS: ['RECONCILIATIONS'],
  VOUCHERS: ['DOCUMENTS'],
  ALL: erasureCategories,
};

/** Business partners are named by what these hold, which therefore goes in the same call. */
const namesPartners: readonly ErasureCategory[] = ['DOCUMENTS', 'PAYROLL', 'EQUITY', 'JOURNAL_ENTRIES'];

/**
 * Every category that a reset clears, in the order of the list.
 * @throws Failure 400 when partners are to go and what names them is to stay
 */
export function affectedBy(wanted: readonly ErasureCategory[]): readonly ErasureCategory[] {
  const affected = new Set<ErasureCategory>();
  const add = (category: ErasureCategory): void => {
    if (affected.has(category)) return;
    affected.add(category);
    for (const dependant of dependants[category] ?? []) add(dependant);
  };
  for (const category of wanted) add(category);
  const missing = namesPartners.filter((category) => !affected.has(category));
  if (affected.has('BUSINESS_PARTNERS') && missing.length > 0)
    throw invalidField('categories', `must hold ${missing.join(', ')} as well, since their records name partners`);
  return erasureCategories.filter((category) => affected.has(category));
}

/** The categories that the answer of a reset counts. ALL is no kind of record; entries of documents are entries. */
export const countedOf = (affected: readonly ErasureCategory[]): readonly ErasureCategory[] =>
  erasureCategories.filter(
    (category) =>
      category !== 'ALL' &&
      (affected.includes(category) || (category === 'JOURNAL_ENTRIES' && affected.includes('DOCUMENTS'))),
  );
