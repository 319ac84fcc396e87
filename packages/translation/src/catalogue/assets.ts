/** Assets, their depreciation and disposal, the tax ledger and property. */
export const assets = {
  'There is no asset {id}': 'Det finnes ingen eiendel {id}',
  'There is no asset class "{code}"; GET /api/v2/asset-classes lists them':
    'Det finnes ingen eiendelsklasse «{code}»; GET /api/v2/asset-classes viser dem',
  'is "{code}", which is no asset class': 'er «{code}», som ikke er noen eiendelsklasse',
  'asset_class cannot change: asset {id} was disposed of under its class':
    'asset_class kan ikke endres: eiendel {id} ble avhendet i sin klasse',
  'cannot change: asset {id} was disposed of under its class':
    'kan ikke endres: eiendel {id} ble avhendet i sin klasse',
  'The asset has balances that must be zero before it is deactivated: {balances}':
    'Eiendelen har saldoer som må være null før den deaktiveres: {balances}',
  'has balances that must be zero before it is deactivated: {balances}':
    'har saldoer som må være null før den deaktiveres: {balances}',
  'The property {id} is linked to another asset of this client account; remove that link first':
    'Eiendommen {id} er knyttet til en annen eiendel på denne klientkontoen; fjern den koblingen først',
} as const;
