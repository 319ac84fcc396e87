import { type Position, strangePosition } from '@app/contract';
import { asc, Column, desc, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/**
 * How values of a term are written and read again without losing anything: instants have microseconds, which a
 * JavaScript date has not.
 */
export type TermKind = 'instant' | 'day' | 'integer' | 'decimal' | 'flag' | 'text';

/** One term of an order. */
export interface Term {
  /** Public name of the field. */
  readonly field: string;
  readonly expression: PgColumn | SQL;
  readonly kind: TermKind;
  readonly descending: boolean;
  readonly nullable: boolean;
}

/** An order that rows can be found in by what the row before them has: its last term distinguishes any two rows. */
export interface Keyset {
  /** Names the order: positions in one are none in another. */
  readonly name: string;
  readonly orderBy: readonly SQL[];
  /** Where a row stands, as JSON text: read by `positionOf`. */
  readonly position: SQL<string>;
  /** What stands behind a position. @throws Failure 400 for values that this order cannot have */
  after(values: Position['after']): SQL;
}

const casts: Readonly<Record<TermKind, SQL>> = {
  instant: sql`timestamptz`,
  day: sql`date`,
  integer: sql`bigint`,
  decimal: sql`numeric`,
  flag: sql`boolean`,
  text: sql`text`,
};

const kinds: Readonly<Record<string, TermKind>> = {
  'timestamp with time zone': 'instant',
  date: 'day',
  bigint: 'integer',
  integer: 'integer',
  smallint: 'integer',
  boolean: 'flag',
  numeric: 'decimal',
};

/** `numeric` for `numeric(19, 2)`. */
const typeNameOf = (column: PgColumn): string => column.getSQLType().replace(/\(.*/, '');

/** A term as its column says; an expression is text, and may be null. */
export function termOf(field: string, expression: PgColumn | SQL, descending = false): Term {
  const isColumn = expression instanceof Column;
  const kind = isColumn ? (kinds[typeNameOf(expression as PgColumn)] ?? 'text') : 'text';
  return { field, expression, kind, descending, nullable: isColumn ? !(expression as PgColumn).notNull : true };
}

/** A term that is never null, of an expression without a column that says so. */
export const certain = (field: string, kind: TermKind, expression: SQL, descending = false): Term => ({
  field,
  expression,
  kind,
  descending,
  nullable: false,
});

export function keysetOf(terms: readonly Term[]): Keyset {
  const first = terms[0]!;
  // Only then is the order that of one comparison of rows, which an index answers from its middle on.
  const isUniform = terms.every(({ descending, nullable }) => descending === first.descending && !nullable);
  return {
    name: terms.map(({ field, descending }) => (descending ? `-${field}` : field)).join(),
    orderBy: terms.map(({ expression, descending }) => (descending ? desc(expression) : asc(expression))),
    position: sql<string>`json_build_array(${sql.join(
      terms.map(({ expression, kind }) =>
        kind === 'instant'
          ? sql`to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
          : sql`(${expression})::text`,
      ),
      sql`, `,
    )})::text`,
    after: (values) => {
      if (values.length !== terms.length || !terms.every((term, i) => mayHold(term, values[i]!)))
        throw strangePosition();
      // Sent as text: the driver has ways of its own to write booleans and instants.
      const bounds = terms.map(({ kind }, i) => sql`${values[i]!}::text::${casts[kind]}`);
      if (!isUniform) return behindOneByOne(terms, values, bounds);
      const row = sql.join(
        terms.map(({ expression }) => sql`${expression}`),
        sql`, `,
      );
      return sql`(${row}) ${first.descending ? sql`<` : sql`>`} (${sql.join(bounds, sql`, `)})`;
    },
  };
}

/**
 * Behind in the first term, or level in it and behind in the second, and so on. Nulls stand where the database sorts
 * them: above every value.
 */
function behindOneByOne(terms: readonly Term[], values: Position['after'], bounds: readonly SQL[]): SQL {
  const level = ({ expression }: Term, i: number): SQL => sql`${expression} is not distinct from ${bounds[i]!}`;
  const behind = ({ expression, descending, nullable }: Term, i: number): SQL => {
    if (values[i] === null) return descending ? sql`${expression} is not null` : sql`false`;
    if (descending) return sql`${expression} < ${bounds[i]!}`;
    return nullable
      ? sql`(${expression} > ${bounds[i]!} or ${expression} is null)`
      : sql`${expression} > ${bounds[i]!}`;
  };
  const cases = terms.map(
    (term, i) => sql`(${sql.join([...terms.slice(0, i).map(level), behind(term, i)], sql` and `)})`,
  );
  return sql`(${sql.join(cases, sql` or `)})`;
}

const LARGEST_ID = 9_223_372_036_854_775_807n;
const shapes: Readonly<Record<Exclude<TermKind, 'text'>, RegExp>> = {
  instant: /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/,
  day: /^[0-9]{4}-\d\d-\d\d$/,
  integer: /^-?\d{1,19}$/,
  decimal: /^-?\d{1,38}(\.\d{1,20})?$/,
  flag: /^(true|false)$/,
};

/**
 * Could the database have written this value? What it cannot read would be a failure of ours instead of the caller's.
 */
function mayHold({ kind, nullable }: Term, value: string | null): boolean {
  if (value === null) return nullable;
  if (kind === 'text') return true;
  if (!shapes[kind].test(value)) return false;
  if (kind === 'integer') return BigInt(value) <= LARGEST_ID && BigInt(value) >= -LARGEST_ID;
  return (
    kind === 'flag' ||
    kind === 'decimal' ||
    isRealDay(value.slice(0, 10), kind === 'instant' ? value.slice(11, 19) : '00:00:00')
  );
}

function isRealDay(day: string, time: string): boolean {
  const at = new Date(`${day}T${time}Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(`${day}T${time}`) && !day.startsWith('0000');
}

/** The order in which changes are followed (GENX-R59). */
export const changeOrder = (updatedAt: PgColumn | SQL, id: PgColumn | SQL): Keyset =>
  keysetOf([
    { field: 'updated_at', expression: updatedAt, kind: 'instant', descending: false, nullable: false },
    { field: 'id', expression: id, kind: 'integer', descending: false, nullable: false },
  ]);

/** The newest change that an expression over rows finds, as positions are written; null where there is none. */
export const newestOf = (updatedAt: PgColumn | SQL): SQL<string | null> =>
  sql<string | null>`to_char(max(${updatedAt}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Behind every row of one moment. */
export const behindMoment = (moment: string): Position['after'] => [moment, String(LARGEST_ID)];
