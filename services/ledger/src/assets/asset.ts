import type { DepreciationMethod } from '@app/api/ledger/asset-classes';
import type { LinkedPropertyOut } from '@app/api/ledger/property';
import { Failure, notFound } from '@app/contract/failure';
import type { z } from 'zod';

/** What an asset keeps of the property that it is linked to, as callers see it. */
export type LinkedProperty = z.output<typeof LinkedPropertyOut>;

/** A fixed asset. Timestamps are UTC with whole seconds. */
export interface Asset {
  readonly id: number;
  readonly clientAccountId: number;
  readonly sequenceNumber: number;
  readonly name: string;
  readonly isActive: boolean;
  readonly assetClass: string | null;
  /** Null: that of the class. */
  readonly depreciationMethod: DepreciationMethod | null;
  readonly acquisitionDate: string | null;
  readonly retirementDate: string | null;
  readonly autoDepreciate: boolean;
  readonly autonomyLevel: 'NONE' | 'DRAFT' | 'FULL' | null;
  readonly externalSource: string | null;
  readonly externalId: string | null;
  readonly property: LinkedProperty | null;
  /** Whether it was disposed of: active or not, it is gone. */
  readonly isDisposed: boolean;
  readonly createdAt: string;
  readonly createdById: number | null;
  readonly updatedAt: string;
  readonly updatedById: number | null;
  /** Rises with every change. */
  readonly version: number;
}

/** What callers decide about an asset. */
export type AssetFields = Pick<
  Asset,
  | 'name'
  | 'isActive'
  | 'assetClass'
  | 'depreciationMethod'
  | 'acquisitionDate'
  | 'retirementDate'
  | 'autoDepreciate'
  | 'autonomyLevel'
>;

/** What may change of an asset. */
export type AssetChange = Partial<AssetFields & Pick<Asset, 'externalSource' | 'externalId' | 'property'>>;

/** The asset as lines are tagged with it. */
export const ASSET = 'asset';

export const assetNotFound = (id: number): Failure => notFound(`There is no asset ${id}`, 'asset.not_found');

export const invalidClass = (code: string): Failure =>
  new Failure(
    'asset.invalid_asset_class',
    400,
    `There is no asset class "${code}"; GET /api/v2/asset-classes lists them`,
    { details: { fields: [{ field: 'asset_class', message: `is "${code}", which is no asset class` }] } },
  );
