import { formatMoment, formatOrganizationNumber } from './format.ts';
import type { ReportTable } from './table.ts';

/** The words that the frame of every report needs. */
export interface FrameWords {
  readonly lang: 'nb' | 'en';
  readonly organizationNumber: string;
  readonly continued: string;
  readonly page: (page: number, pages: number) => string;
  readonly made: (at: string, by: string) => string;
}

const words: Readonly<Record<ReportTable['language'], FrameWords>> = {
  nob: {
    lang: 'nb',
    organizationNumber: 'Org.nr.',
    continued: 'forts.',
    page: (page, pages) => `Side ${page} av ${pages}`,
    made: (at, by) => `Laget ${at} av ${by}`,
  },
  eng: {
    lang: 'en',
    organizationNumber: 'Org. no.',
    continued: 'cont.',
    page: (page, pages) => `Page ${page} of ${pages}`,
    made: (at, by) => `Made ${at} by ${by}`,
  },
};

export const frameWords = (table: ReportTable): FrameWords => words[table.language];

/** `Org.nr. 923 609 016`, or nothing when the company has none. */
export const organizationLine = (table: ReportTable): string =>
  table.company.organizationNumber === null
    ? ''
    : `${frameWords(table).organizationNumber}\u00a0${formatOrganizationNumber(table.company.organizationNumber)}`;

export const madeLine = (table: ReportTable): string => frameWords(table).made(formatMoment(table.madeAt, table.language), table.madeBy);

/** The lines above the column heads, which are frozen and repeated on every printed page. */
export function headLines(table: ReportTable): readonly string[] {
  const company = [table.company.name, organizationLine(table)].filter((part) => part !== '').join(' · ');
  const facts = table.facts.map(({ label, value }) => `${label}: ${value}`).join(' · ');
  return [`${table.title} · ${company}`, `${table.period} · ${facts}`, `${table.signRule} ${madeLine(table)}`];
}
