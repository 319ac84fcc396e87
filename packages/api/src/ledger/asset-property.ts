import { endpoint } from '@app/contract';
import { z } from 'zod';
import { standard } from '../envelopes.ts';
import { pathId } from '../fields.ts';
import { integer, requiredText } from '../scalars.ts';
import { AssetOut, assetRelations, roaster } from './assets.ts';
import { shop } from './property.ts';

const byId = {
  service: 'ledger',
  envelope: standard,
  params: pathId('asset'),
  path: '/api/v2/assets/{id}/property',
  query: z.object({ with: assetRelations }),
  notFoundCode: 'asset.not_found',
} as const;

const premises = { ...roaster, id: 2, sequence_number: 2, name: 'Brenneriet', asset_class: 'COMMERCIAL_BUILDINGS' };

export const linkProperty = endpoint({
  ...byId,
  name: 'ledger.linkAssetProperty',
  summary: 'Link an asset with a property of the tax authority',
  description:
    'The register is asked for the property, and what it says is kept with the asset. It replaces the link that the asset has; linked once more with the same property, it is read anew.',
  method: 'PUT',
  body: z.object({
    external_id: requiredText(100).describe('Id of the property in the register.'),
    inntektsaar: integer(1900, 2199).describe('Income year to read it for.'),
  }),
  status: 200,
  output: AssetOut,
  example: {
    values: { 'body.external_id': 'properties/shop' },
    params: { id: premises.id },
    body: { external_id: shop.external_id, inntektsaar: 2025 },
    answer: { ...premises, external_source: 'SKATTEETATEN', external_id: shop.external_id },
  },
  idempotency: 'steps',
  failures: [
    'asset.not_found',
    'asset.property_already_linked',
    'integration.upstream_failed',
    'client_account.inactive',
  ],
});

export const unlinkProperty = endpoint({
  ...byId,
  name: 'ledger.unlinkAssetProperty',
  summary: 'Remove the link of an asset with a property',
  description: 'Also when there is none.',
  method: 'DELETE',
  status: 200,
  output: AssetOut,
  example: { after: ['linkAssetProperty'], params: { id: premises.id }, answer: premises },
  failures: ['asset.not_found', 'client_account.inactive'],
});
