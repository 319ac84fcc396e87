import { type StatementOut, writeNotifications, writeStatements } from '@app/camt';
import type { Caller } from '../http.ts';
import { later } from '../plan/calendar.ts';
import { HOUSE, type House, type HouseAccount } from './accounts.ts';
import { type Movement, paymentOf, spansOf, statementsOf } from './movements.ts';

export interface BankFiles {
  readonly api: Caller;
  readonly clientAccountId: number;
  readonly house: House;
  readonly until: string;
  /** KIDs of the invoices that are documents: payments with them are advised. */
  readonly kids: ReadonlySet<string>;
}

/** The last day that statements of an account go to; undefined before the first one. */
async function lastDay({ api, clientAccountId }: BankFiles, account: HouseAccount): Promise<string | undefined> {
  const { data } = await api.get<{ data: { to_date: string }[] }>(
    `/api/v2/bank-statements?client_account_id=${clientAccountId}&bank_account_id=${account.id}&per_page=1000`,
  );
  return data
    .map(({ to_date }) => to_date)
    .sort()
    .at(-1);
}

/** Statements of an account from the day after the last one that is there. */
async function newStatements(
  files: BankFiles,
  account: HouseAccount,
  movements: readonly Movement[],
): Promise<readonly StatementOut[]> {
  const last = await lastDay(files, account);
  const from = last === undefined ? '2024-01-01' : later(last, 1);
  return statementsOf(account.bban, movements, spansOf(from, files.until));
}

/**
 * Loads the statements of the bank up to a day, a file a year for both accounts, and the advices of payments with KID.
 * Goes on after the last statement of each account.
 */
export async function loadStatements(
  files: BankFiles,
  onCurrent: readonly Movement[],
  onTax: readonly Movement[],
): Promise<void> {
  const { current, tax } = files.house;
  const statements = [...(await newStatements(files, current, onCurrent)), ...(await newStatements(files, tax, onTax))];
  const from = statements[0]?.from;
  for (const [year, ofYear] of Map.groupBy(statements, (one) => one.from.slice(0, 4)))
    await load(files, `kontoutskrift-${year}.xml`, statementFile(year, ofYear));
  const isAdvised = ({ kid, date }: Movement): boolean =>
    kid !== undefined && files.kids.has(kid) && from !== undefined && from <= date && date <= files.until;
  const advised = onCurrent.filter(isAdvised);
  if (advised.length > 0) await load(files, 'innbetalinger.xml', adviceFile(from!, advised));
}

async function load({ api, clientAccountId }: BankFiles, name: string, content: string): Promise<void> {
  const form = new FormData();
  form.set('client_account_id', String(clientAccountId));
  form.set('file', new Blob([content], { type: 'application/xml' }), name);
  await api.send('POST', '/api/v2/bank-statements/import', form);
}

function statementFile(year: string, statements: readonly StatementOut[]): string {
  const { to } = statements.at(-1)!;
  return [...writeStatements({ messageId: `NORDLYS-${year}-${to}`, createdAt: `${to}T23:59:59` }, statements)].join('');
}

function adviceFile(from: string, movements: readonly Movement[]): string {
  const header = { messageId: `NORDLYS-OCR-${from}`, createdAt: `${movements.at(-1)!.date}T04:00:00` };
  const entries = movements.map(paymentOf);
  return [...writeNotifications(header, [{ account: HOUSE, currency: 'NOK', reference: `OCR-${from}`, entries }])].join(
    '',
  );
}
