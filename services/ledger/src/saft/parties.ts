export type PartyKind = 'customer' | 'supplier';

/**
 * Whose account it is, by its number: trade receivables (150, 151) are the customers', trade payables (24) the
 * suppliers'. On any other account a business partner is an analysis like a project.
 */
export function partyKindOf(accountCode: string): PartyKind | undefined {
  if (/^15[01]/.test(accountCode)) return 'customer';
  return accountCode.startsWith('24') ? 'supplier' : undefined;
}

/** The party of lines that name no partner, by its id and its names. */
export const NOBODY = 0;
export const nobody: Readonly<Record<PartyKind, string>> = { customer: 'Uten kunde', supplier: 'Uten leverandør' };
