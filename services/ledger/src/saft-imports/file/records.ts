/** What stands in the head of a file. Null: missing, or not to be read. */
export interface FileHeader {
  readonly version: string | null;
  readonly companyName: string | null;
  readonly registrationNumber: string | null;
  readonly currency: string | null;
  /** The days that the file covers. */
  readonly from: string | null;
  readonly to: string | null;
}

/** An account of the file. Balances are debit minus credit, with two decimals; null where the file says none or two. */
export interface FileAccount {
  readonly id: string;
  readonly name: string;
  readonly standardId: string | null;
  readonly groupingCategory: string | null;
  readonly groupingCode: string | null;
  readonly opening: string | null;
  readonly closing: string | null;
}

export interface FileBalance {
  readonly account: string;
  readonly opening: string | null;
  readonly closing: string | null;
}

/** A customer or a supplier. */
export interface FileParty {
  readonly kind: 'customer' | 'supplier';
  readonly id: string;
  readonly name: string;
  readonly registrationNumber: string | null;
  readonly street: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
  readonly country: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly balances: readonly FileBalance[];
}

export interface FileTaxCode {
  readonly code: string;
  /** The code of the authority that it stands for. */
  readonly standard: string | null;
}

/** A line of an entry. One of debit and credit is above zero, or both are zero. */
export interface FileLine {
  readonly account: string;
  readonly customer: string | null;
  readonly supplier: string | null;
  readonly description: string | null;
  readonly debit: string;
  readonly credit: string;
  /** The file has it as a negative amount on the other side. */
  readonly isTurned: boolean;
  readonly currency: string | null;
  /** Without sign: the side of the line says the direction. */
  readonly currencyAmount: string | null;
  readonly rate: string | null;
  readonly tax: { readonly code: string; readonly base: string | null; readonly amount: string | null } | null;
  readonly quantity: string | null;
}

export interface FileEntry {
  readonly journal: string | null;
  readonly id: string;
  readonly description: string;
  readonly postingDate: string | null;
  readonly lines: readonly FileLine[];
}

/** Sums that the file declares of its entries. */
export interface DeclaredTotals {
  readonly entries: string | null;
  readonly debit: string | null;
  readonly credit: string | null;
}

/** What a record breaks by itself. */
export interface Flaw {
  readonly rule: string;
  readonly message: string;
}

/** Records of a file as they come, each with what is wrong with it. */
export type FileRecord =
  | { readonly kind: 'header'; readonly record: FileHeader; readonly flaws: readonly Flaw[] }
  | { readonly kind: 'account'; readonly record: FileAccount; readonly flaws: readonly Flaw[] }
  | { readonly kind: 'party'; readonly record: FileParty; readonly flaws: readonly Flaw[] }
  | { readonly kind: 'tax_code'; readonly record: FileTaxCode; readonly flaws: readonly Flaw[] }
  | { readonly kind: 'totals'; readonly record: DeclaredTotals; readonly flaws: readonly Flaw[] }
  | { readonly kind: 'entry'; readonly record: FileEntry; readonly flaws: readonly Flaw[] };
