import { crc32, deflateSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { openRendering, type RenderingReason } from '../src/index.ts';
import { archiveOf, HEIC, noiseOf, pdfOf, plain } from './files.ts';

const rendering = openRendering({ threads: 1 });
afterAll(() => rendering.close());

const PDF = 'application/pdf';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const ODS = 'application/vnd.oasis.opendocument.spreadsheet';

/** A spreadsheet with one cell that stands for many beside and below it. */
const repeating = (columns: number, rows: number, text = 'x') => ({
  'content.xml': `<a xmlns:table="t" xmlns:text="x"><table:table table:name="A"><table:table-row table:number-rows-repeated="${rows}">
    <table:table-cell table:number-columns-repeated="${columns}"><text:p>${text}</text:p></table:table-cell>
  </table:table-row></table:table></a>`,
});

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A PNG of one colour that says how large it is, and is: some kilobytes for gigabytes. */
function pngOf(width: number, height: number, rows: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(Math.ceil(width / 8 + 1) * rows));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PDF of objects as they are given, the first of which is the catalogue. */
function rawPdf(objects: readonly string[]): Buffer {
  let whole = '%PDF-1.7\n';
  const places = objects.map((object, index) => {
    const place = whole.length;
    whole += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return Buffer.from(
    `${whole}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${whole.length}\n%%EOF\n`,
    'latin1',
  );
}

const stream = (dictionary: string, content: string): string =>
  `<<${dictionary}/Length ${content.length}>>stream\n${content}\nendstream`;

const pdfWithPage = (page: string, others: readonly string[]): Buffer =>
  rawPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R ${page}>>`,
    ...others,
  ]);

/** The same page as often as asked. */
const pdfOfPages = (count: number): Buffer =>
  rawPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${'3 0 R '.repeat(count)}]/Count ${count}>>`,
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]>>',
  ]);

/** An archive whose list of entries says that each has ten bytes. */
async function lyingArchive(): Promise<Buffer> {
  const archive = await archiveOf({ 'xl/workbook.xml': Buffer.alloc(1_000_000, 32) });
  archive.writeUInt32LE(10, archive.lastIndexOf('PK\x01\x02') + 24);
  return archive;
}

/** Forms that draw the next one ten times each: ten to the power of their number. */
function formsWithinForms(depth: number): Buffer {
  const forms = Array.from({ length: depth }, (_, level) => {
    const next = 5 + level + 1;
    const resources = level < depth - 1 ? `/Resources<</XObject<</F ${next} 0 R>>>>` : '';
    const content = level < depth - 1 ? '/F Do '.repeat(10) : '0 0 m 500 500 l S '.repeat(50);
    return stream(`/Type/XObject/Subtype/Form/BBox[0 0 600 800]${resources}`, content);
  });
  return pdfWithPage('/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</XObject<</F 5 0 R>>>>', [
    stream('', '/F Do'),
    ...forms,
  ]);
}

describe('a file that is at fault fails by itself, with its reason', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>';
  const cases: readonly [string, string, RenderingReason, () => Buffer | Promise<Buffer>][] = [
    ['nothing at all', PDF, 'unreadable', () => Buffer.alloc(0)],
    ['a PDF that only begins as one', PDF, 'unreadable', () => Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj')],
    ['a PDF cut in its middle', PDF, 'unreadable', async () => (await pdfOf(['x'])).subarray(0, 200)],
    [
      'a PDF without pages',
      PDF,
      'unreadable',
      () => rawPdf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]/Count 0>>']),
    ],
    ['an encrypted PDF', PDF, 'encrypted', () => pdfOf(['x'], { userPassword: 'hemmelig' })],
    ['a PDF of 2 000 pages', PDF, 'too_many_pages', () => pdfOfPages(2000)],
    ['a PNG of 50 000 x 50 000 pixels', 'image/png', 'too_large', () => pngOf(50_000, 50_000, 100)],
    [
      'a PNG cut in its middle',
      'image/png',
      'unreadable',
      async () => {
        const whole = await noiseOf(300, 300).png().toBuffer();
        return whole.subarray(0, whole.length / 2);
      },
    ],
    [
      'a JPEG cut in its middle',
      'image/jpeg',
      'unreadable',
      async () => {
        const whole = await noiseOf(300, 300).jpeg().toBuffer();
        return whole.subarray(0, whole.length / 2);
      },
    ],
    ['a drawing with scripts that is called PNG', 'image/png', 'unreadable', () => Buffer.from(svg)],
    ['a drawing with scripts that is called HEIC', 'image/heic', 'unreadable', () => Buffer.from(svg)],
    [
      'a drawing with scripts behind the head of a PNG',
      'image/png',
      'unreadable',
      () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(svg)]),
    ],
    ['a JPEG that is called TIFF', 'image/tiff', 'unreadable', async () => plain(8, 8).jpeg().toBuffer()],
    ['a HEIC whose picture is missing', 'image/heic', 'unreadable', () => HEIC.subarray(0, 360)],
    ['an archive that is called a workbook', XLSX, 'unreadable', () => archiveOf({ 'a.txt': 'hei' })],
    ['bytes that are called a workbook', XLSX, 'unreadable', () => Buffer.from('PK\x03\x04 nothing')],
    [
      'a workbook that unfolds to 70 MB',
      XLSX,
      'too_large',
      () => archiveOf({ 'xl/workbook.xml': Buffer.alloc(70_000_000, 32) }),
    ],
    ['a workbook that unfolds to more than it says', XLSX, 'unreadable', lyingArchive],
    ['a spreadsheet without content', ODS, 'unreadable', () => archiveOf({ mimetype: ODS })],
    ['a spreadsheet whose content is none', ODS, 'unreadable', () => archiveOf({ 'content.xml': '<a><b></a>' })],
    [
      'a spreadsheet of 300 bytes that stands for a million cells',
      ODS,
      'too_large',
      () => archiveOf(repeating(1_000, 1_000)),
    ],
    [
      'XML with entities of its own',
      'application/xml',
      'unreadable',
      () => Buffer.from('<!DOCTYPE a [<!ENTITY x "y"><!ENTITY f SYSTEM "file:///etc/passwd">]><a>&x;&f;</a>'),
    ],
    ['text of more pages than are read', 'text/plain', 'too_many_pages', () => Buffer.from('x\n'.repeat(60_000))],
  ];

  it.each(cases)('%s', async (_what, mediaType, reason, make) => {
    await expect(rendering.read(await make(), mediaType)).rejects.toMatchObject({ name: 'RenderingFailure', reason });
  });
});

describe('what looks odd and is none the worse', () => {
  it('a spreadsheet whose rows stand for many, and its empty cells for more, is read', async () => {
    const { textPages } = await rendering.read(await archiveOf(repeating(10, 1_000, 'null')), ODS);
    expect(textPages.join('\n').match(/null/g)).toHaveLength(10_000);
    expect(await rendering.read(await archiveOf(repeating(16_384, 1_048_576, '')), ODS)).toMatchObject({
      textPages: ['A'],
    });
  });

  it('a PDF with a page of another kind behind it is a PDF', async () => {
    const polyglot = Buffer.concat([await pdfOf(['Ekte side']), Buffer.from('<html><script>alert(1)</script></html>')]);
    expect((await rendering.read(polyglot, PDF)).text).toBe('Ekte side');
  });

  it('a page as large as a house has no more pixels than others, and one as small as a dot has some', async () => {
    const house = await rendering.read(pdfWithPage('/MediaBox[0 0 14400 14400]', []), PDF);
    expect(house.pages[0]!.width * house.pages[0]!.height).toBeLessThanOrEqual(9_100_000);
    expect((await rendering.read(pdfWithPage('/MediaBox[0 0 14400 1]', []), PDF)).pages[0]!.height).toBeGreaterThan(0);
    expect((await rendering.read(pdfWithPage('/MediaBox[0 0 1 1]', []), PDF)).pageCount).toBe(1);
  });

  it('a page nested as deep as it likes is read', async () => {
    const deep = `${'<div>'.repeat(5_000)}Bunn`;
    expect((await rendering.read(Buffer.from(deep), 'text/html')).text).toBe('Bunn');
  });
});

describe('a file that takes too much', () => {
  it('of time is ended, and the next one has a thread', async () => {
    const hasty = openRendering({ threads: 1, seconds: 4, wasmMegabytes: 2_048 });
    const pdf = await pdfOf(['Neste']);
    const slow = hasty.read(formsWithinForms(9), PDF);
    const waiting = hasty.read(pdf, PDF).then(({ text }) => text, String);
    await expect(slow).rejects.toMatchObject({ reason: 'too_slow' });
    // A busy machine may be slow with any file.
    await waiting;
    await expect.poll(() => hasty.read(pdf, PDF).then(({ text }) => text, String)).toBe('Neste');
    await hasty.close();
  });

  it('of the heap is ended, and the next one has a thread', async () => {
    const poor = openRendering({ threads: 1, heapMegabytes: 48 });
    await expect(poor.read(Buffer.from('<p>x'.repeat(1_000_000)), 'text/html')).rejects.toMatchObject({
      reason: 'too_large',
    });
    expect((await poor.read(await pdfOf(['Neste']), PDF)).text).toBe('Neste');
    await poor.close();
  });

  it('of WebAssembly memory is ended, and the next one has a thread', async () => {
    const poor = openRendering({ threads: 1, wasmMegabytes: 12 });
    await expect(poor.read(pdfWithPage('/MediaBox[0 0 14400 14400]', []), PDF)).rejects.toMatchObject({
      reason: 'too_large',
    });
    expect((await poor.read(await pdfOf(['Neste']), PDF)).text).toBe('Neste');
    await poor.close();
  });

  it('of text recognition has its picture, and no text', async () => {
    const impatient = openRendering({ threads: 1, recognitionSeconds: 0.5 });
    const noise = await noiseOf(900, 900).png().toBuffer();
    expect(await impatient.read(noise, 'image/png')).toMatchObject({ pageCount: 1, text: '', textSource: 'NONE' });
    await impatient.close();
  });
});
