import type { DimensionType } from '@app/api/ledger/dimensions';
import type { Language } from '@app/runtime';

/** One level of the grouping of accounts: class (one digit), group (two) or subgroup (three). */
export interface AccountCategory {
  readonly code: string;
  readonly nob: string;
  readonly eng: string;
}

/** A general ledger account (docs/contract/accounts.md). */
export interface Account {
  readonly id: number;
  /** Null: an account of the system chart. */
  readonly clientAccountId: number | null;
  readonly code: string;
  readonly nob: string;
  readonly eng: string | null;
  readonly isActive: boolean;
  readonly industryExtension: string | null;
  readonly groupingCategory: string;
  readonly groupingCode: string;
  readonly groupingIsDerived: boolean;
  readonly categories: readonly [AccountCategory, AccountCategory, AccountCategory];
  /** UTC, whole seconds. */
  readonly createdAt: string;
  readonly createdById: number | null;
  readonly updatedAt: string;
  readonly updatedById: number | null;
  readonly version: number;
}

/** The name in a language; an account without an English name has the Norwegian one. */
export const nameOf = (account: { readonly nob: string; readonly eng: string | null }, language: Language): string =>
  language === 'eng' ? (account.eng ?? account.nob) : account.nob;

/** A pair of the business specification that SAF-T files name (SAFT-R20). */
export interface Grouping {
  readonly category: string;
  readonly code: string;
  readonly isDerived: boolean;
}

/** What a company says of a new account of its own. */
export interface NewAccount {
  readonly clientAccountId: number;
  readonly code: string;
  readonly nob: string;
  readonly eng: string | null;
  readonly mandatoryDimensions: readonly DimensionType[];
  readonly taxCodeIds: readonly number[];
  /** Null: derived from the chart. */
  readonly grouping: { readonly category: string; readonly code: string } | null;
}

/** What changes; absent fields stay as they are. */
export interface AccountChange {
  readonly nob?: string;
  readonly eng?: string | null;
  readonly isActive?: boolean;
  readonly mandatoryDimensions?: readonly DimensionType[];
  readonly taxCodeIds?: readonly number[];
  readonly grouping?: { readonly category: string; readonly code: string } | null;
}

/**
 * The account of the chart that lies nearest to a code: first by how many leading digits agree, so that a group is
 * never left for a neighbour in the next one, then by distance, the lower one when two are as near. Codes of different
 * lengths compare as if filled up with zeros.
 *
 * @param chart must hold an account of every class
 */
export function nearestAccount<A extends { readonly code: string }>(code: string, chart: readonly A[]): A {
  let nearest: A | undefined;
  let best: readonly [prefix: number, distance: number] = [-1, 0];
  for (const account of [...chart].sort((a, b) => (a.code < b.code ? -1 : 1))) {
    const prefix = sharedDigits(code, account.code);
    const distance = Math.abs(filledUp(code) - filledUp(account.code));
    if (prefix > best[0] || (prefix === best[0] && distance < best[1])) {
      nearest = account;
      best = [prefix, distance];
    }
  }
  if (nearest === undefined) throw new Error('the chart of accounts is empty');
  return nearest;
}

const filledUp = (code: string): number => Number(code.padEnd(6, '0'));

function sharedDigits(a: string, b: string): number {
  let shared = 0;
  while (shared < a.length && a[shared] === b[shared]) shared++;
  return shared;
}
