import { type StatementOut, writeNotifications, writeStatements } from '@app/camt';
import type { Caller } from '../http.ts';
import { HOUSE } from './accounts.ts';
import { type Movement, paymentOf, statementsOf } from './movements.ts';

/** The months of the statements: two years, and the first one of the third. */
const MONTHS = [2024, 2025, 2026].flatMap((year) =>
  Array.from({ length: year === 2026 ? 1 : 12 }, (_, n) => `${year}-${String(n + 1).padStart(2, '0')}`),
);

/** Loads the statements of the bank, a file a year, and the advices of payments with KID. Statements that are there are left as they are. */
export async function loadStatements(
  api: Caller,
  clientAccountId: number,
  movements: readonly Movement[],
): Promise<void> {
  const { data } = await api.get<{ data: { statement_reference: string | null }[] }>(
    `/api/v2/bank-statements?client_account_id=${clientAccountId}&per_page=100`,
  );
  const there = new Set(data.map(({ statement_reference }) => statement_reference));
  const statements = statementsOf(movements, MONTHS).filter(({ reference }) => !there.has(reference));
  for (const [year, ofYear] of Map.groupBy(statements, ({ from }) => from.slice(0, 4)))
    await load(api, clientAccountId, `kontoutskrift-${year}.xml`, statementFile(year, ofYear));
  const advised = movements.filter(({ kid }) => kid !== undefined);
  const before = await api.get<{ meta: { records: number } }>(
    `/api/v2/receivable-payments?client_account_id=${clientAccountId}&per_page=1`,
  );
  if (before.meta.records === 0) await load(api, clientAccountId, 'innbetalinger.xml', adviceFile(advised));
}

async function load(api: Caller, clientAccountId: number, name: string, content: string): Promise<void> {
  const form = new FormData();
  form.set('client_account_id', String(clientAccountId));
  form.set('file', new Blob([content], { type: 'application/xml' }), name);
  await api.send('POST', '/api/v2/bank-statements/import', form);
}

const statementFile = (year: string, statements: readonly StatementOut[]): string =>
  [...writeStatements({ messageId: `NORDLYS-${year}`, createdAt: `${year}-12-31T23:59:59` }, statements)].join('');

const adviceFile = (movements: readonly Movement[]): string =>
  [
    ...writeNotifications({ messageId: 'NORDLYS-OCR', createdAt: '2026-01-31T04:00:00' }, [
      { account: HOUSE, currency: 'NOK', reference: 'OCR-2026-01', entries: movements.map(paymentOf) },
    ]),
  ].join('');
