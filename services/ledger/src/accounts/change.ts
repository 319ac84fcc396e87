import { record } from '@app/audit';
import { invalid, invalidField } from '@app/contract';
import { conflict, Failure } from '@app/contract/failure';
import { appendToOutbox, type Database, type Tx } from '@app/db';
import { ledgerAccountChanged } from '@app/events';
import type { Clock } from '@app/runtime';
import { type Account, type AccountChange, type Grouping, type NewAccount, nearestAccount } from './account.ts';
import * as store from './store.ts';

export interface AccountsContext {
  readonly db: Database;
  readonly clock: Clock;
}

/**
 * Accounts of a company's own, beyond what any chart has: postings are judged by all of them, which the service holds
 * in its memory.
 */
const MAX_OWN_ACCOUNTS = 10_000;

/**
 * Adds an account to a company's chart. Its grouping is the one named, or that of the nearest account of the system
 * chart.
 *
 * @throws Failure 409 `accounting.account_code_taken` or when the chart is full, 400 for an unknown grouping or tax code
 */
export async function createAccount(
  { db, clock }: AccountsContext,
  actorId: number,
  draft: NewAccount,
): Promise<Account> {
  return db.write(async (tx) => {
    const moment = await store.holdBooks(tx, draft.clientAccountId, clock.now());
    if (await store.codeIsTaken(tx, draft.clientAccountId, draft.code)) throw store.codeTaken(draft.code);
    if ((await store.countOwnAccounts(tx, draft.clientAccountId)) >= MAX_OWN_ACCOUNTS)
      throw conflict(`The chart holds ${MAX_OWN_ACCOUNTS} accounts of the company's own, which is as many as it takes`);
    const grouping = await groupingFor(tx, draft.code, draft.grouping);
    const id = await store.insertAccount(tx, draft, grouping, moment, actorId);
    await store.replaceMandatoryDimensions(tx, id, draft.mandatoryDimensions);
    await store.replaceTaxCodes(tx, id, draft.taxCodeIds);
    await recordChange(tx, actorId, { id, clientAccountId: draft.clientAccountId }, []);
    return announce(tx, id);
  });
}

/**
 * Makes an account unless the company has one of the code. A grouping that the business specification lacks is derived
 * instead. @throws Failure 409 when the chart is full
 */
export async function ensureAccount(
  context: AccountsContext,
  actorId: number,
  { grouping, ...draft }: Omit<NewAccount, 'mandatoryDimensions' | 'taxCodeIds'>,
): Promise<void> {
  await context.db.write(async (tx) => {
    if (await store.codeIsTaken(tx, draft.clientAccountId, draft.code)) return;
    const isKnown = grouping !== null && (await store.groupingExists(tx, grouping.category, grouping.code));
    const kept = isKnown ? grouping : null;
    await createAccount(context, actorId, { ...draft, grouping: kept, mandatoryDimensions: [], taxCodeIds: [] });
  });
}

/**
 * Changes an account of a company's own; nothing is stored when nothing is named.
 *
 * @throws Failure 400 `accounting.account_is_system`, 409 `accounting.account_has_balance`, 400 for an unknown grouping
 * or tax code
 */
export async function changeAccount(
  { db, clock }: AccountsContext,
  actorId: number,
  account: Account,
  change: AccountChange,
): Promise<Account> {
  const { clientAccountId } = account;
  if (clientAccountId === null) throw systemAccount(account);
  if (Object.keys(change).length === 0) return account;
  return db.write(async (tx) => {
    const moment = await store.holdBooks(tx, clientAccountId, clock.now());
    if (change.isActive === false) await assertWithoutBalance(tx, clientAccountId, account);
    const { grouping, ...rest } = change;
    const stored = grouping === undefined ? rest : { ...rest, grouping: await groupingFor(tx, account.code, grouping) };
    await store.updateAccount(tx, account, stored, moment, actorId);
    if (change.mandatoryDimensions) await store.replaceMandatoryDimensions(tx, account.id, change.mandatoryDimensions);
    if (change.taxCodeIds) await store.replaceTaxCodes(tx, account.id, change.taxCodeIds);
    await recordChange(tx, actorId, { id: account.id, clientAccountId }, Object.keys(change));
    return announce(tx, account.id);
  });
}

/** @param fields those that were changed; none when the account is new */
const recordChange = (
  tx: Tx,
  userId: number,
  { id, clientAccountId }: { readonly id: number; readonly clientAccountId: number },
  fields: readonly string[],
): Promise<void> =>
  record(tx, {
    kind: 'chart_changed',
    clientAccountId,
    userId,
    details: { ledger_account_id: id, fields: [...fields] },
  });

const systemAccount = ({ code }: Account): Failure =>
  new Failure(
    'accounting.account_is_system',
    400,
    `Account ${code} belongs to the standard chart, which cannot be changed; make an account of your own`,
  );

async function assertWithoutBalance(tx: Tx, clientAccountId: number, { id, code }: Account): Promise<void> {
  const balance = await store.balanceOf(tx, clientAccountId, id);
  if (!/[1-9]/.test(balance)) return;
  throw new Failure(
    'accounting.account_has_balance',
    409,
    `Account ${code} has a balance of ${balance}; bring it to zero before you deactivate it`,
    {
      details: { account_code: code, balance },
    },
  );
}

async function groupingFor(
  tx: Tx,
  code: string,
  named: { readonly category: string; readonly code: string } | null,
): Promise<Grouping> {
  if (named !== null) {
    if (await store.groupingExists(tx, named.category, named.code)) return { ...named, isDerived: false };
    const message = `the pair ${named.category} / ${named.code} is not in the business specification`;
    throw invalid(`grouping_code: ${message}`, [
      { field: 'grouping_category', message },
      { field: 'grouping_code', message },
    ]);
  }
  const nearest = nearestAccount(code, await store.systemChart(tx));
  return { category: nearest.category, code: nearest.grouping, isDerived: true };
}

/** The fact for the others, in the transaction of the change; gives the account as it now is. */
async function announce(tx: Tx, id: number): Promise<Account> {
  const account = (await store.findAccounts(tx, [id]))[0]!;
  const { clientAccountId, code, isActive, version } = account;
  await appendToOutbox(
    tx,
    ledgerAccountChanged.create(
      { client_account_id: clientAccountId!, account_id: id, account_code: code, is_active: isActive, version },
      clientAccountId,
    ),
  );
  return account;
}

/**
 * The pair of a request: both, or neither; `null` for both asks for the derived one.
 *
 * @throws Failure 400 when one is missing
 */
export function groupingOf(
  category: string | null | undefined,
  code: string | null | undefined,
): AccountChange['grouping'] {
  if (category === undefined && code === undefined) return undefined;
  if (category === null && code === null) return null;
  if (category && code) return { category, code };
  throw invalidField(
    category ? 'grouping_code' : 'grouping_category',
    'grouping_category and grouping_code go together',
  );
}
