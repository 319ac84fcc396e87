import { type PaymentOut, writeStatements } from '@app/camt';
import postgres from 'postgres';
import { type Bench, databaseOf } from '../bench.ts';

const ACCOUNT = { account: 'NO9386011117947', currency: 'NOK' } as const;
const DAYS = 28;
const AMOUNT = '101.50';
/** Ids of copied rows: nothing else has them. */
const BEYOND = 1_000_000_000;

/** A file of one statement whose entries say no more than they must, so that it is as large as a file may be. */
export function statementFile(count: number): Blob {
  const statement = {
    ...{ ...ACCOUNT, reference: 'BENCH', from: '2026-03-01', to: '2026-03-31', opening: '0.00' },
    ...{ closing: ((10_150 * count) / 100).toFixed(2), entries: entries(count) },
  };
  return new Blob([...writeStatements({ messageId: 'BENCH', createdAt: '2026-04-01T04:00:00' }, [statement])]);
}

function* entries(count: number): Generator<PaymentOut> {
  for (let n = 0; n < count; n++)
    yield {
      amount: AMOUNT,
      bookingDate: `2026-03-${String(1 + (n % DAYS)).padStart(2, '0')}`,
      ...{ valueDate: null, transactionType: null, reference: `R${n}` },
    };
}

/** The house account that the file is of. */
export const openAccount = async (bench: Bench, company: number): Promise<{ readonly id: number }> =>
  (await send(
    bench,
    '/api/v2/bank-accounts',
    JSON.stringify({ client_account_id: company, type: 'CURRENT', iban: ACCOUNT.account }),
    'application/json',
  )) as { readonly id: number };

/** Seconds until the answer says that the file is stored. */
export async function importStatement(bench: Bench, company: number, file: Blob, count: number): Promise<number> {
  const form = new FormData();
  form.append('client_account_id', String(company));
  form.append('file', file, 'camt.xml');
  const started = performance.now();
  const answer = await send(bench, '/api/v2/bank-statements/import', form);
  const seconds = (performance.now() - started) / 1_000;
  const { statements } = answer as { readonly statements: readonly { readonly transaction_count: number }[] };
  if (statements[0]?.transaction_count !== count)
    throw new Error(`The import stored ${JSON.stringify(statements)} instead of ${count} transactions`);
  return seconds;
}

/** Seconds that COPY takes to store the same rows once more, beside those of the import; then they go again. */
export async function copyTransactions(bench: Bench, company: number, count: number): Promise<number> {
  const platform = await bench.platform();
  const client = postgres(platform.postgres.url, {
    max: 1,
    database: databaseOf(platform),
    connection: { search_path: 'reconciliation, extensions' },
  });
  try {
    const columns = await client<{ name: string }[]>`
      select attname as name from pg_attribute
      where attrelid = 'bank_transactions'::regclass and attnum > 0 and not attisdropped order by attnum`;
    const names = columns.map(({ name }) => name);
    const others = names.map((name) => (name === 'id' ? `id + ${BEYOND}` : name)).join(', ');
    const rows: Buffer[] = [];
    const read = `copy (select ${others} from bank_transactions where client_account_id = ${company}) to stdout`;
    for await (const piece of await client.unsafe(read).readable()) rows.push(piece as Buffer);
    let seconds = 0;
    await client
      .begin(async (tx) => {
        const started = performance.now();
        const sink = await tx.unsafe(`copy bank_transactions (${names.join(', ')}) from stdin`).writable();
        await new Promise<void>((resolve, reject) => {
          sink.once('error', reject).once('finish', resolve);
          for (const piece of rows) sink.write(piece);
          sink.end();
        });
        seconds = (performance.now() - started) / 1_000;
        const [found] = await tx<{ stored: number }[]>`
          select count(*)::int as stored from bank_transactions where client_account_id = ${company} and id > ${BEYOND}`;
        if (found!.stored !== count) throw new Error(`COPY stored ${found!.stored} rows instead of ${count}`);
        throw new TakenBack();
      })
      .catch((error: unknown) => {
        if (!(error instanceof TakenBack)) throw error;
      });
    return seconds;
  } finally {
    await client.end();
  }
}

/** The rows were stored to see how long it takes. */
class TakenBack extends Error {}

async function send(bench: Bench, path: string, body: string | FormData, type?: string): Promise<unknown> {
  const { gatewayUrl } = await bench.platform();
  const { token } = await bench.companies();
  const headers = { authorization: `Bearer ${await token()}`, ...(type === undefined ? {} : { 'content-type': type }) };
  const response = await fetch(new URL(path, gatewayUrl), { method: 'POST', headers, body });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text);
}
