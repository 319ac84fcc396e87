import { type SQL, sql } from 'drizzle-orm';

/** Rows by columns: the n-th value of each column is of the n-th row. Nothing (null) is ''. */
export type Columns<Name extends string> = Readonly<Record<Name, readonly string[]>>;

/** Stands between the values of a column. No figure, day or code of ours holds it, and XML cannot. */
const BETWEEN = '\x1f';
const [between, unwritable] = [sql.raw(String.raw`E'\x1f'`), sql.raw(String.raw`E'\x02'`)];

/**
 * Selects rows by columns, each as one text: for many rows this costs the driver a tenth of what it takes for a value
 * of its own in each row (docs/decisions/0229). Texts that people write go through {@link freeText}.
 * @param rows what they are called among others that are selected beside them
 */
export const asColumns = (rows: string, columns: Readonly<Record<string, SQL>>): SQL =>
  sql.join(
    [
      sql`count(*)::integer as ${sql.identifier(`${rows}.count`)}`,
      ...Object.entries(columns).map(
        ([name, value]) =>
          sql`string_agg(coalesce((${value})::text, ''), ${between}) as ${sql.identifier(`${rows}.${name}`)}`,
      ),
    ],
    sql`, `,
  );

/** A text that may hold whatever people write. What stands between values becomes another character that XML leaves out. */
export const freeText = (text: SQL): SQL => sql`replace(${text}, ${between}, ${unwritable})`;

/** What {@link asColumns} selects, of one kind of rows or of several. */
export type ColumnTexts = Readonly<Record<string, string | number | null>>;

/** @throws Error when a column has not one value for each row */
export function columnsOf<Name extends string>(
  texts: ColumnTexts,
  rows: string,
  names: readonly Name[],
): Columns<Name> {
  const columns = {} as Record<Name, readonly string[]>;
  const count = texts[`${rows}.count`];
  for (const name of names) {
    const values = (texts[`${rows}.${name}`] as string | null)?.split(BETWEEN) ?? [];
    if (values.length !== count) throw new Error(`column ${name} has ${values.length} values for ${count} rows`);
    columns[name] = values;
  }
  return columns;
}
