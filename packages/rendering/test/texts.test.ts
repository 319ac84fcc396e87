import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Excel from 'exceljs';
import { afterAll, describe, expect, it } from 'vitest';
import { openRendering } from '../src/index.ts';
import { archiveOf } from './files.ts';

const rendering = openRendering({ threads: 1 });
afterAll(() => rendering.close());

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const ODS = 'application/vnd.oasis.opendocument.spreadsheet';

describe('HTML', () => {
  it('shows its text, converted to a PDF; nothing is fetched, run, or shown that a reader would not see', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end('x');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const page = `<!doctype html><html><head><title>Tittel</title><base href="${at}/">
      <link rel=stylesheet href="${at}/s.css"><style>@import url(${at}/i.css)</style>
      <script src="${at}/s.js"></script><meta http-equiv=refresh content="0;url=${at}/r"></head>
      <body background="${at}/b.png" onload="fetch('${at}/f')">
      <div style="display: none">Usynlig</div>
      <h1>Kvittering &amp; takk</h1><p>Blåbær<br>og <b>øl</b></p>
      <img src="${at}/p.png" alt="Bakeriet"><iframe src="${at}/frame">Ramme</iframe>
      <object data="${at}/o"></object><svg><image href="${at}/svg"/><text>SVG</text></svg>
      <script>document.write('Skrevet')</script>
      <table><tr><td><table><tr><th>Vare<th>Beløp<tr><td>Brød<td>45,00<tr><td>Sum<td>45,00</table></td></tr></table>
      <pre>a   b</pre></body></html>`;
    const reading = await rendering.read(Buffer.from(page), 'text/html');
    server.close();
    expect(asked).toEqual([]);
    expect(reading.text.split('\n')).toEqual([
      'Kvittering & takk',
      'Blåbær',
      'og øl',
      'Bakeriet',
      'Vare\tBeløp',
      'Brød\t45,00',
      'Sum\t45,00',
      'a   b',
    ]);
    expect(reading).toMatchObject({ pageCount: 1, textSource: 'FILE', converted: { mediaType: 'application/pdf' } });
    expect(await rendering.pageCount(reading.converted!.content)).toBe(1);
    expect((await rendering.read(reading.converted!.content, 'application/pdf')).text).toContain('Kvittering & takk');
  });

  it('is read in the encoding that it names', async () => {
    const page = Buffer.from('<meta charset="iso-8859-1"><p>Kjøp på Ås</p>', 'latin1');
    expect((await rendering.read(page, 'text/html')).text).toBe('Kjøp på Ås');
  });
});

describe('text', () => {
  it('is printed as it was typed, long lines broken', async () => {
    const typed = `Kvittering\r\n\r\n  Brød      45,00\n${'ord '.repeat(60)}\n${'x'.repeat(300)}\u0000\u0007`;
    const reading = await rendering.read(Buffer.from(typed), 'text/plain');
    expect(reading.text).toBe(`Kvittering\n\n  Brød      45,00\n${'ord '.repeat(60).trim()}\n${'x'.repeat(300)}`);
    expect(reading).toMatchObject({ pageCount: 1, converted: null, pages: [{ width: 1240, height: 1754 }] });
  });

  it('takes as many pages as it needs, and its words stand on theirs', async () => {
    const lines = Array.from({ length: 200 }, (_, index) => `linje ${index + 1}`);
    const { textPages } = await rendering.read(Buffer.from(lines.join('\n')), 'text/plain');
    expect(textPages.length).toBeGreaterThan(2);
    expect(textPages.join('\n').split('\n')).toEqual(lines);
  });

  it('of any encoding that programs write is read', async () => {
    for (const [content, text] of [
      [Buffer.from('Kjøp på Ås', 'latin1'), 'Kjøp på Ås'],
      [Buffer.from('\ufeffKjøp på Ås', 'utf16le'), 'Kjøp på Ås'],
      [Buffer.from('\ufeffKjøp på Ås'), 'Kjøp på Ås'],
    ] as const)
      expect((await rendering.read(content, 'text/plain')).text).toBe(text);
  });

  it('of XML is what stands between its tags, without pages', async () => {
    const xml = `<Invoice><ID>1045</ID><Note>Blåbær &amp; øl</Note><Attachment>${'QUJD'.repeat(400)}</Attachment></Invoice>`;
    expect(await rendering.read(Buffer.from(xml), 'application/xml')).toEqual({
      pageCount: 0,
      pages: [],
      thumbnail: null,
      preview: null,
      text: '1045\nBlåbær & øl',
      textPages: [],
      textSource: 'FILE',
      converted: null,
    });
  });
});

describe('a table', () => {
  it.each([
    ['semicolons', 'Dato;Tekst;Beløp\n2026-01-02;"Brød; grovt";45,00\n2026-01-03;"To\nlinjer";-1 200,50\n'],
    ['commas', 'Dato,Tekst,Beløp\n2026-01-02,Brød; grovt,"45,00"\n2026-01-03,"To\nlinjer","-1 200,50"\n'],
  ])('of %s is printed in columns', async (_what, text) => {
    const reading = await rendering.read(Buffer.from(text), 'text/csv');
    expect(reading.textPages).toEqual([
      'Dato\tTekst\tBeløp\n2026-01-02\tBrød; grovt\t45,00\n2026-01-03\tTo linjer\t-1 200,50',
    ]);
  });

  it('that is wide lies, and what has no room comes after', async () => {
    const head = Array.from({ length: 40 }, (_, index) => `Kolonne${index}`).join(';');
    const reading = await rendering.read(Buffer.from(`${head}\n${head}\n`), 'text/csv');
    expect(reading.pages[0]).toMatchObject({ width: 1754, height: 1240 });
    expect(reading.text.split(/\s/).filter((word) => word.startsWith('Kolonne'))).toHaveLength(80);
  });

  it('of a workbook shows what its program had computed', async () => {
    const book = new Excel.Workbook();
    const sheet = book.addWorksheet('Lønn januar');
    sheet.addRow(['Navn', 'Dato', 'Beløp', 'Andel', 'Sum']);
    sheet.addRow(['Åse', new Date('2026-01-15T00:00:00Z'), 1234.5, 0.25, { formula: 'C2*2', result: 2469 }]);
    sheet.getCell('C2').numFmt = '#,##0.00';
    sheet.getCell('D2').numFmt = '0.0%';
    book.addWorksheet('Skjult', { state: 'hidden' }).addRow(['hemmelig']);
    sheet.getCell('XFD1048576').value = 'langt borte';
    const reading = await rendering.read(Buffer.from(await book.xlsx.writeBuffer()), XLSX);
    expect(reading.text.replace(/[ \u00a0]/g, ' ')).toBe(
      'Lønn januar\nNavn\tDato\tBeløp\tAndel\tSum\nÅse\t15.01.2026\t1 234,50\t25,0 %\t2469\nlangt borte',
    );
    expect(reading).toMatchObject({ pageCount: 1, textSource: 'FILE', converted: null });
  });

  it('of OpenDocument shows what its cells show', async () => {
    const cell = (text: string, more = '') => `<table:table-cell${more}><text:p>${text}</text:p></table:table-cell>`;
    const content = `<?xml version="1.0"?><office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><table:table table:name="Ark 1">
      <table:table-row>${cell('Navn')}${cell('0', ' table:number-columns-repeated="2"')}</table:table-row>
      <table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
      <table:table-row>${cell('Åse &amp; co')}</table:table-row></table:table></office:document-content>`;
    const file = await archiveOf({ mimetype: ODS, 'content.xml': content });
    expect((await rendering.read(file, ODS)).text).toBe('Ark 1\nNavn\t0\t0\nÅse & co');
  });

  it('of a program of old has no looks', async () => {
    const old = Buffer.from('d0cf11e0a1b11ae1', 'hex');
    expect(await rendering.read(old, 'application/vnd.ms-excel')).toMatchObject({ pageCount: 0, textSource: 'NONE' });
  });
});
