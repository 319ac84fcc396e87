import { afterAll, describe, expect, it } from 'vitest';
import { openRendering } from '../src/index.ts';
import { pdfOf } from './files.ts';

const rendering = openRendering({ threads: 1 });
afterAll(() => rendering.close());

const PDF = 'application/pdf';

describe('a PDF', () => {
  it('becomes images of its pages at 150 dots per inch, with its text', async () => {
    const reading = await rendering.read(await pdfOf(['Faktura 1234, kjøp av bær: 1 250,00', 'Side to']), PDF);
    expect(reading).toMatchObject({
      pageCount: 2,
      textSource: 'FILE',
      textPages: ['Faktura 1234, kjøp av bær: 1 250,00', 'Side to'],
      text: 'Faktura 1234, kjøp av bær: 1 250,00\nSide to',
      converted: null,
    });
    expect(reading.pages.map(({ width, height }) => [width, height])).toEqual([
      [1240, 1754],
      [1240, 1754],
    ]);
    expect(reading.preview).toEqual(reading.pages[0]!.png);
  });

  it('that opens with a password alone ends as such', async () => {
    const locked = await pdfOf(['Hemmelig'], { userPassword: 'x' });
    await expect(rendering.read(locked, PDF)).rejects.toMatchObject({ reason: 'encrypted' });
  });
});
