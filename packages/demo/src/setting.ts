/**
 * Suppliers, each with what it sells: nobody buys raw coffee from a power company. All names are made up; none is that
 * of a company that there is.
 */
export const trades = {
  rent: 'Gårdeier Brenneriveien 9 AS',
  coffee: 'Bønnehavn Kaffeimport AS',
  grocery: 'Tindhaug Engros AS',
  packaging: 'Posefabrikken Rognli AS',
  bakery: 'Surdeigen på Rognli AS',
  travel: 'Fjernveis Reisebyrå AS',
  carrier: 'Havbris Spedisjon AS',
  office: 'Pennal og Perm AS',
  marketing: 'Reklamebyrået Ti Tanker AS',
  insurance: 'Nordhaug Skadeforsikring ASA',
  power: 'Brattfoss Kraftsalg AS',
  telephone: 'Linjeblå Telefoni AS',
  machines: 'Tindhaug Maskinservice AS',
  cars: 'Bilhuset Rognli AS',
  fuel: 'Drivstoffbua Tindhaug AS',
  cleaning: 'Blankskurt Renhold AS',
  accounting: 'Fjord Regnskap AS',
  audit: 'Tallstø Revisjon AS',
  pension: 'Nordlivet Pensjon AS',
  farm: 'Finca Tres Tucanes S.A.',
  union: 'Abol Growers Union',
  roasters: 'Torrefazione Macchine S.r.l.',
  cloud: 'Cloud Services Inc.',
} as const satisfies Readonly<Record<string, string>>;
export type Trade = keyof typeof trades;

/** What the company owns, as the story and the register of assets know it. */
export const equipment = [
  {
    key: 'shop',
    name: 'Butikkinnredning',
    asset_class: 'FURNITURE_AND_FIXTURES',
    acquisition_date: '2024-01-02',
    cost: 54_000_000,
  },
  {
    key: 'roaster',
    name: 'Kaffebrenner',
    asset_class: 'MACHINERY_AND_EQUIPMENT',
    acquisition_date: '2024-02-15',
    cost: 38_500_000,
  },
  {
    key: 'till',
    name: 'Kassesystem',
    asset_class: 'COMPUTER_EQUIPMENT',
    acquisition_date: '2024-03-04',
    cost: 4_800_000,
  },
  {
    key: 'van',
    name: 'Varebil',
    asset_class: 'COMMERCIAL_VEHICLES',
    acquisition_date: '2024-08-19',
    cost: 31_200_000,
  },
  {
    key: 'espresso',
    name: 'Espressomaskin',
    asset_class: 'MACHINERY_AND_EQUIPMENT',
    acquisition_date: '2025-03-10',
    cost: 9_600_000,
  },
] as const;
export type Equipment = (typeof equipment)[number]['key'];

export function equipmentCalled(wanted: Equipment): (typeof equipment)[number] {
  return equipment.find(({ key }) => key === wanted)!;
}
