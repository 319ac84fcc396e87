import { conflict } from '@app/contract';
import {
  builtOnce,
  type Executor,
  type FollowedPage,
  risingMoment,
  type Tx,
  type Value,
  violatedConstraint,
} from '@app/db';
import { type Listing, listRecords } from '@app/records';
import { timestamp } from '@app/runtime';
import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { assetDisposals, assetSeries, assets } from '../schema/assets.ts';
import type { Asset, AssetChange, AssetFields } from './asset.ts';

const isDisposed = sql<boolean>`exists (select from ${assetDisposals}
  where ${assetDisposals.clientAccountId} = ${assets.clientAccountId} and ${assetDisposals.assetId} = ${assets.id})`;

const selection = {
  id: assets.id,
  clientAccountId: assets.clientAccountId,
  sequenceNumber: assets.sequenceNumber,
  name: assets.name,
  isActive: assets.isActive,
  assetClass: assets.assetClass,
  depreciationMethod: assets.depreciationMethod,
  acquisitionDate: assets.acquisitionDate,
  retirementDate: assets.retirementDate,
  autoDepreciate: assets.autoDepreciate,
  autonomyLevel: assets.autonomyLevel,
  externalSource: assets.externalSource,
  externalId: assets.externalId,
  property: assets.property,
  isDisposed,
  createdAt: assets.createdAt,
  createdById: assets.createdById,
  updatedAt: assets.updatedAt,
  updatedById: assets.updatedById,
  version: assets.version,
};

type Row = Omit<Asset, 'property'> & { readonly property: unknown };

const assetOf = (row: Row): Asset => ({
  ...row,
  property: row.property as Asset['property'],
  createdAt: secondsOf(row.createdAt),
  updatedAt: secondsOf(row.updatedAt),
});

/** A moment as PostgreSQL writes it, in UTC with whole seconds. */
const secondsOf = (text: string): string =>
  timestamp(Temporal.Instant.from(text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00')));

const orders: Readonly<Record<string, PgColumn | SQL>> = {
  id: assets.id,
  name: sql`${assets.name} collate "nb-x-icu"`,
  sequence_number: assets.sequenceNumber,
  is_active: assets.isActive,
  acquisition_date: assets.acquisitionDate,
  created_at: assets.createdAt,
  updated_at: assets.updatedAt,
};

/** A page of the assets. @param filter.isActive null: active ones and others */
export const listAssets = (
  ex: Executor,
  listing: Listing,
  { isActive }: { readonly isActive: boolean | null },
): Promise<FollowedPage<Asset>> =>
  listRecords(ex, listing, {
    table: assets,
    selection,
    recordOf: (row) => assetOf(row as unknown as Row),
    orders,
    where: isActive === null ? undefined : eq(assets.isActive, isActive),
  });

const assetById = builtOnce((ex, id: Value<number>) => ex.select(selection).from(assets).where(eq(assets.id, id)));

/** By id alone: the caller decides who may see it. */
export async function findAsset(ex: Executor, id: number): Promise<Asset | undefined> {
  const [row] = await assetById(ex, id);
  return row && assetOf(row);
}

/** A number and a moment for whoever changes an asset of a company. */
export interface Turn {
  /** The number that a new asset gets. */
  readonly number: number;
  /** After every earlier change of an asset of the company, whatever the clock says. */
  readonly moment: string;
}

/** Waits for the others who change assets of the company, until the end of the transaction. */
export async function lockSeries(
  tx: Tx,
  clientAccountId: number,
  isNew: boolean,
  now: Temporal.Instant,
): Promise<Turn> {
  const step = isNew ? 1 : 0;
  const [row] = await tx
    .insert(assetSeries)
    .values({ clientAccountId, lastNumber: step, lastChangeAt: now.toString() })
    .onConflictDoUpdate({
      target: assetSeries.clientAccountId,
      set: {
        lastNumber: sql`${assetSeries.lastNumber} + ${step}`,
        lastChangeAt: risingMoment(assetSeries.lastChangeAt),
      },
    })
    .returning({ number: assetSeries.lastNumber, moment: assetSeries.lastChangeAt });
  return row!;
}

export async function insertAsset(
  tx: Tx,
  asset: AssetFields & Pick<Asset, 'clientAccountId'>,
  actorId: number,
  { number, moment }: Turn,
): Promise<Asset> {
  const stamp = { createdAt: moment, createdById: actorId, updatedAt: moment, updatedById: actorId };
  const [row] = await tx
    .insert(assets)
    .values({ ...asset, sequenceNumber: number, ...stamp })
    .returning({ id: assets.id });
  return (await findAsset(tx, row!.id))!;
}

/** Changes what is given, and raises the version. @throws Failure 409 `asset.property_already_linked` */
export async function updateAsset(
  tx: Tx,
  { clientAccountId, id }: Pick<Asset, 'clientAccountId' | 'id'>,
  change: AssetChange,
  actorId: number,
  { moment }: Turn,
): Promise<Asset> {
  await tx
    .update(assets)
    .set({ ...change, version: sql`${assets.version} + 1`, updatedAt: moment, updatedById: actorId })
    .where(and(eq(assets.clientAccountId, clientAccountId), eq(assets.id, id)))
    .catch((error: unknown) => {
      throw violatedConstraint(error) === 'assets_external_key' ? propertyTaken(change.externalId ?? '') : error;
    });
  return (await findAsset(tx, id))!;
}

/** Before the register is asked in vain. @throws Failure 409 `asset.property_already_linked` */
export async function assertPropertyFree(
  ex: Executor,
  { clientAccountId, id }: Pick<Asset, 'clientAccountId' | 'id'>,
  { externalSource, externalId }: { readonly externalSource: string; readonly externalId: string },
): Promise<void> {
  const isElsewhere = and(
    eq(assets.clientAccountId, clientAccountId),
    eq(assets.externalSource, externalSource),
    eq(assets.externalId, externalId),
    ne(assets.id, id),
  );
  if ((await ex.$count(assets, isElsewhere)) > 0) throw propertyTaken(externalId);
}

const propertyTaken = (externalId: string) =>
  conflict(
    `The property ${externalId} is linked to another asset of this client account; remove that link first`,
    'asset.property_already_linked',
  );
