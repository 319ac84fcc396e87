import { listAssetClasses } from '@app/api/ledger/asset-classes';
import {
  createAsset,
  deactivateAsset,
  depreciateAssets,
  getAsset,
  listAssets,
  updateAsset,
} from '@app/api/ledger/assets';
import { type Api, sentFields } from '@app/contract';
import { listingOf } from '@app/records';
import { type Asset, assetNotFound } from './asset.ts';
import { type AssetsContext, changeAsset, createAsset as create, deactivateAsset as deactivate } from './change.ts';
import { assetClasses, presentClass } from './classes.ts';
import { type DepreciationContext, depreciate } from './depreciation/depreciate.ts';
import { type AssetRelation, type AssetWire, type PresentingContext, presentAssets } from './relations.ts';
import * as store from './store.ts';

/** Assets over HTTP (docs/contract/assets.md). */
export function serveAssets(api: Api, context: DepreciationContext & PresentingContext): void {
  const { db } = context;
  const show = async (asset: Asset, relations: ReadonlySet<AssetRelation>): Promise<AssetWire> =>
    (await presentAssets(context, [asset], relations))[0]!;
  const guarded = assetOfPath(context);

  api.serve(listAssetClasses, async ({ language }) => assetClasses.map((one) => presentClass(one, language)));

  api.serve(listAssets, async ({ query, accounts, following }) => {
    const listing = listingOf(accounts, query, following);
    const { rows, meta } = await store.listAssets(db.executor, listing, { isActive: query.is_active });
    return { data: [...(await presentAssets(context, rows, query.with))], meta };
  });

  api.serve(getAsset, { ...guarded, handle: ({ resource, query }) => show(resource, query.with) });

  api.serve(createAsset, async ({ body, account, principal, query }) => {
    const asset = await create(context, principal.userId, {
      clientAccountId: account.clientAccountId,
      name: body.name,
      isActive: true,
      assetClass: body.asset_class || null,
      depreciationMethod: body.depreciation_method ?? null,
      acquisitionDate: body.acquisition_date ?? null,
      retirementDate: body.retirement_date ?? null,
      autoDepreciate: body.auto_depreciate,
      autonomyLevel: body.autonomy_level ?? null,
    });
    return show(asset, query.with);
  });

  api.serve(updateAsset, {
    ...guarded,
    handle: async ({ resource, body, principal, query }) => {
      const change = sentFields({
        name: body.name,
        isActive: body.is_active,
        assetClass: body.asset_class === '' ? null : body.asset_class,
        depreciationMethod: body.depreciation_method,
        acquisitionDate: body.acquisition_date,
        retirementDate: body.retirement_date,
        autoDepreciate: body.auto_depreciate,
        autonomyLevel: body.autonomy_level,
      });
      return show(await changeAsset(context, principal.userId, resource, change), query.with);
    },
  });

  api.serve(depreciateAssets, async ({ body, account, principal }) => {
    const { clientAccountId } = account;
    const ids = await depreciate(context, { clientAccountId, actorId: principal.userId }, body.until);
    return { journal_entry_ids: [...ids] };
  });

  api.serve(deactivateAsset, {
    ...guarded,
    handle: async ({ resource, principal, query }) =>
      show(await deactivate(context, principal.userId, resource), query.with),
  });
}

/** The asset that a path names, and whose it is. @throws Failure 404 `asset.not_found` */
export const assetOfPath = ({ db }: Pick<AssetsContext, 'db'>) => ({
  load: async ({ params }: { readonly params: { readonly id: number } }): Promise<Asset> => {
    const asset = await store.findAsset(db.executor, params.id);
    if (!asset) throw assetNotFound(params.id);
    return asset;
  },
  accountOf: ({ clientAccountId }: Asset) => clientAccountId,
});
