import { invalidField, notFound } from '@app/contract';
import { conflict } from '@app/contract/failure';
import type { Tx } from '@app/db';
import { decimal, ZERO } from '@app/money';
import { accountByCode } from '../ground/ground.ts';
import { currentGround } from '../journal-entries/books.ts';
import { askTrialBalance } from '../reports/trial-balance/query.ts';
import { beginCommit, hasEntriesBetween } from './booked.ts';
import type { SaftContext } from './context.ts';
import { UNDISTRIBUTED } from './mapping.ts';
import { isInUse, type Report, type ReportedAccount, type SaftImport, type Wishes, withWishes } from './saft-import.ts';
import * as store from './store.ts';

export const importNotFound = (id: number) =>
  notFound(`There is no import ${id} of a SAF-T file`, 'saft_import.not_found');

export const underWay = (id: number) =>
  conflict(`The import ${id} is being posted; wait until it has ended`, 'saft_import.under_way');

/**
 * Decides that an import is posted, by whom, and with which accounts; the work is done later, by any replica. An import
 * that is being posted or done stays as it is. One that stopped goes on.
 * @param wished accounts that become others than the report says; undefined: as in the commit before
 * @param mayBeOfOther whether the file may be of another organization
 * @throws Failure 400 for accounts, 404, 409
 */
export async function commitImport(
  context: SaftContext,
  key: store.Key,
  actorId: number,
  wished: Wishes | undefined,
  mayBeOfOther: boolean,
): Promise<SaftImport> {
  const { db, clock } = context;
  const ground = await currentGround(context.books, key.clientAccountId);
  const isActive = (code: string) => code !== UNDISTRIBUTED && accountByCode(ground, code)?.isActive === true;
  return db.write(async (tx) => {
    const found = await store.lockImport(tx, key);
    if (!found) throw importNotFound(key.id);
    if (found.report === null || found.state === 'READING' || found.state === 'REFUSED') throw notReady(found);
    const wishes = wished ?? found.wishes ?? {};
    const isUntouched = found.entriesPosted === 0;
    const isBegun = !isUntouched || found.state === 'IMPORTING' || found.state === 'DONE';
    if (isBegun && !areSame(wishes, found.wishes ?? {}))
      throw conflict(
        `The import ${key.id} was committed with other accounts; leave "accounts" out`,
        'saft_import.other_accounts',
      );
    if (found.state === 'IMPORTING' || found.state === 'DONE') return found;
    if (isUntouched && found.report.isOtherOrganization && !mayBeOfOther) throw ofOther(found.report);
    assertAccounts(found.report, wishes, isActive);
    const isOpened = isUntouched && (await standsWhereItOpens(tx, key, found.report, wishes));
    const lastPosted = isOpened ? 0 : isUntouched ? -1 : found.lastPosted;
    if (!(await beginCommit(tx, key, { actorId, wishes, now: clock.now().toString(), lastPosted })))
      throw conflict('Another import of the client account is being posted', 'saft_import.under_way');
    // After the place of the one import at a time was taken: what an import before this one has posted is seen.
    if (isUntouched) await assertRoom(tx, key, found.report);
    return (await store.lockImport(tx, key))!;
  });
}

const notReady = ({ id, state }: SaftImport) =>
  conflict(
    state === 'REFUSED'
      ? `The file of the import ${id} was refused; see the problems of its report`
      : `The file of the import ${id} is still being read`,
    'saft_import.not_ready',
  );

const ofOther = ({ organizationNumber }: Report) =>
  conflict(
    organizationNumber === null
      ? 'The file does not say which organization it is of; send "other_organization": true to import it all the same'
      : `The file is of the organization ${organizationNumber}, which is not this one; send "other_organization": true to import it all the same`,
    'saft_import.other_organization',
  );

function areSame(a: Wishes, b: Wishes): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && a[key] === b[key]);
}

/** How many accounts a sentence names. */
const NAMED = 20;
const listed = (names: readonly string[]): string =>
  `${names.slice(0, NAMED).join(', ')}${names.length > NAMED ? ' ...' : ''}`;

/** @throws Failure 400 unless every account that is in use becomes one of the company */
function assertAccounts({ accounts }: Report, wishes: Wishes, isActive: (code: string) => boolean): void {
  const known = new Set(accounts.map(({ id }) => id));
  for (const [id, code] of Object.entries(wishes)) {
    if (!known.has(id) || id === UNDISTRIBUTED)
      throw invalidField('accounts', `names the account ${id}, which the file lacks or which is computed`);
    if (!isActive(code))
      throw invalidField('accounts', `gives the account ${id} the code ${code}, which is no active account`);
  }
  const missing = withWishes(accounts, wishes).filter((account) => account.code === null && isInUse(account));
  if (missing.length > 0)
    throw invalidField(
      'accounts',
      `must say which accounts these accounts of the file become: ${listed(missing.map(({ id }) => id))}`,
    );
}

/**
 * Whether the books stand already where the file opens, so that no opening balance is posted. Books in which nothing
 * stands get the opening balance.
 * @throws Failure 409 where they stand elsewhere
 */
async function standsWhereItOpens(
  tx: Tx,
  { clientAccountId }: store.Key,
  { accounts, from }: Report,
  wishes: Wishes,
): Promise<boolean> {
  const rows = await askTrialBalance(tx, {
    ...{ clientAccountId, from: from!, to: from!, dimensions: new Map(), words: [], includeDrafts: false },
    ...{ includeCancelled: true, includeDimensions: false, includeZeroMovement: true },
  });
  const standing = new Map(
    rows.flatMap(({ account, incoming }) => (decimal(incoming).isZero() ? [] : [[account.code, decimal(incoming)]])),
  );
  if (standing.size === 0) return false;
  const opening = openingsOf(withWishes(accounts, wishes));
  const codes = [...new Set([...standing.keys(), ...opening.keys()])].sort();
  const differing = codes.filter((code) => !(standing.get(code) ?? ZERO).equals(opening.get(code) ?? ZERO));
  if (differing.length === 0) return true;
  throw conflict(
    `The books do not stand where the file opens on ${from}; these accounts differ: ${listed(differing)}`,
    'saft_import.books_differ',
  );
}

/** Opening balances by account code. */
export function openingsOf(accounts: readonly ReportedAccount[]) {
  const sums = new Map<string, typeof ZERO>();
  for (const { code, opening } of accounts)
    if (code !== null) sums.set(code, (sums.get(code) ?? ZERO).plus(decimal(opening)));
  return sums;
}

/** Entries in the period of the file would stand beside those of the file, or be the same ones. @throws Failure 409 */
async function assertRoom(tx: Tx, { clientAccountId }: store.Key, { from, to }: Report): Promise<void> {
  if (await hasEntriesBetween(tx, clientAccountId, { from: from!, to: to! }))
    throw conflict(
      `The books have entries between ${from} and ${to}, the period of the file`,
      'saft_import.books_differ',
    );
}
