import type { AssetOut } from '@app/api/ledger/assets';
import type { Database } from '@app/db';
import type { Users } from '@app/records';
import type { ClientOf, Organisation } from '@app/rpc';
import type { z } from 'zod';
import type { AccountFactsCache } from '../projections/account-facts.ts';
import type { Asset } from './asset.ts';
import { type AssetBalance, balancesOf } from './balances.ts';

export type AssetWire = z.input<typeof AssetOut>;
export type AssetRelation = 'client_account' | 'created_by' | 'statistics' | 'property';

export interface PresentingContext {
  readonly db: Database;
  readonly facts: Pick<AccountFactsCache, 'get'>;
  readonly users: Users;
  readonly organisation: Pick<ClientOf<typeof Organisation>, 'GetAccount'>;
}

/** How many client accounts are asked about at once. */
const AT_ONCE = 8;

/** Assets as callers see them, with the relations they ask for. */
export async function presentAssets(
  context: PresentingContext,
  assets: readonly Asset[],
  relations: ReadonlySet<AssetRelation>,
): Promise<readonly AssetWire[]> {
  const accountIds = [...new Set(assets.map(({ clientAccountId }) => clientAccountId))];
  const currencies = await each(accountIds, async (id) => (await context.facts.get(id)).accountingCurrency);
  const names = relations.has('client_account') ? await each(accountIds, (id) => nameOf(context, id)) : undefined;
  const creators = relations.has('created_by')
    ? await context.users.find(assets.flatMap(({ createdById }) => createdById ?? []))
    : undefined;
  const balances = relations.has('statistics') ? await balancesByAsset(context, assets) : undefined;
  return assets.map((asset) => ({
    ...wireOf(asset, currencies.get(asset.clientAccountId)!),
    ...(names ? { client_account: names.get(asset.clientAccountId)! } : {}),
    ...(creators ? { created_by: creators.get(asset.createdById ?? 0) ?? null } : {}),
    ...(balances ? { statistics: { balances: (balances.get(asset.id) ?? []).map(balanceWire) } } : {}),
    ...(relations.has('property') ? { property: asset.property } : {}),
  }));
}

const wireOf = (asset: Asset, currency: string): AssetWire => ({
  id: asset.id,
  created_at: asset.createdAt,
  created_by_id: asset.createdById,
  updated_at: asset.updatedAt,
  updated_by_id: asset.updatedById,
  client_account_id: asset.clientAccountId,
  sequence_number: asset.sequenceNumber,
  currency_code: currency,
  name: asset.name,
  is_active: asset.isActive,
  asset_class: asset.assetClass,
  depreciation_method: asset.depreciationMethod,
  acquisition_date: asset.acquisitionDate,
  retirement_date: asset.retirementDate,
  auto_depreciate: asset.autoDepreciate,
  autonomy_level: asset.autonomyLevel,
  external_source: asset.externalSource,
  external_id: asset.externalId,
});

const balanceWire = ({ accountCode, balance }: AssetBalance) => ({ account_code: accountCode, balance });

async function nameOf({ organisation }: PresentingContext, clientAccountId: number) {
  const { account } = await organisation.GetAccount({ clientAccountId });
  if (!account) throw new Error('organisation answered without an account');
  return { id: account.id, display_name: account.displayName, unique_name: account.uniqueName };
}

async function balancesByAsset(
  { db }: PresentingContext,
  assets: readonly Asset[],
): Promise<ReadonlyMap<number, readonly AssetBalance[]>> {
  const found: AssetBalance[] = [];
  for (const [clientAccountId, own] of Map.groupBy(assets, (asset) => asset.clientAccountId))
    found.push(
      ...(await balancesOf(
        db.executor,
        clientAccountId,
        own.map(({ id }) => id),
      )),
    );
  return Map.groupBy(found, ({ assetId }) => assetId);
}

/** Asks about each id, a few at once. */
async function each<T>(ids: readonly number[], ask: (id: number) => Promise<T>): Promise<ReadonlyMap<number, T>> {
  const left = [...ids];
  const found = new Map<number, T>();
  const work = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) found.set(id, await ask(id));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found;
}
