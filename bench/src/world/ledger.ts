import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
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
 * @param asked.coding the compression that is asked for; the answer is unpacked here
 */
export async function readLines(
  bench: Bench,
  asked: {
    readonly path: string;
    readonly accept: string;
    readonly mark: string;
    readonly coding?: 'gzip' | 'identity';
  },
): Promise<Read> {
  const { gatewayUrl } = await bench.platform();
  const { token } = await bench.companies();
  const { path, accept, coding = 'gzip' } = asked;
  const mark = Buffer.from(asked.mark);
  const headers = { authorization: `Bearer ${await token()}`, accept, 'accept-encoding': coding };
  const ledger = processOf('ledger');
  let bytes = 0;
  const look = (): void => {
    bytes = Math.max(bytes, proportionalSize(ledger));
  };
  look();
  const timer = setInterval(look, LOOK_MILLIS);
  try {
    const started = performance.now();
    let rows = 0;
    let end = Buffer.alloc(0);
    for await (const next of (await bodyOf(new URL(path, gatewayUrl), headers)) as AsyncIterable<Buffer>) {
      // A mark that lies in two pieces is counted where they meet, and only there.
      rows += countOf(mark, Buffer.concat([end, next.subarray(0, mark.length - 1)])) + countOf(mark, next);
      end = Buffer.concat([end, next.subarray(-(mark.length - 1))]).subarray(-(mark.length - 1));
    }
    return { seconds: (performance.now() - started) / 1_000, rows, megabytes: bytes / 1e6 };
  } finally {
    clearInterval(timer);
  }
}

/** Unpacked in large pieces: `fetch` takes as long for its small ones as the services for all that they do. */
const UNPACKED_TOGETHER = 256 * 1024;

async function bodyOf(url: URL, headers: Readonly<Record<string, string>>): Promise<Readable> {
  const outgoing = request(url, { headers });
  outgoing.end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) {
    response.setEncoding('utf8');
    throw new Error(`The lines were answered with ${response.statusCode}: ${(await response.toArray()).join('')}`);
  }
  if (response.headers['content-encoding'] !== 'gzip') return response;
  // What fails is told to whoever reads what is unpacked.
  return pipeline(response, createGunzip({ chunkSize: UNPACKED_TOGETHER }), () => undefined);
}

/** The loaded lines and those that other cases have posted beside them, without the two of the draft. */
export async function postedLines(bench: Bench, company: number): Promise<number> {
  const sql = await bench.sql();
  const [row] = await sql<{ lines: string }[]>`
    select sum(line_count) as lines from journal_entries where client_account_id = ${company} and not is_draft`;
  return Number(row!.lines);
}

/** How often a text stands in bytes. Whoever counts takes little of the two cores from who is measured. */
function countOf(mark: Buffer, bytes: Buffer): number {
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
