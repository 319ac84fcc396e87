import { inflateSync } from 'node:zlib';
import { breakLines } from '@app/paper/drawing';
import { readMarkedText } from '@app/paper/test/pdf-text';
import { describe, expect, it } from 'vitest';
import { placeColumns } from '../src/pdf-columns.ts';
import { topsOf } from '../src/pdf-page.ts';
import { paginate } from '../src/pdf-pages.ts';
import { allOf } from '../src/rows.ts';
import type { ReportRow } from '../src/table.ts';
import { heading, line, pdfOf, tableOf, total } from './support/tables.ts';

const texts = (pdf: Buffer, page?: number) =>
  readMarkedText(pdf)
    .filter((piece) => page === undefined || piece.page === page)
    .map(({ text }) => text);

/** What draws the pages and their forms. */
function contentsOf(pdf: Buffer): readonly string[] {
  const whole = pdf.toString('latin1');
  const streams = [...whole.matchAll(/\/Length (\d+)[^>]*>>\nstream\n/g)].map((found) => {
    const start = found.index + found[0].length;
    return Buffer.from(whole.slice(start, start + Number(found[1])), 'latin1');
  });
  return streams.flatMap((bytes) => {
    try {
      return [inflateSync(bytes).toString('latin1')];
    } catch {
      return []; // not compressed: metadata
    }
  });
}

/** The sizes of everything written on the pages. */
const fontSizes = (pdf: Buffer): readonly number[] =>
  contentsOf(pdf).flatMap((content) => [...content.matchAll(/\/F\d+ ([\d.]+) Tf/g)].map(([, size]) => Number(size)));

describe('a PDF', () => {
  it('keeps a heading with what follows it and a total with what it adds up', async () => {
    // Half the size per character: where pages break does not hang on the font.
    const measure = (text: string, _weight: string, size: number) => (text.length * size) / 2;
    for (let filler = 30; filler < 50; filler++) {
      const rows = [
        heading(1, '1 Eiendeler'),
        ...Array.from({ length: filler }, (_, index) => line(`Fyll ${index}`)),
        total(1, 'Sum eiendeler', '1.00'),
        heading(1, '2 Gjeld'),
        heading(2, '20 Egenkapital'),
        line('Siste', '2.00'),
        total(2, 'Sum egenkapital', '2.00'),
        total(1, 'Sum gjeld', '2.00'),
      ];
      const all = { first: rows, rest: undefined };
      const sheet = placeColumns(tableOf(rows), all, measure);
      const pages = await Array.fromAsync(
        paginate(allOf(all), sheet, topsOf(tableOf(rows)), { language: 'nob', measure }),
      );
      const pageOf = (text: string) =>
        pages.findIndex((page) => page.rows.some(({ texts }) => texts.some(([first]) => first === text)));
      expect(pages.length, `${filler} lines`).toBe(2);
      expect(pages.flatMap((page) => page.rows.map(({ row }) => row))).toEqual(rows);
      expect(pageOf('2 Gjeld'), `${filler} lines`).toBe(pageOf('Siste'));
      expect(pageOf('20 Egenkapital')).toBe(pageOf('Siste'));
      expect(pageOf('Sum gjeld')).toBe(pageOf('Siste'));
      expect(pageOf('Sum eiendeler')).toBe(pageOf(`Fyll ${filler - 1}`));
    }
  });

  it('says on the next page which groups go on', async () => {
    const rows = [
      heading(1, '1 Eiendeler'),
      heading(2, '19 Bank'),
      ...Array.from({ length: 90 }, (_, index) => line(`Konto ${index}`)),
    ];
    const pdf = await pdfOf(tableOf(rows));
    expect(texts(pdf, 2)).toContain('1 Eiendeler › 19 Bank (forts.)');
    expect(texts(pdf, 1).some((text) => text.includes('forts.'))).toBe(false);
  });

  it('turns the sheet when the words get too little room', async () => {
    const wide = tableOf([line('Bank', '-99999999999999999.99')], {
      columns: [
        { label: 'Konto', kind: 'code' },
        { label: 'Navn', kind: 'text', holdsLabel: true },
        ...['A', 'B', 'C', 'D'].map((label) => ({ label, kind: 'money' as const })),
      ],
      rows: [{ kind: 'line', level: 2, cells: ['1920', 'Bank', ...Array(4).fill('-99999999999999999.99')] }],
    });
    expect((await pdfOf(wide)).toString('latin1')).toContain('/MediaBox [0 0 841.89 595.28]');
    expect((await pdfOf(tableOf([line('Bank')]))).toString('latin1')).toContain('/MediaBox [0 0 595.28 841.89]');
  });

  it('takes line breaks and control characters in a name for spaces', async () => {
    expect(texts(await pdfOf(tableOf([line('Ås\nKommune\u0000\tAS')])))).toContain('Ås Kommune AS');
  });

  it('reads as headings, paragraphs and one table', async () => {
    const tags = readMarkedText(await pdfOf(tableOf([heading(1, '1 Eiendeler'), line('Bank')]))).map(({ tag }) => tag);
    expect(tags.filter((tag) => tag === 'H1')).toHaveLength(1);
    expect(tags.filter((tag) => tag === 'TH')).toHaveLength(5 + 1 + 1);
    expect(tags.filter((tag) => tag === 'TD')).toHaveLength(4);
  });

  it('says it at the right margin, however many they are', async () => {
    const rows = Array.from({ length: 500 }, (_, index) => line(`Konto ${index}`));
    const drawn = contentsOf(await pdfOf(tableOf(rows)));
    const places = drawn.flatMap((content) => content.match(/([\d.]+) [\d.]+ cm \/Pages Do/)?.[1] ?? []);
    expect(places.length).toBeGreaterThan(10);
    expect(new Set(places)).toEqual(new Set([(595.28 - 42).toFixed(2)]));
    // Each form ends where it is placed: it begins as far before that as its text is wide.
    const before = drawn.flatMap((content) => content.match(/^BT\n.*\n.*\n(-[\d.]+) 0 Td/)?.[1] ?? []).map(Number);
    expect(before).toHaveLength(places.length);
    // "Side 10 av 12" is a digit wider than "Side 9 av 12".
    const digit = before[8]! - before[9]!;
    expect(digit).toBeGreaterThan(3);
    expect(digit).toBeLessThan(5);
  });

  it('says the number of pages on every page, whether all rows were at hand or not', async () => {
    const rows = Array.from({ length: 200 }, (_, index) => line(`Konto ${index}`));
    for (const first of [200, 20]) {
      const pieces = readMarkedText(await pdfOf(tableOf(rows), { first }));
      const pages = pieces.at(-1)!.page;
      expect(pages).toBe(5);
      for (let page = 1; page <= pages; page++) {
        const found = pieces
          .filter((piece) => piece.page === page)
          .map(({ text }) => text)
          .join('\n');
        for (const part of [
          `Side ${page} av ${pages}`,
          'Ærfugl AS',
          '313 609 030',
          'Saldobalanse',
          '2026',
          'NOK',
          'debet minus kredit',
          'av Åse Ærlig',
          'Beløp',
        ])
          expect(found, `page ${page}`).toContain(part);
      }
      expect(pieces.filter(({ text }) => /^Konto \d+$/.test(text)).map(({ text }) => text)).toEqual(
        rows.map((_, index) => `Konto ${index}`),
      );
    }
  });

  it('is tagged when all rows are at hand, and plain when they are too many for it', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => line(`Konto ${index}`));
    const tagged = (await pdfOf(tableOf(rows))).toString('latin1');
    const plain = (await pdfOf(tableOf(rows), { first: 10 })).toString('latin1');
    expect(tagged).toContain('/Marked true');
    expect(tagged).toContain('pdfaid:conformance>A<');
    expect(plain).not.toContain('/Marked');
    expect(plain).toContain('pdfaid:conformance>B<');
    for (const pdf of [tagged, plain]) expect(pdf.match(/\/FontFile2/g)).toHaveLength(2);
  });

  it('sets figures and codes smaller that are wider than those before them, and cuts nothing', async () => {
    const wide: ReportRow = { kind: 'line', level: 2, cells: ['12345678', 'Bank', null, '3', '-99999999999999999.99'] };
    const rows = [...Array.from({ length: 20 }, () => line('Bank', '1.00')), wide];
    const pdf = await pdfOf(tableOf(rows), { first: 10 });
    expect(texts(pdf)).toContain('\u221299 999 999 999 999 999,99');
    expect(texts(pdf)).toContain('12345678');
    expect(fontSizes(pdf).filter((size) => size < 7)).toHaveLength(2);
    expect(fontSizes(await pdfOf(tableOf(rows))).every((size) => size >= 7)).toBe(true);
  });

  it('stops at the page after the last allowed one', async () => {
    await expect(pdfOf(tableOf(Array.from({ length: 200 }, () => line('Bank'))), { pages: 3 })).rejects.toThrow(
      'more than 3 pages',
    );
  });
});

describe('lines of a cell', () => {
  const byLength = (part: string) => part.length;

  it.each([
    ['kort', 10, ['kort']],
    ['to ord her', 6, ['to ord', 'her']],
    ['bind-strek', 5, ['bind-', 'strek']],
    ['1\u00a0000\u00a0000', 5, ['1\u00a0000', '\u00a0000']],
    ['Donaudampfschifffahrt', 8, ['Donaudam', 'pfschiff', 'fahrt']],
    ['', 5, ['']],
  ])('%j in %i', (text, width, expected) => expect(breakLines(text, width, byLength)).toEqual(expected));

  it('lose nothing, whatever the width', () => {
    const text =
      'Et selskap med et usedvanlig langt-og-omstendelig navn 😀😀😀 som ingen hadde tenkt skulle stå på én linje AS';
    for (let width = 2; width < 60; width++) {
      const lines = breakLines(text, width, byLength);
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      expect(lines.every((part) => part.length <= width && part.isWellFormed())).toBe(true);
    }
  });
});
