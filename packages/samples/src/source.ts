/** Somebody of the demo installation who sends samples. */
interface Person {
  /** Name of the variable with the token. */
  readonly variable: string;
  readonly who: string;
  /** Signs in with the published password; nobody does so for the others. */
  readonly email?: string;
}

/** Who of the demo installation sends a sample. */
const people = {
  owner: { variable: 'TOKEN', who: 'the owner of the demo company', email: 'ingrid@nordlys.example' },
  bookkeeper: {
    variable: 'BOOKKEEPER_TOKEN',
    who: 'the bookkeeper of the demo company',
    email: 'maja@nordlys.example',
  },
  accountant: { variable: 'ACCOUNTANT_TOKEN', who: 'the accountant of its firm', email: 'ola@fjordregnskap.example' },
  client: { variable: 'ACCESS_TOKEN', who: 'a client of the owner, with an access token' },
  session: { variable: 'SESSION_TOKEN', who: 'the owner of the demo company, in a session of its own' },
  administrator: { variable: 'ADMIN_TOKEN', who: 'the administrator of the installation' },
} as const satisfies Record<string, Person>;

export type Sender = keyof typeof people;

export const senders: Readonly<Record<Sender, Person>> = people;

/** Fields by name that a row must have, as text; a name with dots leads into the row. */
type Condition = Readonly<Record<string, string | number | boolean | null>>;

/** A value of an example that depends on the installation, and where it comes from there. */
export type Source =
  /** The same everywhere: a row of a table that comes with the platform. */
  | { readonly kind: 'fixed' }
  /** A row of what the demo company has: the first of a list that meets the condition, or the last. */
  | {
      readonly kind: 'found';
      readonly list: string;
      readonly query: Readonly<Record<string, string | number | boolean>>;
      readonly where: Condition;
      readonly at: string;
      readonly isLast: boolean;
      readonly sender: Sender;
      readonly what: string;
    }
  /** Part of what the sample of another operation answered. */
  | { readonly kind: 'answered'; readonly operation: string; readonly at: string }
  /** A part of another record: what must be of one answer, such as the parameters of one signed link. */
  | { readonly kind: 'part'; readonly of: string; readonly at: string; readonly what: string }
  /** What an operation answers for its example with some fields changed: a record that is there for one sample. */
  | {
      readonly kind: 'made';
      readonly operation: string;
      readonly changes: Readonly<Record<string, unknown>>;
      readonly at: string;
      readonly what: string;
    }
  /** A word that is new; a sample that is run again takes the next one. */
  | { readonly kind: 'free'; readonly values: readonly string[] }
  /** A token of the link in a mail that went to this address. */
  | { readonly kind: 'mailed'; readonly to: string; readonly after: string; readonly path: string };

/** The same everywhere. */
export const fixed: Source = { kind: 'fixed' };

interface Finding {
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly where?: Condition;
  readonly at?: string;
  readonly isLast?: boolean;
  readonly sender?: Sender;
}

/**
 * A row of the demo company.
 * @param what the row in words: `the landlord`
 * @param list the operation that lists such rows; a value of the query that begins with `@` is that of the record
 */
export const found = (what: string, list: string, finding: Finding = {}): Source => ({
  kind: 'found',
  list,
  query: finding.query ?? { client_account_id: '@client-accounts/2' },
  where: finding.where ?? {},
  at: finding.at ?? 'id',
  isLast: finding.isLast ?? false,
  sender: finding.sender ?? 'owner',
  what,
});

/**
 * A part of another record.
 * @param of the record, with `@` before its name
 * @param at where in it: `?key` is a parameter of an address
 */
export const part = (what: string, of: string, at: string): Source => ({ kind: 'part', of, at, what });

/** What the sample of an operation answered, at a path such as `lines.0.id`. */
export const answered = (operation: string, at = 'id'): Source => ({ kind: 'answered', operation, at });

/**
 * A record made for one sample by the example of an operation with other values: `body.is_draft`, by their places. A
 * text that begins with `@` is the value of that record; an undefined value is left out.
 */
export const made = (
  what: string,
  operation: string,
  changes: Readonly<Record<string, unknown>> = {},
  at = 'id',
): Source => ({ kind: 'made', operation, changes, at, what });

export const free = (...values: readonly string[]): Source => ({ kind: 'free', values });

/** The token behind `path` in the newest mail to somebody, which the sample of `after` sends. */
export const mailed = (to: string, after: string, path: string): Source => ({ kind: 'mailed', to, after, path });

/** The sources of a table by the name of their record: `tags/4`. */
export type Records = Readonly<Record<string, Source>>;
