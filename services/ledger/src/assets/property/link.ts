import { invalidField } from '@app/contract/failure';
import { timestamp } from '@app/runtime';
import type { AccountFactsCache } from '../../projections/account-facts.ts';
import type { Asset } from '../asset.ts';
import { type AssetsContext, changeAsset } from '../change.ts';
import { assertPropertyFree } from '../store.ts';
import type { PropertyRegister } from './register.ts';

/** The register that linked properties are from, as `external_source` says. */
const PROPERTY_SOURCE = 'SKATTEETATEN';

export interface PropertyContext extends AssetsContext {
  readonly register: PropertyRegister;
  readonly facts: Pick<AccountFactsCache, 'get'>;
}

/**
 * Links an asset with a property, or reads the linked one anew. The register is asked before anything is locked.
 * @throws Failure 400 where the register has no such property; 409 `asset.property_already_linked`; 502
 * `integration.upstream_failed`
 */
export async function linkProperty(
  context: PropertyContext,
  actorId: number,
  asset: Pick<Asset, 'id' | 'clientAccountId'>,
  { externalId, year }: { readonly externalId: string; readonly year: number },
): Promise<Asset> {
  const { db, clock, facts, register } = context;
  const link = { externalSource: PROPERTY_SOURCE, externalId };
  await assertPropertyFree(db.executor, asset, link);
  const { organizationNumber } = await facts.get(asset.clientAccountId);
  const found = await register.find({ organizationNumber, year }, externalId);
  if (!found)
    throw invalidField('external_id', `is "${externalId}", which the property register does not have for ${year}`);
  const property = { ...found, income_year: year, fetched_at: timestamp(clock.now()) };
  return changeAsset(context, actorId, asset, { ...link, property });
}

/** Removes the link, where there is one. */
export const unlinkProperty = (
  context: AssetsContext,
  actorId: number,
  asset: Pick<Asset, 'id' | 'clientAccountId'>,
): Promise<Asset> => changeAsset(context, actorId, asset, { externalSource: null, externalId: null, property: null });
