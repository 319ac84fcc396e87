/** A cadastral unit; 0 where a level is not used. */
export interface CadastralUnit {
  readonly gaardsnummer: number;
  readonly bruksnummer: number;
  readonly festenummer: number;
  readonly seksjonsnummer: number;
}

/** A property as the register has it for one income year. */
export interface Property {
  readonly externalId: string;
  /** Null: it is said of whoever asks. */
  readonly ownerOrganizationNumber: string | null;
  readonly address: string | null;
  readonly municipalityNumber: string | null;
  readonly cadastralUnit: CadastralUnit;
  readonly propertyType: string | null;
  /** Decimal text in NOK. */
  readonly taxValue: string | null;
}

export const CADASTRAL_PARTS = ['gaardsnummer', 'bruksnummer', 'festenummer', 'seksjonsnummer'] as const;

/** What a search asks for; what is absent fits every property. */
export interface PropertySearch extends Readonly<Partial<Record<keyof CadastralUnit, number | undefined>>> {
  readonly kommunenummer?: string | undefined;
  /** Words that the address holds, whatever their case. */
  readonly adresse?: string | undefined;
}

/** The most properties that one search gives. */
const MOST_HITS = 200;

export interface Properties {
  /** Replaces those of the year. */
  define(year: number, properties: readonly Property[]): void;
  find(year: number, externalId: string): Property | undefined;
  /** In the order of their definition, at most 200. */
  search(year: number, wanted: PropertySearch): readonly Property[];
}

/** The properties of each income year, in memory; there are none until they are defined. */
export function createProperties(): Properties {
  const byYear = new Map<number, readonly Property[]>();
  return {
    define: (year, properties) => void byYear.set(year, properties),
    find: (year, externalId) => byYear.get(year)?.find((property) => property.externalId === externalId),
    search: (year, wanted) => (byYear.get(year) ?? []).filter((property) => fits(property, wanted)).slice(0, MOST_HITS),
  };
}

function fits({ municipalityNumber, cadastralUnit, address }: Property, wanted: PropertySearch): boolean {
  const words = (wanted.adresse ?? '').toLowerCase().split(/\s+/);
  return (
    (wanted.kommunenummer === undefined || wanted.kommunenummer === municipalityNumber) &&
    CADASTRAL_PARTS.every((part) => wanted[part] === undefined || wanted[part] === cadastralUnit[part]) &&
    words.every((word) => (address ?? '').toLowerCase().includes(word))
  );
}
