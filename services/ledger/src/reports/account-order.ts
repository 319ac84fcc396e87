import { compareNames } from '@app/reports';
import type { DescribedAccount } from '../accounts/described-accounts.ts';
import type { Relation } from './relation-names.ts';

/** An account in a report, or the part of it under one dimension value. */
export interface AccountPart {
  readonly account: DescribedAccount;
  readonly relation: Relation | null;
}

/** By code; the values of an account by name, postings without a value last. */
export function compareParts(a: AccountPart, b: AccountPart): number {
  if (a.account.code !== b.account.code) return a.account.code < b.account.code ? -1 : 1;
  if (a.relation === null || b.relation === null) return Number(a.relation === null) - Number(b.relation === null);
  return compareNames(a.relation.name ?? '', b.relation.name ?? '') || a.relation.id - b.relation.id;
}
