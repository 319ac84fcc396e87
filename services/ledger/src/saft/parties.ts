export type PartyKind = 'customer' | 'supplier';

/**
 * Whose account it is, by its number: trade receivables (150, 151) are the customers', trade payables (24) the
 * suppliers'. On any other account a business partner is an analysis like a project.
 */
export function partyKindOf(accountCode: string): PartyKind | undefined {
  if (/^15[01]/.test(accountCode)) return 'customer';
  return accountCode.startsWith('24') ? 'supplier' : undefined;
}
