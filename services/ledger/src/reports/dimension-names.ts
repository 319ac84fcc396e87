import type { DimensionType } from '@app/api/ledger/dimensions';
import type { Language } from '@app/runtime';

const names: Readonly<Record<DimensionType, Readonly<Record<Language, string>>>> = {
  businesspartner: { nob: 'Forretningspartner', eng: 'Business partner' },
  bankacc: { nob: 'Bankkonto', eng: 'Bank account' },
  project: { nob: 'Prosjekt', eng: 'Project' },
  department: { nob: 'Avdeling', eng: 'Department' },
  asset: { nob: 'Eiendel', eng: 'Asset' },
  tag: { nob: 'Merkelapp', eng: 'Tag' },
  item: { nob: 'Vare', eng: 'Item' },
};

export const dimensionName = (type: DimensionType, language: Language): string => names[type][language];

/** `Uten prosjekt`: where lines without a value stand. */
export const withoutDimension = (type: DimensionType, language: Language): string =>
  `${language === 'nob' ? 'Uten' : 'No'} ${names[type][language].toLowerCase()}`;

/** A value by its name; by type and number when the name is not known. */
export const relationLabel = (
  relation: { readonly type: DimensionType; readonly id: number; readonly name: string | null },
  language: Language,
): string => relation.name ?? `${dimensionName(relation.type, language)} ${relation.id}`;
