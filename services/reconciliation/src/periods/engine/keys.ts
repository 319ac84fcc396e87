/** A value of a dimension, or the lines that have none. */
export interface KeyDimension {
  readonly relationType: string;
  readonly relationId: number | null;
}

/** The key of a month of a bank account (RPD-R15). */
export const bankKey = (bankAccountId: number, date: string): string => `BANK:${bankAccountId}:${date}`;

/** The key of a VAT term. */
export const vatKey = (date: string): string => `VAT:${date}`;

/** The key of an account, of a part of it, or of the lines that are in no part (RPD-R16, RPD-R18). */
export function balanceKey(accountId: number, date: string, dimension: KeyDimension | null): string {
  const account = `BALANCE:${accountId}:${date}`;
  return dimension === null ? account : `${account}:${dimension.relationType}:${dimension.relationId ?? '-'}`;
}
