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
    let end = '';
    for await (const piece of response.body!) {
      const text = end + Buffer.from(piece).toString('latin1');
      rows += text.split(mark).length - 1;
      // A mark that lies in two pieces is whole in the next one, and counted once.
      end = text.slice(-(mark.length - 1));
    }
    return { seconds: (performance.now() - started) / 1_000, rows, megabytes: bytes / 1e6 };
  } finally {
    clearInterval(timer);
  }
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
