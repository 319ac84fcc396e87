/** What a field of a paper may be. Nothing here is certain: it is proposed to a person, never booked by itself. */
export interface Candidate {
  /** An amount as `"1234.50"`, a date as `2026-01-31`, a number as its digits. */
  readonly value: string;
  /** 0 to 1: how much speaks for it. */
  readonly confidence: number;
  /** The line that it stands on, as it was read. */
  readonly line: string;
}
