/**
 * Something that is always true of the rows of a service, as a query that shows it. The same text is run by
 * `npm run verify`, by the nightly job of the service and by tests.
 */
export interface Invariant {
  /** A sentence that holds: "posted entries balance on each date". */
  readonly name: string;
  /**
   * A query with one row per thing that is checked, unqualified names being those of the service's schema: a boolean
   * column `holds`, and whatever `subject` names. With `per: 'account'`, `$1` is the client account.
   */
  readonly rows: string;
  /** An SQL expression over such a row that names the thing to a person. Asked of broken ones alone. */
  readonly subject: string;
  readonly per: 'account' | 'service';
  /** May be broken for a moment while something is under way: looked at again before it counts. */
  readonly settles?: boolean;
}

/**
 * What holds between the rows of a service and those of another, whose tables are named with its schema. Asked of the
 * two together by `npm run verify` alone: a service may not read the tables of another.
 */
export interface AcrossInvariant extends Invariant {
  /** Where the other rows are; not asked where that table is not there. */
  readonly other: { readonly service: string; readonly table: string };
}

/**
 * Ids that a service keeps of records that another service owns. Nothing in the database ties the two schemas together.
 */
export interface Reference {
  /** Where the ids stand, as a sentence names it: "client accounts with books". */
  readonly name: string;
  /** A query over the holder's own schema with a column `id`: every id once, none null. */
  readonly ids: string;
  /** Whose records they are, and the table with the identity column `id`. */
  readonly owner: { readonly service: string; readonly table: string };
}

/** What a service says of its own rows. */
export interface Verification {
  /**
   * A query for the client accounts it keeps, in a column `client_account_id`; absent when nothing is kept per account.
   */
  readonly accounts?: string;
  readonly invariants: readonly Invariant[];
  /** What holds between its rows and those of others. */
  readonly across?: readonly AcrossInvariant[];
  /** Ids of other services' records that it keeps: looked at where both schemas can be read, by `npm run verify`. */
  readonly references?: readonly Reference[];
}
