import { conflict, invalidField } from '@app/contract/failure';
import { decimal, formatMoney, ZERO } from '@app/money';
import { type Books, currentGround } from '../../journal-entries/books.ts';
import { createJournalEntries } from '../../journal-entries/create.ts';
import type { EntryRequest } from '../../journal-entries/write.ts';
import { ASSET } from '../asset.ts';
import { type AssetsContext, holdBooks } from '../change.ts';
import { type AssetClass, findClass, TAX_GROUPS } from '../classes.ts';
import { lastDayOf, type PlannedMonth, planMonths } from './plan.ts';
import * as store from './store.ts';

export interface DepreciationContext extends AssetsContext {
  readonly books: Books;
}

interface Due extends PlannedMonth {
  readonly asset: store.DueAsset;
  readonly ofClass: AssetClass;
}

/** Entries of one call: what one transaction writes while the books are held. */
const MOST = 5_000;
/** Entries of one statement. */
const TOGETHER = 200;

/** What the description of an entry begins with, in the language of the books. */
const titles = { nob: 'Avskrivning', eng: 'Depreciation' } as const;

/**
 * Writes down every month of a company's assets until a day that is missing: an entry per asset and month, all in one
 * transaction which holds the books, so that nobody else plans the same or moves an asset meanwhile.
 * @param options.onlyAsset that one alone
 * @returns the ids of the entries, in the order of their numbers
 * @throws Failure 409 `accounting.period_locked` when something is missing and the day itself is locked; 400 as postings
 */
export async function depreciate(
  context: DepreciationContext,
  account: { readonly clientAccountId: number; readonly actorId: number },
  until: string,
  options: { readonly onlyAsset?: number } = {},
): Promise<readonly number[]> {
  const { db, books } = context;
  const { clientAccountId } = account;
  const { accountingLanguage } = await books.facts.get(clientAccountId);
  const title = accountingLanguage === 'eng' ? titles.eng : titles.nob;
  // While the books are held nobody else is waited for.
  await books.owner.current();
  return db.write(async (tx) => {
    await holdBooks(tx, clientAccountId);
    const { lockedUntil } = await currentGround(books, clientAccountId);
    const due = await findDue(context, clientAccountId, until, { lockedUntil, ...options });
    if (due.length === 0 && lockedUntil !== null && until <= lockedUntil) {
      const missing = await findDue(context, clientAccountId, until, { lockedUntil: null, ...options });
      if (missing.length > 0) throw locked(lockedUntil);
    }
    if (due.length > MOST)
      throw invalidField('until', `asks for ${due.length} months of depreciation; at most ${MOST} are booked at once`);
    const ids: number[] = [];
    for (let start = 0; start < due.length; start += TOGETHER) {
      const part = due.slice(start, start + TOGETHER);
      const entries = await createJournalEntries(
        books,
        account,
        part.map((one) => entryOf(one, title)),
      );
      await store.noteMonths(
        tx,
        part.map((one, index) => ({
          clientAccountId,
          assetId: one.asset.id,
          month: one.month,
          amount: formatMoney(one.amount),
          journalEntryId: entries[index]!.id,
        })),
      );
      ids.push(...entries.map(({ id }) => id));
    }
    return ids;
  });
}

const locked = (lockedUntil: string) =>
  conflict(
    `Posting dates up to ${lockedUntil} are locked; choose a later date or move the period lock`,
    'accounting.period_locked',
    { locked_until_date: lockedUntil },
  );

/** What is missing, month by month, within a month by asset. */
async function findDue(
  { db }: DepreciationContext,
  clientAccountId: number,
  until: string,
  options: { readonly lockedUntil: string | null; readonly onlyAsset?: number },
): Promise<readonly Due[]> {
  const { executor } = db;
  const found = await store.dueAssets(executor, clientAccountId);
  const wanted = found.filter(({ id }) => options.onlyAsset === undefined || id === options.onlyAsset);
  if (wanted.length === 0) return [];
  const movements = await store.movementsOf(executor, clientAccountId);
  const booked = await store.bookedMonths(executor, clientAccountId);
  const due = wanted.flatMap((asset): Due[] => {
    const ofClass = findClass(asset.assetClass);
    const method = asset.depreciationMethod ?? ofClass?.method;
    if (!ofClass?.accumulatedAccount || !ofClass.expenseAccount || !ofClass.lifeMonths) return [];
    if (!method || method === 'NONE') return [];
    const isOnAssetAccount = ofClass.accumulatedAccount === ofClass.assetAccount;
    const moved = (movements.get(asset.id) ?? []).map(({ month, code, net }) => ({
      month,
      onAsset: code === ofClass.assetAccount ? decimal(net) : ZERO,
      onAccumulated: !isOnAssetAccount && code === ofClass.accumulatedAccount ? decimal(net) : ZERO,
    }));
    const depreciable = {
      method,
      lifeMonths: ofClass.lifeMonths,
      rate: ofClass.group === null ? null : decimal(TAX_GROUPS[ofClass.group].rate),
      acquisitionDate: asset.acquisitionDate,
      retirementDate: asset.retirementDate,
      isOnAssetAccount,
    };
    const known = { movements: moved, booked: booked.get(asset.id) ?? new Map(), lockedUntil: options.lockedUntil };
    return planMonths(depreciable, known, until).map((month) => ({ ...month, asset, ofClass }));
  });
  return due.sort((a, b) => (a.month < b.month ? -1 : a.month > b.month ? 1 : a.asset.id - b.asset.id));
}

function entryOf({ asset, ofClass, month, amount }: Due, title: string): EntryRequest {
  const line = {
    postingDate: lastDayOf(month),
    dimensions: [{ relationType: ASSET, relationId: asset.id }] as const,
  };
  const sum = formatMoney(amount);
  return {
    header: {
      isDraft: false,
      description: `${title} ${month.slice(0, 7)}: ${asset.name}`.slice(0, 1000),
      voucherId: null,
      relationType: 'ASSET',
      relationId: asset.id,
      relationNumber: null,
      externalId: null,
      metadata: null,
    },
    lines: [
      { ...line, accountCode: ofClass.expenseAccount!, debit: sum, credit: '0' },
      { ...line, accountCode: ofClass.accumulatedAccount!, debit: '0', credit: sum },
    ],
  };
}
