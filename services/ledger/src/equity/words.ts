import {
  type EquityTransactionType,
  equityTransactionTypes,
  type ShareClass,
  shareClasses,
} from '@app/api/ledger/index';
import type { Language } from '@app/runtime';

const classLabels: Readonly<Record<ShareClass, Readonly<Record<Language, string>>>> = {
  ORDINARY: { eng: 'Ordinary shares', nob: 'Ordinære aksjer' },
  CLASS_A: { eng: 'Class A shares', nob: 'A-aksjer' },
  CLASS_B: { eng: 'Class B shares', nob: 'B-aksjer' },
  CLASS_C: { eng: 'Class C shares', nob: 'C-aksjer' },
  PREFERRED: { eng: 'Preferred shares', nob: 'Preferanseaksjer' },
  OTHER: { eng: 'Other shares', nob: 'Andre aksjer' },
};

const typeLabels: Readonly<Record<EquityTransactionType, Readonly<Record<Language, string>>>> = {
  ISSUANCE: { eng: 'Issuance', nob: 'Emisjon' },
  TRANSFER: { eng: 'Transfer', nob: 'Overdragelse' },
  BUYBACK: { eng: 'Buyback', nob: 'Tilbakekjøp' },
  RETIREMENT: { eng: 'Retirement', nob: 'Sletting' },
  SPLIT: { eng: 'Split', nob: 'Splitt' },
  CONVERSION: { eng: 'Conversion', nob: 'Konvertering' },
};

/** Every share class with its name for people. */
export const describeClasses = (language: Language) =>
  shareClasses.map((value) => ({ value, label: classLabels[value][language] }));

/** Every kind of operation with its name for people. */
export const describeTypes = (language: Language) =>
  equityTransactionTypes.map((value) => ({ value, label: typeLabels[value][language] }));
