/** What of an entry or a line a fault is about. */
export type FaultField =
  | 'client_account_id'
  | 'voucher_id'
  | 'external_id'
  | 'posting_date'
  | 'account_code'
  | 'account_id'
  | 'tax_code'
  | 'tax_amount'
  | 'dimensions';

/** Which rule it breaks. */
export type FaultRule =
  | 'unknown'
  | 'inactive'
  | 'taken'
  | 'locked'
  | 'mismatch'
  | 'closed'
  | 'not_in_force'
  | 'not_liable'
  | 'not_on_account'
  | 'off';

/** A rule about the books that an entry breaks. The sentence for it is made in refusal.ts. */
export interface Fault {
  /** The entry's place in the request, from 0. */
  readonly entry: number;
  /** The line's place in the request; null for the entry as a whole. */
  readonly line: number | null;
  readonly field: FaultField;
  /** The place among the line's dimensions. */
  readonly index?: number;
  readonly rule: FaultRule;
  /** The entry that has the external_id. */
  readonly existing?: number;
}

/** The books refuse a request; nothing was written. */
export interface Refusal {
  readonly faults: readonly Fault[];
  readonly lockedUntil: string | null;
}
