import type { CamtKind, CamtRecord, CamtStatement } from '@app/camt';
import { takeStamp } from '@app/records';
import type { AreaDependencies } from '../../deps.ts';
import { takeNotification } from './advices.ts';
import type { ImportContext, Intake } from './context.ts';
import { createDuplicates, type Duplicates } from './duplicates.ts';
import { invalidFile } from './failures.ts';
import { type HouseAccount, houseAccounts, houseOf } from './house.ts';
import { createTally, type Imported } from './imported.ts';
import { spoolFile } from './spool.ts';
import { takeStatement } from './statements.ts';
import { lastIds } from './store.ts';

export type ImportDependencies = Pick<AreaDependencies, 'db' | 'clock' | 'companies'>;

/**
 * Imports a CAMT.053 or CAMT.054 file: all of it in one transaction, or nothing. The file is read whole before that, so
 * that nobody waits for a file that is being read. It waits for other imports and changes of the client account's
 * banking, so that of one file that is sent twice at once one call stores it, and the other finds it stored.
 * @throws Failure 400 `bank_statement.invalid_file`, `.unknown_bank_account` or `.unbalanced`, 409
 *   `bank_statement.balance_gap`, 503
 */
export async function importFile(
  { db, clock, companies }: ImportDependencies,
  { clientAccountId, actorId }: { readonly clientAccountId: number; readonly actorId: number },
  content: Uint8Array,
): Promise<Imported> {
  const spool = await spoolFile(content);
  const accountingCurrency = await companies.currencyOf(clientAccountId);
  return db.write(async (tx) => {
    const stamp = await takeStamp(tx, clock, clientAccountId, actorId);
    const context: ImportContext = {
      ...{ tx, stamp, clientAccountId, accountingCurrency },
      until: await lastIds(tx, clientAccountId),
      tally: createTally(),
    };
    const take = createImporter(context, await houseAccounts(tx, clientAccountId));
    for await (const records of spool.records()) await take(records);
    return context.tally.result;
  });
}

/** Takes the records of a file in their order. */
function createImporter(context: ImportContext, accounts: readonly HouseAccount[]) {
  const known = new Map<number, Duplicates>();
  let kind: CamtKind = 'statement';
  let current: CamtStatement | undefined;
  let house: HouseAccount | undefined;
  let intake: Intake | undefined;

  const begin = async (statement: CamtStatement): Promise<void> => {
    current = statement;
    house = houseOf(accounts, statement.account);
    requireCurrency(statement.reference, statement.currency, house);
    const duplicates = known.get(house.id) ?? createDuplicates();
    known.set(house.id, duplicates);
    intake =
      kind === 'statement'
        ? await takeStatement(context, statement, house, duplicates)
        : takeNotification(context, house, duplicates);
  };

  const take = async (record: CamtRecord): Promise<void> => {
    switch (record.record) {
      case 'message':
        kind = record.kind;
        return;
      case 'statement':
        return begin(record);
      case 'end':
        return intake!.end(record.booked);
      case 'entry': {
        const { reference, ownReference } = record;
        if (record.status !== 'BOOK') return context.tally.skip(reference ?? ownReference, 'not_booked');
        if (record.amount.replace('-', '') === '0.00')
          return context.tally.skip(reference ?? ownReference, 'zero_amount');
        requireCurrency(current!.reference, record.currency, {
          currencyCode: current!.currency ?? house!.currencyCode,
        });
        return intake!.take(record);
      }
    }
  };

  return async (records: readonly CamtRecord[]): Promise<void> => {
    for (const record of records) await take(record);
  };
}

/** @throws Failure 400 for what is in another currency than its account */
function requireCurrency(
  reference: string,
  currency: string | null,
  { currencyCode }: Pick<HouseAccount, 'currencyCode'>,
): void {
  if (currency !== null && currencyCode !== null && currency !== currencyCode)
    throw invalidFile(`Statement ${reference} has amounts in ${currency}; the account is in ${currencyCode}`);
}
