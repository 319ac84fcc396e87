import { invalid } from '@app/contract';
import { appendToOutbox, type Database, type Tx } from '@app/db';
import { ledgerReferenceChanged } from '@app/events';
import type { Clock } from '@app/runtime';
import { sql } from 'drizzle-orm';
import { ASSET, type Asset, type AssetChange, type AssetFields, assetNotFound, invalidClass } from './asset.ts';
import { type AssetBalance, balancesOf } from './balances.ts';
import { findClass } from './classes.ts';
import * as store from './store.ts';

interface ReferenceValue {
  readonly clientAccountId: number;
  readonly relationType: string;
  readonly relationId: number;
  readonly name: string;
  readonly isActive: boolean;
  readonly version: number;
}

export interface AssetsContext {
  readonly db: Database;
  readonly clock: Clock;
  /** The names and states that lines are tagged by. */
  readonly references: {
    change(tx: Tx, value: ReferenceValue): Promise<void>;
  };
}

/** Creates an asset. @throws Failure 400 `asset.invalid_asset_class` */
export function createAsset(
  context: AssetsContext,
  actorId: number,
  fields: AssetFields & Pick<Asset, 'clientAccountId'>,
): Promise<Asset> {
  assertClass(fields.assetClass);
  return context.db.write(async (tx) => {
    const turn = await store.lockSeries(tx, fields.clientAccountId, true, context.clock.now());
    const asset = await store.insertAsset(tx, fields, actorId, turn);
    await announce(context, tx, asset);
    return asset;
  });
}

/**
 * Changes what differs.
 * @throws Failure 400 `asset.invalid_asset_class`, or where the class of an asset that was disposed of would change; 409
 * `asset.property_already_linked`
 */
export function changeAsset(
  context: AssetsContext,
  actorId: number,
  asset: Pick<Asset, 'id' | 'clientAccountId'>,
  change: AssetChange,
): Promise<Asset> {
  assertClass(change.assetClass ?? null);
  return context.db.write((tx) => changeIn(context, tx, actorId, asset, change));
}

/** The same in a transaction that does more. */
export async function changeIn(
  context: AssetsContext,
  tx: Tx,
  actorId: number,
  { id, clientAccountId }: Pick<Asset, 'id' | 'clientAccountId'>,
  change: AssetChange,
): Promise<Asset> {
  const turn = await store.lockSeries(tx, clientAccountId, false, context.clock.now());
  const before = await store.findAsset(tx, id);
  if (!before) throw assetNotFound(id);
  if (before.isDisposed && change.assetClass !== undefined && change.assetClass !== before.assetClass)
    throw invalid(`asset_class cannot change: asset ${id} was disposed of under its class`, [
      { field: 'asset_class', message: `cannot change: asset ${id} was disposed of under its class` },
    ]);
  const differing = differences(before, change);
  if (Object.keys(differing).length === 0) return before;
  const after = await store.updateAsset(tx, before, differing, actorId, turn);
  if (after.name !== before.name || after.isActive !== before.isActive) await announce(context, tx, after);
  return after;
}

/**
 * Deactivates an asset without a balance on an account that asks for assets, while nobody posts.
 * @throws Failure 400 which names accounts and balances
 */
export const deactivateAsset = (
  context: AssetsContext,
  actorId: number,
  asset: Pick<Asset, 'id' | 'clientAccountId'>,
): Promise<Asset> =>
  context.db.write(async (tx) => {
    await holdBooks(tx, asset.clientAccountId);
    const left = await balancesOf(tx, asset.clientAccountId, [asset.id], 'mandatory');
    if (left.length > 0) throw stillHasBalance(left);
    return changeIn(context, tx, actorId, asset, { isActive: false });
  });

/** Keeps the books still until the end of the transaction. Taken before any asset. */
export async function holdBooks(tx: Tx, clientAccountId: number): Promise<void> {
  await tx.execute(sql`select hold_books(${clientAccountId}::bigint, true)`);
}

function stillHasBalance(left: readonly AssetBalance[]) {
  const balances = left.map(({ accountCode, balance }) => `${accountCode}: ${balance}`).join(', ');
  return invalid(`The asset has balances that must be zero before it is deactivated: ${balances}`, [
    { field: 'is_active', message: `has balances that must be zero before it is deactivated: ${balances}` },
  ]);
}

function assertClass(code: string | null): void {
  if (code !== null && !findClass(code)) throw invalidClass(code);
}

/** What lines may be tagged with, for the ledger itself and for the others. */
async function announce({ references }: AssetsContext, tx: Tx, asset: Asset): Promise<void> {
  const { clientAccountId, id, name, isActive, version } = asset;
  await references.change(tx, { clientAccountId, relationType: ASSET, relationId: id, name, isActive, version });
  const payload = { client_account_id: clientAccountId, type: ASSET, id, name, is_active: isActive, version };
  await appendToOutbox(tx, ledgerReferenceChanged.create(payload, clientAccountId));
}

/** What is defined and not so already. */
function differences(asset: Asset, change: AssetChange): AssetChange {
  const present = asset as unknown as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(change).filter(
      ([field, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(present[field]),
    ),
  );
}
