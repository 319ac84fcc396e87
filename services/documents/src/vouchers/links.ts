import type { Tx } from '@app/db';
import { lockChanges } from '@app/records';
import * as store from './links-store.ts';
import { type Link, statusOf } from './standing.ts';
import { stampVouchers } from './store.ts';

/**
 * Gives vouchers the status that their documents and journal entries make (docs/contract/vouchers.md, "Status"). Called
 * in the transaction that links a document to a voucher, or posts, cancels or removes one.
 * @param options.showsOther whether the vouchers show something else even under the same status, such as another date
 * @param options.moment of the turn of the account, where the transaction has taken it: else it is taken here
 */
export async function voucherLinksChanged(
  tx: Tx,
  clientAccountId: number,
  voucherIds: readonly number[],
  { showsOther = false, moment }: { readonly showsOther?: boolean; readonly moment?: Date } = {},
): Promise<void> {
  if (voucherIds.length === 0) return;
  const now = moment ?? (await lockChanges(tx, clientAccountId, new Date()));
  const held = await store.holdVouchers(tx, clientAccountId, voucherIds);
  await giveStatus(tx, clientAccountId, held, { showsOther, now });
}

/** The same for vouchers whose rows are held. */
async function giveStatus(
  tx: Tx,
  clientAccountId: number,
  held: readonly store.HeldVoucher[],
  { showsOther, now }: { readonly showsOther: boolean; readonly now: Date },
): Promise<void> {
  const ids = held.map(({ id }) => id);
  const links = await linksOf(tx, clientAccountId, ids);
  for (const { id, status } of held) {
    const next = statusOf(status, links.get(id) ?? []);
    if (next !== status) await store.setStatus(tx, clientAccountId, [id], { status: next, now });
    else if (showsOther) await stampVouchers(tx, clientAccountId, [id], now);
  }
}

/** What vouchers are linked to, by their ids. */
export async function linksOf(
  tx: Tx,
  clientAccountId: number,
  voucherIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Link[]>> {
  return Map.groupBy(await store.linksOfVouchers(tx, clientAccountId, voucherIds), ({ voucherId }) => voucherId);
}

/**
 * Stores what the ledger said of vouchers, unless it has said something later meanwhile, and gives them their status.
 * Turns and rows are taken in the order of everybody who writes vouchers.
 */
export async function storeBooks(tx: Tx, clientAccountId: number, told: store.Told): Promise<void> {
  const moment = await lockChanges(tx, clientAccountId, new Date());
  const all = await store.holdVouchers(tx, clientAccountId, told.voucherIds);
  const held = all.filter(({ booksRevision }) => booksRevision <= told.revision);
  const voucherIds = held.map(({ id }) => id);
  if (voucherIds.length === 0) return;
  const entries = told.entries.filter(({ voucherId }) => voucherIds.includes(voucherId));
  const moved = await store.storeEntries(tx, clientAccountId, { ...told, voucherIds, entries });
  const others = moved.length === 0 ? [] : await store.holdVouchers(tx, clientAccountId, moved);
  await giveStatus(tx, clientAccountId, [...held, ...others], { showsOther: false, now: moment });
}

/** A reset took the entries of the ledger: the projection forgets them, and vouchers are what is left of their links. */
export async function forgetVoucherEntries(tx: Tx, clientAccountId: number, most: number): Promise<number> {
  const voucherIds = await store.dropEntries(tx, clientAccountId, most);
  await voucherLinksChanged(tx, clientAccountId, [...new Set(voucherIds)]);
  return voucherIds.length;
}

/** The same of the entries of documents, which leave the books with them: other entries stay. */
export async function forgetDocumentEntries(tx: Tx, clientAccountId: number, most: number): Promise<number> {
  const voucherIds = await store.dropDocumentEntries(tx, clientAccountId, most);
  await voucherLinksChanged(tx, clientAccountId, [...new Set(voucherIds)]);
  return voucherIds.length;
}
