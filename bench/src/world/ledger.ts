import postgres from 'postgres';
import { type Bench, databaseOf } from '../bench.ts';
import { processOf, proportionalSize } from './processes.ts';

/** What reading a whole ledger took. */
export interface Read {
  readonly seconds: number;
  /** Lines of a JSON answer. */
  readonly rows: number;
  /** The most memory that the process of the ledger had meanwhile. */
  readonly megabytes: number;
}

const LOOK_MILLIS = 100;

/** Reads a general ledger to its end through the gateway and throws it away. */
export const readLedger = (
  bench: Bench,
  asked: { readonly company: number; readonly query?: string; readonly accept?: string },
): Promise<Read> =>
  readLines(bench, {
    path: `/api/v2/reports/general-ledger?client_account_id=${asked.company}&per_page=1000000000${asked.query ?? ''}`,
    accept: asked.accept ?? 'application/json',
    mark: '"debit_amount":',
  });

/**
 * Reads an answer with many lines to its end through the gateway and throws it away.
 * @param asked.mark what stands once in each line
 */
export async function readLines(
  bench: Bench,
  asked: { readonly path: string; readonly accept: string; readonly mark: string },
): Promise<Read> {
  const { gatewayUrl } = await bench.platform();
  const { token } = await bench.companies();
  const { path, mark } = asked;
  const headers = { authorization: `Bearer ${await token()}`, accept: asked.accept };
  const ledger = processOf('ledger');
  let bytes = 0;
  const look = (): void => {
    bytes = Math.max(bytes, proportionalSize(ledger));
  };
  look();
  const timer = setInterval(look, LOOK_MILLIS);
  try {
    const started = performance.now();
    const response = await fetch(new URL(path, gatewayUrl), { headers });
    if (!response.ok) throw new Error(`The lines were answered with ${response.status}: ${await response.text()}`);
    let rows = 0;
    let end = Buffer.alloc(0);
    for await (const piece of response.body!) {
      // A mark that lies in two pieces is counted where they meet, and only there.
      const next = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
      rows += countOf(mark, Buffer.concat([end, next.subarray(0, mark.length - 1)])) + countOf(mark, next);
      end = Buffer.concat([end, next.subarray(-(mark.length - 1))]).subarray(-(mark.length - 1));
    }
    return { seconds: (performance.now() - started) / 1_000, rows, megabytes: bytes / 1e6 };
  } finally {
    clearInterval(timer);
  }
}

/** The loaded lines and those that other cases have posted beside them, without the two of the draft. */
export async function postedLines(bench: Bench, company: number): Promise<number> {
  const sql = await bench.sql();
  const [row] = await sql<{ lines: string }[]>`
    select sum(line_count) as lines from journal_entries where client_account_id = ${company} and not is_draft`;
  return Number(row!.lines);
}

/** How often a text stands in bytes. Whoever counts takes little of the two cores from who is measured. */
function countOf(mark: string, bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + mark.length)) count++;
  return count;
}

/** The same lines as the database gives them away fastest. */
export async function copyLines(bench: Bench, company: number): Promise<{ readonly seconds: number }> {
  const platform = await bench.platform();
  const client = postgres(platform.postgres.url, {
    max: 1,
    database: databaseOf(platform),
    connection: { search_path: 'ledger, extensions' },
  });
  try {
    const started = performance.now();
    const query = `copy (select * from journal_lines where client_account_id = ${company} order by posting_date, id) to stdout`;
    const stream = await client.unsafe(query).readable();
    for await (const _ of stream);
    return { seconds: (performance.now() - started) / 1_000 };
  } finally {
    await client.end();
  }
}
