import { openDocument, written } from '@app/paper/drawing';
import { accessFaults } from '@app/paper/test/pdf-access';
import { readMarkedText } from '@app/paper/test/pdf-text';
import { describe, expect, it } from 'vitest';
import { collect, fonts, heading, line, pdfOf, tableOf, total } from './support/tables.ts';

const rows = [
  heading(1, '1 Eiendeler'),
  heading(2, '19 Bank'),
  ...Array.from({ length: 90 }, (_, index) => line(`Konto ${index}`)),
  total(2, 'Sum bank', '90.00'),
  total(1, 'Sum eiendeler', '90.00'),
];
const HOSTILE = 'Bø & Sønn <AS> ]]> "to" &amp; \u0007\ufffe';

describe('a report that is tagged', () => {
  it.each([
    ['over several pages', tableOf(rows)],
    ['without rows', tableOf([])],
    ['in English, with headings of three levels', tableOf([heading(3, 'Deep'), line('Bank')], { language: 'eng' })],
    ['turned', tableOf([line('x', '-99999999999999999.99')], { columns: sevenColumns() })],
  ])('is PDF/UA-1 %s', async (_, table) => {
    expect(await accessFaults(await pdfOf(table))).toEqual([]);
  });

  it('says what it is in sound XML whatever the company is called', async () => {
    const company = { name: HOSTILE, organizationNumber: '313609030' };
    const pdf = await pdfOf(tableOf(rows, { title: HOSTILE, company }));
    expect(await accessFaults(pdf)).toEqual([]);
    expect(pdf.toString('utf8')).toContain('Bø &amp; Sønn &lt;AS&gt; ]]&gt; &quot;to&quot; &amp;amp;  ');
  });

  it('shows a box for a character that its fonts lack, and keeps the character for reading and copying', async () => {
    const pdf = await pdfOf(tableOf([line('漢字 kaffe 🙂'), line('Ærlig')]));
    expect(await accessFaults(pdf)).toEqual([]);
    const texts = readMarkedText(pdf).map(({ text }) => text);
    expect(texts).toContain('□□ kaffe □');
    expect(texts).toContain('Ærlig');
    expect(texts.join('')).not.toContain('\u0000');
  });
});

describe('what looks for faults', () => {
  /** A document of the same kind with one thing on it that nobody tagged. */
  async function drawn(isTagged: boolean): Promise<Buffer> {
    const facts = { language: 'nob', title: 'Prøve', author: 'Åse', madeAt: '2026-11-21T18:48:00Z', isTagged } as const;
    const document = openDocument(facts, fonts);
    document.addPage({ size: 'A4', layout: 'portrait', margin: 0 });
    document.font(fonts.regular).fontSize(9).text('Utenfor', 40, 40, { lineBreak: false });
    document.end();
    return collect(written(document) as unknown as AsyncIterable<Uint8Array>);
  }

  it('finds a document without tags, and what stands outside them', async () => {
    expect(await accessFaults(await drawn(true))).toEqual(
      expect.arrayContaining([
        '01-007 the structure is not one document',
        '01-005 something on page 1 is neither tagged nor decoration',
        '14-002 the first heading is none of the first level',
      ]),
    );
    expect(await accessFaults(await drawn(false))).toEqual(
      expect.arrayContaining([
        '01-006 the file does not say that it is tagged',
        '06-002 it does not say that it is PDF/UA-1',
      ]),
    );
  });

  it('finds a row that is shorter than the others, a head without its column and what is no cell', async () => {
    const pdf = (await pdfOf(tableOf(rows))).toString('latin1');
    const changed = async (from: RegExp, to: string) => {
      // As long as before, so that every object stays where the file says it is.
      const spoiled = pdf.replace(from, (found) => to.padEnd(found.length));
      expect(spoiled).not.toBe(pdf);
      return accessFaults(Buffer.from(spoiled, 'latin1'));
    };
    expect(await changed(/\/ColSpan 5/, '')).toEqual(['09-007 rows of a table have different numbers of columns']);
    expect(await changed(/\/Scope \/Column/, '')).toEqual(['15-003 a head of a table does not say whose it is']);
    expect(await changed(/\/S \/TD/, '/S /H1')).toEqual(['09-004 /H1 stands in /TR']);
  });
});

function sevenColumns() {
  const figures = ['A', 'B', 'C', 'D', 'E'].map((label) => ({ label, kind: 'money' as const }));
  return [
    { label: 'Konto', kind: 'code' as const },
    { label: 'Navn', kind: 'text' as const, holdsLabel: true as const },
    ...figures,
  ];
}
