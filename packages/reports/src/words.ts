import { formatMoment, formatOrganizationNumber } from '@app/paper';
import type { Language, ReportFrame } from './table.ts';

/** The words that the frame of every report needs, whatever the report. */
export interface FrameWords {
  readonly lang: 'nb' | 'en';
  readonly organizationNumber: string;
  readonly continued: string;
  readonly pageOf: (page: number | string, pages: number | string) => string;
  readonly made: (at: string, by: string) => string;
  /** The name of a sheet whose report has none that a program takes. */
  readonly sheet: string;
}

const words: Readonly<Record<Language, FrameWords>> = {
  nob: {
    lang: 'nb',
    organizationNumber: 'Org.nr.',
    continued: 'forts.',
    pageOf: (page, pages) => `Side ${page} av ${pages}`,
    made: (at, by) => `Laget ${at} av ${by}`,
    sheet: 'Rapport',
  },
  eng: {
    lang: 'en',
    organizationNumber: 'Org. no.',
    continued: 'cont.',
    pageOf: (page, pages) => `Page ${page} of ${pages}`,
    made: (at, by) => `Made ${at} by ${by}`,
    sheet: 'Report',
  },
};

export const frameWords = ({ language }: Pick<ReportFrame, 'language'>): FrameWords => words[language];

/** `Org.nr. 313 609 030`, or nothing when the company has none. */
export const organizationLine = (table: ReportFrame): string =>
  table.company.organizationNumber === null
    ? ''
    : `${frameWords(table).organizationNumber}\u00a0${formatOrganizationNumber(table.company.organizationNumber)}`;

export const madeLine = (table: ReportFrame): string =>
  frameWords(table).made(formatMoment(table.madeAt, table.language), table.madeBy);

/** The lines above the column heads, which are frozen and repeated on every printed page. */
export function headLines(table: ReportFrame): readonly string[] {
  const company = [table.company.name, organizationLine(table)].filter((part) => part !== '').join(' · ');
  const facts = table.facts.map(({ label, value }) => `${label}: ${value}`).join(' · ');
  return [`${table.title} · ${company}`, `${table.period} · ${facts}`, `${table.signRule} ${madeLine(table)}`];
}
