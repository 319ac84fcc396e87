import type { DimensionType } from '@app/api/ledger/dimensions';
import { type Fact, longDate, type ReportFrame, type ReportHead } from '@app/reports';
import type { Language } from '@app/runtime';
import { dimensionName, relationLabel } from './dimension-names.ts';
import type { Relation } from './relation-names.ts';

/** What decides the figures of a report besides its period. */
export interface ReportFilters {
  readonly includeDrafts: boolean;
  readonly includeCancelled?: boolean;
  /** Accounts that a caller may choose among; none: all of them. Absent where a report has its accounts by nature. */
  readonly accountCodes?: readonly string[];
  readonly freeText?: string | undefined;
  /** Absent where a report shows no single lines. */
  readonly includeReconciled?: boolean;
  /** The day at whose end it is judged what is reconciled and cancelled; null: when the report is made. */
  readonly asOf?: string | null;
  readonly taxCodes?: readonly string[] | undefined;
  readonly groupBy?: DimensionType | undefined;
  /** The values that the report is limited to. */
  readonly relations: readonly Relation[];
}

const words = {
  nob: {
    currency: 'Valuta',
    drafts: 'Kladder',
    cancelled: 'Annullerte bilag',
    reconciled: 'Avstemte linjer',
    open: 'Åpne beløp',
    asOf: 'Per',
    asOfNow: 'Slik de er når rapporten lages',
    taxCodes: 'Mva-koder',
    accounts: 'Kontoer',
    all: 'Alle',
    text: 'Fritekst',
    groupBy: 'Fordelt på',
    included: 'Tatt med',
    excluded: 'Ikke tatt med',
    sign: 'Fortegn: debet minus kredit.',
    or: ' eller ',
    quoted: (text: string) => `«${text}»`,
  },
  eng: {
    currency: 'Currency',
    drafts: 'Drafts',
    cancelled: 'Cancelled entries',
    reconciled: 'Reconciled lines',
    open: 'Open amounts',
    asOf: 'As of',
    asOfNow: 'As they are when the report is made',
    taxCodes: 'VAT codes',
    accounts: 'Accounts',
    all: 'All',
    text: 'Text',
    groupBy: 'Split by',
    included: 'Included',
    excluded: 'Not included',
    sign: 'Sign: debit minus credit.',
    or: ' or ',
    quoted: (text: string) => `“${text}”`,
  },
} as const;

/** Currency, drafts in or out and every filter, so that the figures can be made again. */
function factsOf(currency: string, filters: ReportFilters, language: Language): readonly Fact[] {
  const say = words[language];
  const inOrOut = (flag: boolean) => (flag ? say.included : say.excluded);
  const facts: Fact[] = [
    { label: say.currency, value: currency },
    { label: say.drafts, value: inOrOut(filters.includeDrafts) },
  ];
  if (filters.includeCancelled !== undefined)
    facts.push({ label: say.cancelled, value: inOrOut(filters.includeCancelled) });
  if (filters.includeReconciled !== undefined)
    facts.push({ label: say.reconciled, value: inOrOut(filters.includeReconciled) });
  if (filters.asOf !== undefined)
    facts.push({
      label: say.open,
      value: filters.asOf === null ? say.asOfNow : `${say.asOf} ${longDate(filters.asOf, language)}`,
    });
  if (filters.accountCodes !== undefined)
    facts.push({ label: say.accounts, value: filters.accountCodes.join(', ') || say.all });
  if (filters.taxCodes !== undefined) facts.push({ label: say.taxCodes, value: filters.taxCodes.join(', ') });
  if (filters.groupBy !== undefined)
    facts.push({ label: say.groupBy, value: dimensionName(filters.groupBy, language) });
  for (const type of new Set(filters.relations.map((relation) => relation.type))) {
    const values = filters.relations
      .filter((relation) => relation.type === type)
      .map((relation) => relationLabel(relation, language));
    facts.push({ label: dimensionName(type, language), value: values.join(say.or) });
  }
  if (filters.freeText) facts.push({ label: say.text, value: say.quoted(filters.freeText) });
  return facts;
}

/** The frame of a report: all but title, period, columns and rows. */
export const frameOf = (
  { company, madeAt, madeBy }: ReportHead,
  filters: ReportFilters,
  language: Language,
): Pick<ReportFrame, 'language' | 'company' | 'facts' | 'signRule' | 'madeAt' | 'madeBy'> => ({
  language,
  company,
  facts: factsOf(company.currency, filters, language),
  signRule: words[language].sign,
  madeAt,
  madeBy,
});
