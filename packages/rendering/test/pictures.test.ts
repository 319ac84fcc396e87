import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { openRendering } from '../src/index.ts';
import { colourAt, HEIC, pdfOf, plain } from './files.ts';

const rendering = openRendering({ threads: 1 });
afterAll(() => rendering.close());

const RED = [255, 0, 0];
const BLUE = [0, 0, 255];
const WHITE = [255, 255, 255];

/** Whether a colour is that one, as far as it is stored. */
const isNear = (colour: readonly number[], other: readonly number[]): boolean =>
  colour.every((part, index) => Math.abs(part - other[index]!) < 60);

/** Two halves beside each other. */
const halves = (left: string, right: string) =>
  plain(200, 100, left).composite([
    { input: { create: { width: 100, height: 100, channels: 3, background: right } }, left: 100, top: 0 },
  ]);

describe('a picture', () => {
  it('stands upright as its maker held it (EXIF orientation)', async () => {
    const turned = await halves('red', 'blue').withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { pages } = await rendering.read(turned, 'image/jpeg');
    expect(pages[0]).toMatchObject({ width: 100, height: 200 });
    expect(isNear(await colourAt(pages[0]!.png, 50, 20), RED)).toBe(true);
    expect(isNear(await colourAt(pages[0]!.png, 50, 180), BLUE)).toBe(true);
  });

  it('that lets something through lies on white', async () => {
    const clear = await sharp({
      create: { width: 60, height: 40, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const { pages } = await rendering.read(clear, 'image/png');
    expect(await colourAt(pages[0]!.png, 30, 20)).toEqual(WHITE);
  });

  it('of printers’ colours shows those of screens, and one of greys stays grey', async () => {
    const printed = await plain(60, 40, 'red').toColourspace('cmyk').jpeg().toBuffer();
    expect((await sharp(printed).metadata()).space).toBe('cmyk');
    const { pages } = await rendering.read(printed, 'image/jpeg');
    expect(isNear(await colourAt(pages[0]!.png, 30, 20), RED)).toBe(true);
    const grey = await plain(60, 40, '#808080').greyscale().png().toBuffer();
    expect(
      isNear(await colourAt((await rendering.read(grey, 'image/png')).pages[0]!.png, 30, 20), [128, 128, 128]),
    ).toBe(true);
  });

  it('has as many pages as its TIFF, each its own', async () => {
    const colours = Array.from({ length: 12 }, (_, index) => `#${(index * 20).toString(16).padStart(2, '0')}0000`);
    const pages = await Promise.all(colours.map((colour) => plain(40, 30, colour).png().toBuffer()));
    const tiff = await sharp(pages, { join: { animated: true } })
      .tiff()
      .toBuffer();
    const reading = await rendering.read(tiff, 'image/tiff');
    expect(reading.pageCount).toBe(12);
    for (const [index, { png, width, height }] of reading.pages.entries()) {
      expect([width, height]).toEqual([40, 30]);
      expect(isNear(await colourAt(png, 20, 15), [index * 20, 0, 0])).toBe(true);
    }
  });

  it('of a phone (HEIC) is converted to one that every program opens', async () => {
    const { pages, converted } = await rendering.read(HEIC, 'image/heic');
    expect(pages[0]).toMatchObject({ width: 96, height: 64 });
    expect(isNear(await colourAt(pages[0]!.png, 20, 30), RED)).toBe(true);
    expect(isNear(await colourAt(pages[0]!.png, 76, 30), BLUE)).toBe(true);
    expect(converted?.mediaType).toBe('image/jpeg');
    expect(await sharp(converted!.content).metadata()).toMatchObject({ format: 'jpeg', width: 96, height: 64 });
  });

  it('becomes no larger, and no larger than a page needs; its thumbnail is small', async () => {
    const large = await plain(6000, 4000).jpeg().toBuffer();
    const { pages, thumbnail, textSource } = await rendering.read(large, 'image/jpeg');
    expect(pages[0]!.width * pages[0]!.height).toBeLessThan(4_500_000);
    expect(pages[0]!.width / pages[0]!.height).toBeCloseTo(1.5, 2);
    expect(await sharp(thumbnail!).metadata()).toMatchObject({ format: 'png', width: 256, height: 171 });
    expect(textSource).toBe('NONE');
  });
});

describe('text in a picture', () => {
  const words = ['Kvittering fra Bjørnebær Blåsern', 'Å betale 1 250,00 kroner', 'Thank you for your purchase'];

  it('is recognised in Norwegian and English, however the page was turned', async () => {
    const pdf = await pdfOf([words.join('\n')]);
    const { pages } = await rendering.read(pdf, 'application/pdf');
    const upright = await rendering.read(pages[0]!.png, 'image/png');
    expect(upright).toMatchObject({ textSource: 'OCR', pageCount: 1 });
    for (const word of words) expect(upright.text).toContain(word);
    const turned = await sharp(pages[0]!.png).rotate(90).jpeg().toBuffer();
    expect((await rendering.read(turned, 'image/jpeg')).text).toContain('1 250,00');
  });

  it('is recognised on scanned pages of a PDF, beside the text of the others', async () => {
    const { pages } = await rendering.read(await pdfOf([words.join('\n')]), 'application/pdf');
    const scanned = await rendering.combine([
      { content: await pdfOf(['Dette er en side med vanlig tekst']), mediaType: 'application/pdf' },
      { content: pages[0]!.png, mediaType: 'image/png' },
    ]);
    const reading = await rendering.read(scanned, 'application/pdf');
    expect(reading.textSource).toBe('OCR');
    expect(reading.textPages[0]).toBe('Dette er en side med vanlig tekst');
    expect(reading.textPages[1]).toContain('Bjørnebær Blåsern');
  });
});
