import { afterAll, describe, expect, it } from 'vitest';
import { openRendering } from '../src/index.ts';
import { pdfOf, plain } from './files.ts';

const rendering = openRendering({ threads: 1 });
afterAll(() => rendering.close());

const PDF = 'application/pdf';
const textsOf = async (pdf: Uint8Array) => (await rendering.read(pdf, PDF)).textPages;

describe('parts', () => {
  it('are combined in their order, pictures on a sheet of their own', async () => {
    const a = await pdfOf(['a1', 'a2']);
    const picture = await plain(400, 200, 'red').png().toBuffer();
    const restricted = await pdfOf(['b1'], { ownerPassword: 'x' });
    const whole = await rendering.combine([
      { content: a, mediaType: PDF },
      { content: picture, mediaType: 'image/png' },
      { content: restricted, mediaType: PDF },
      { content: a, mediaType: PDF },
    ]);
    expect(await rendering.pageCount(whole)).toBe(6);
    const reading = await rendering.read(whole, PDF);
    expect(reading.textPages).toEqual(['a1', 'a2', '', 'b1', 'a1', 'a2']);
    expect(reading.pages[2]).toMatchObject({ width: 1754, height: 1240 });
  });

  it('are cut from a PDF by ranges, which may overlap', async () => {
    const pieces = await rendering.cut(await pdfOf(['1', '2', '3', '4', '5']), [
      [4, 5],
      [1, 1],
      [2, 4],
    ]);
    expect(await Promise.all(pieces.map(textsOf))).toEqual([['4', '5'], ['1'], ['2', '3', '4']]);
  });

  it('beyond the pages are refused', async () => {
    const pdf = await pdfOf(['1', '2']);
    for (const range of [
      [1, 3],
      [0, 1],
      [2, 1],
      [1, 1.5],
    ] as const)
      await expect(rendering.cut(pdf, [range])).rejects.toThrow(RangeError);
  });

  it('that nobody can open fail as reading them does', async () => {
    const locked = { content: await pdfOf(['x'], { userPassword: 'x' }), mediaType: PDF };
    const good = { content: await pdfOf(['x']), mediaType: PDF };
    await expect(rendering.combine([good, locked])).rejects.toMatchObject({ reason: 'encrypted' });
    await expect(rendering.cut(locked.content, [[1, 1]])).rejects.toMatchObject({ reason: 'encrypted' });
    const none = { content: Buffer.from('hei'), mediaType: PDF };
    await expect(rendering.combine([good, none])).rejects.toMatchObject({ reason: 'unreadable' });
    const blob = { content: Buffer.from('hei'), mediaType: 'application/zip' };
    await expect(rendering.combine([good, blob])).rejects.toMatchObject({ reason: 'unreadable' });
  });
});
