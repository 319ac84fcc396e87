/** What something is called, in both languages. */
export interface Words {
  readonly nob: string;
  readonly eng: string;
}

/** A balance of the ledger that a scope is about: debit minus credit in the currency of the scope. */
export interface LedgerBalance {
  readonly accountId: number;
  readonly accountCode: string;
  /** The part of the account; null for all of it. */
  readonly relationType: string | null;
  /** Null with a type: lines without a value of it. */
  readonly relationId: number | null;
  readonly balance: string;
}

/** What the bank says of a month of an account. Amounts are in the currency of the account. */
export interface BankMonth {
  readonly bankAccountId: number;
  /** The statement that says the balance; null where none reaches the end of the month. */
  readonly statement: { readonly id: number; readonly balance: string } | null;
  /** Transactions up to the end of the month that no record reconciles. */
  readonly openCount: number;
  readonly openAmount: string;
}

interface General {
  readonly key: string;
  readonly label: Words;
  readonly groupKey: string;
  readonly groupLabel: Words;
  readonly dimension: {
    readonly relationType: string;
    readonly relationId: number;
    readonly name: string | null;
  } | null;
  readonly asOfDate: string;
  /** After this day the scope is overdue while it has no record. */
  readonly deadline: string;
  readonly currencyCode: string;
  /** Units of the currency of the books for one of the scope's. */
  readonly exchangeRate: string;
  readonly ledger: readonly LedgerBalance[];
}

/** A month of a house bank account. */
export interface BankScope extends General {
  readonly reconciler: 'BANK';
  readonly bank: BankMonth;
}

/** A VAT term. */
export interface VatScope extends General {
  readonly reconciler: 'VAT';
}

/** An account of the balance sheet, or a part of one. */
export interface BalanceScope extends General {
  readonly reconciler: 'BALANCE';
  /** Posted lines of the period, and whether it is a part of an account. */
  readonly lines: number;
  readonly isPart: boolean;
}

/** Something in a period that a record reconciles. */
export type Scope = BankScope | VatScope | BalanceScope;
