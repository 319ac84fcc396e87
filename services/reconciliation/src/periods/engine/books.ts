import type { Span } from './calendar.ts';
import type { BankMonth, Words } from './scope.ts';

/** An account as the ledger describes it. */
export interface BookAccount extends Words {
  readonly id: number;
  readonly code: string;
  /** The dimension that it is reconciled by. */
  readonly relationType: string | null;
}

/** What stands on an account, or on a part of it: decimals, debit minus credit. */
export interface BookPart {
  readonly accountId: number;
  readonly relationId: number | null;
  readonly relationName: string | null;
  readonly openingBalance: string;
  readonly movement: string;
  /** Posted lines before the period, and in it. */
  readonly earlierLines: number;
  readonly lines: number;
  /** Of accounts that are looked at month by month: what was posted in each, by its first day. */
  readonly months: readonly { readonly month: string; readonly movement: string }[];
}

/** The books of a period. */
export interface PeriodBooks {
  readonly revision: number;
  readonly currencyCode: string;
  readonly accounts: readonly BookAccount[];
  readonly parts: readonly BookPart[];
}

/** A house account that has months to reconcile. */
export interface HouseAccount {
  readonly id: number;
  readonly name: string;
  readonly accountCode: string;
  readonly currencyCode: string;
  /** By the last day of each month that begins in the period and is not in the future. */
  readonly months: ReadonlyMap<string, BankMonth>;
  /** What the ledger says of the ends of months in the account's own currency, where that is a foreign one. */
  readonly foreignBalances: ReadonlyMap<string, string>;
}

/** All that the scopes of a period are made from. */
export interface PeriodGround {
  readonly span: Span;
  readonly today: string;
  readonly isVatLiable: (date: string) => boolean;
  readonly vatReturnFrequency: string;
  readonly books: PeriodBooks;
  readonly houseAccounts: readonly HouseAccount[];
}

/** Accounts of output and input VAT, which the settlement of a term empties, and where it puts what they held. */
export const VAT_CODES: readonly string[] = [
  ...Array.from({ length: 8 }, (_, place) => `270${place}`),
  ...Array.from({ length: 8 }, (_, place) => `271${place}`),
];
export const VAT_SETTLEMENT_CODE = '2740';
