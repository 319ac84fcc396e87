/** Assets, their depreciation and disposal, the tax ledger and property. */
export const assets = {
  'Journal entry {entry:number} is the disposal of asset {asset:number}, which stands; correct it by an entry of its own':
    'Bilag {entry} er avhendingen av eiendel {asset}, som står; rett den med et eget bilag',
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
  'is required, or one of {fields}': 'kreves, eller ett av {fields}',
  'is "{id}", which the property register does not have for {year}':
    'er «{id}», som eiendomsregisteret ikke har for {year}',
  'The property register of the tax authority did not answer as it should, and nothing was changed; try again in a few minutes':
    'Skatteetatens eiendomsregister svarte ikke som det skulle, og ingenting ble endret; prøv igjen om noen minutter',
  'must have four digits': 'må ha fire sifre',
  'must be a number of at most 6 digits': 'må være et tall med høyst 6 sifre',
  'must be the last day of a month': 'må være den siste dagen i en måned',
  'asks for {months:number} months of depreciation; at most {most:number} are booked at once':
    'gjelder {months} måneder med avskrivning; høyst {most} bokføres på én gang',
  'Asset {id} was disposed of before': 'Eiendel {id} er avhendet før',
  'Asset {id} has no class; give it one first': 'Eiendel {id} har ingen klasse; gi den en først',
  'is {date}, before the asset was acquired ({acquired})': 'er {date}, før eiendelen ble anskaffet ({acquired})',
  'Only the gain of an INVOLUNTARY disposal can be deferred':
    'Bare gevinsten ved en INVOLUNTARY avhending kan utsettes',
  'Proceeds of a disposal of the kind {kind} need a "proceeds_account"':
    'Vederlaget ved en avhending av typen {kind} krever en «proceeds_account»',
  'Account {code} is a bank account; proceeds never go there': 'Konto {code} er en bankkonto; vederlag går aldri dit',
  'is {currency}; a disposal is in the accounting currency {accounting}':
    'er {currency}; en avhending er i regnskapsvalutaen {accounting}',
  'cannot be booked: the client account is not liable for VAT on {date}':
    'kan ikke bokføres: klientkontoen er ikke mva-pliktig {date}',
  'must be a year such as 2025': 'må være et år som 2025',
} as const;
