import { JournalLineIn, type JournalLineOut } from '@app/api/ledger/index';
import { type Decimal, decimal, formatMoney, formatRate } from '@app/money';
import type { z } from 'zod';

/** A line as callers send it, and as they see it. What a field means is said where it is declared. */
type SentLine = z.output<typeof JournalLineIn>;
type ShownLine = z.input<typeof JournalLineOut>;

/** `tax_base_amount` in the code: `taxBaseAmount`. */
type InCode<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<InCode<Tail>>}` : Name;
type Named<Fields> = { readonly [Name in keyof Fields as InCode<Name>]: Fields[Name] };

/** What is no single value, or is made from another field. */
type Apart = 'dimensions' | 'account' | 'currency_id';

/** The fields of a line that was sent; what is absent is found or computed. Decimals are checked text. */
export type SentFields = Named<Omit<SentLine, Apart>>;
/** The fields of a line of the books. Amounts are decimals as text: two decimals, six for rate and quantity. */
export type LineFields = Named<Omit<ShownLine, Apart>>;
/** The fields of a sent line when it is complete. Which account and tax code it names is looked up later. */
export type CompleteFields = Omit<Pick<LineFields, keyof SentFields>, 'accountCode' | 'accountId'> & {
  readonly accountCode: string | null;
  readonly accountId: number | null;
};

/** Lines are read as rows, or many as one value of JSON. */
export type LinesAs = 'row' | 'json';

/** What a field holds: how it is read from the database, and what becomes of what was sent. */
interface Kind<T> {
  /** What a column is selected as, in a row and inside JSON: there numbers are text, since they would lose digits. */
  readonly select: Record<LinesAs, (column: string) => string>;
  readonly read: (value: never) => T;
  /** Null where it was not sent and is found elsewhere, or may be absent. */
  readonly complete: (sent: never) => T | null;
}

type Absent = null | undefined;
const itself = <T>(value: T): T => value;
/** The driver gives numbers of a row as text; where it does not they are small enough. */
const asNumber: Kind<unknown>['select'] = { row: itself, json: (column) => `${column}::text` };
const asIs: Kind<unknown>['select'] = { row: itself, json: itself };
const orNull = <T>(sent: T | Absent): T | null => sent ?? null;
const formatted =
  (format: (value: Decimal) => string) =>
  (sent: string | Absent): string | null =>
    sent == null ? null : format(decimal(sent));

const integer: Kind<number> = { select: asNumber, read: Number, complete: orNull };
const integerOrNull: Kind<number | null> = {
  select: asNumber,
  read: (value: string | null) => (value === null ? null : Number(value)),
  complete: orNull,
};
const date: Kind<string> = { select: asIs, read: itself, complete: orNull };
/** Two decimals. */
const money: Kind<string> = { select: asNumber, read: itself, complete: formatted(formatMoney) };
/** Six decimals. */
const rate: Kind<string> = { select: asNumber, read: itself, complete: formatted(formatRate) };
const text: Kind<string> = { select: asIs, read: itself, complete: (sent: string | Absent) => sent ?? '' };
/** Text that is absent rather than empty. */
const code: Kind<string> = { select: asIs, read: itself, complete: (sent: string | Absent) => sent || null };
const flag: Kind<boolean> = { select: asIs, read: itself, complete: (sent: boolean | Absent) => sent ?? false };
/** A sum of the view, with as many decimals as its parts. */
const total: Kind<string> = {
  select: { row: (column) => `${column}::numeric(19, 2)`, json: (column) => `${column}::numeric(19, 2)::text` },
  read: itself,
  complete: orNull,
};

/**
 * Where a field is kept. `row`: a column of `journal_lines` and an attribute of the type `new_line`, in this order.
 * `details`: a column of `journal_lines` that is handed over in the attribute `details`, as every later field is: the
 * type does not change, so that releases before and after it write side by side. `given`: such a column, filled by the
 * books. `found`: in the view of lines alone.
 */
type Place = 'row' | 'details' | 'given' | 'found';

/** Every field of a line, by its name on the wire and in the database: mapping, writing and reading follow from it. */
const FIELDS = {
  id: [integer, 'given'],
  journal_entry_id: [integer, 'given'],
  line_id: [integer, 'row'],
  posting_date: [date, 'row'],
  description: [text, 'row'],
  account_id: [integer, 'row'],
  debit: [money, 'row'],
  credit: [money, 'row'],
  debit_fc: [money, 'row'],
  credit_fc: [money, 'row'],
  currency_code: [code, 'row'],
  exchange_rate: [rate, 'row'],
  tax_code_id: [integerOrNull, 'row'],
  tax_base_amount: [money, 'row'],
  tax_base_amount_fc: [money, 'row'],
  tax_amount: [money, 'row'],
  tax_amount_fc: [money, 'row'],
  tax_line: [flag, 'row'],
  tax_for_line: [integerOrNull, 'row'],
  quantity: [rate, 'row'],
  account_code: [code, 'found'],
  tax_code: [code, 'found'],
  reconciled_amount: [total, 'found'],
  reconciled_amount_fc: [total, 'found'],
  external_reconciled_amount: [total, 'found'],
} as const satisfies { readonly [Name in Exclude<keyof ShownLine, Apart>]: readonly [Kind<ShownLine[Name]>, Place] };

/** A field by both its names. The kinds differ in what they take, so that this is where the types of values end. */
interface Field {
  readonly name: string;
  readonly key: string;
  readonly kind: Kind<unknown>;
  readonly place: Place;
}

const fields = Object.entries(FIELDS).map(
  ([name, [kind, place]]): Field => ({
    name,
    key: name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()),
    kind,
    place,
  }),
);
const sent = fields.filter(({ name }) => Object.hasOwn(JournalLineIn.shape, name));
const ofRow = fields.filter(({ place }) => place === 'row');
const ofDetails = fields.filter(({ place }) => place === 'details');

type Values = Record<string, unknown>;

/**
 * An object with all of these names, to be copied and filled: one that grows name by name becomes a table of hashes in
 * V8, which takes twice as long. Parsed, since that makes a plain object of any size.
 */
const blankOf = (names: readonly string[]): Values =>
  JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null])))) as Values;

const blankSent = blankOf(sent.map(({ key }) => key));
const blankLine = blankOf(fields.map(({ key }) => key));
const blankShown = blankOf(fields.map(({ name }) => name));

/** A sent line in the words of the code. */
export function sentFields(line: SentLine): SentFields {
  const values = { ...blankSent };
  for (const { name, key } of sent) values[key] = (line as Values)[name];
  return values as SentFields;
}

/** Every field that can be sent: as it was, in its form, or as what stands for its absence. */
export function completeFields(line: SentFields): CompleteFields {
  const values = { ...blankSent };
  for (const { key, kind } of sent) values[key] = kind.complete((line as Values)[key] as never);
  return values as unknown as CompleteFields;
}

/** A line as callers see it. */
export function shownFields(line: LineFields): Omit<ShownLine, Apart> {
  const values = { ...blankShown };
  for (const { name, key } of fields) values[name] = (line as unknown as Values)[key];
  return values as Omit<ShownLine, Apart>;
}

/** What {@link readFields} reads, of `journal_line_details l`, which has later columns in its whole row alone. */
export const fieldColumns = (as: LinesAs): readonly string[] =>
  fields.map(
    ({ name, kind, place }) => `${kind.select[as](place === 'details' ? `(l.line).${name}` : `l.${name}`)} as ${name}`,
  );

export function readFields(row: Values): LineFields {
  const values = { ...blankLine };
  for (const { name, key, kind } of fields) values[key] = kind.read(row[name] as never);
  return values as unknown as LineFields;
}

/** The attributes of the type `new_line` that hold fields, in their order, and the columns that come in `details`. */
export const rowColumns: readonly string[] = ofRow.map(({ name }) => name);
export const detailColumns: readonly string[] = ofDetails.map(({ name }) => name);

/** The values of {@link rowColumns}, and `details`: null for a line that has none of them. */
export function rowValues(line: object): readonly RowValue[] {
  const values = line as Readonly<Record<string, RowValue>>;
  const row = ofRow.map(({ key }) => values[key]);
  row.push(ofDetails.every(({ key }) => values[key] === null) ? null : detailsOf(values));
  return row;
}

type RowValue = string | number | boolean | null | undefined;

const detailsOf = (values: Readonly<Record<string, RowValue>>): string =>
  JSON.stringify(Object.fromEntries(ofDetails.map(({ name, key }) => [name, values[key]])));
