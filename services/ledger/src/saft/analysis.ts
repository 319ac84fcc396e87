import type { DimensionType } from '@app/api/ledger/dimensions';
import type { AnalysisValue } from './store.ts';
import { element, figure, group } from './xml.ts';

/** Codes of the kinds of dimension, of at most nine characters, and what they are called. */
const kinds: Readonly<Record<DimensionType, readonly [code: string, name: string]>> = {
  project: ['P', 'Prosjekt'],
  department: ['A', 'Avdeling'],
  businesspartner: ['PARTNER', 'Forretningspartner'],
  bankacc: ['BANK', 'Bankkonto'],
  asset: ['ASSET', 'Anleggsmiddel'],
  tag: ['TAG', 'Etikett'],
  item: ['ITEM', 'Vare'],
};

/** The id of a value: unique among the values of every kind. */
const analysisId = (type: DimensionType, id: number | string): string => `${kinds[type][0]}-${id}`;

/** What a line is tagged with. */
export const analysisOf = (type: DimensionType, id: number | string): string =>
  group('Analysis', figure('AnalysisType', kinds[type][0]) + figure('AnalysisID', analysisId(type, id)));

/** One value of the table of analyses. */
export const analysisEntry = ({ type, id, name }: AnalysisValue): string =>
  group(
    'AnalysisTypeTableEntry',
    figure('AnalysisType', kinds[type][0]) +
      element('AnalysisTypeDescription', kinds[type][1], 'long') +
      figure('AnalysisID', analysisId(type, id)) +
      element('AnalysisIDDescription', name ?? `${kinds[type][1]} ${id}`, 'long'),
  );
