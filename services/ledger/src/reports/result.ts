/** The account in whose place an untransferred result stands; nothing is ever posted to it. */
export const UNDISTRIBUTED = '2099';

/** What the computed row is called. */
export const undistributedName = { nob: 'Udisponert resultat', eng: 'Undistributed result' } as const;

/** Accounts whose balance is the result of a year and not what a company has or owes: 3000 to 8999. */
export const isResultAccount = ({ code }: { readonly code: string }): boolean => code[0]! >= '3';
