import { afterAll, describe, expect, it } from 'vitest';
import { openRendering, RenderingBusy } from '../src/index.ts';
import { pdfOf } from './files.ts';

const rendering = openRendering({ threads: 1 });
afterAll(() => rendering.close());

const PDF = 'application/pdf';

describe('pages', () => {
  it('come one after the other, and no faster than they are taken', async () => {
    const taken: number[] = [];
    let atOnce = 0;
    const reading = await rendering.read(await pdfOf(['1', '2', '3', '4', '5']), PDF, {
      onPage: async ({ png }, index) => {
        expect(++atOnce).toBe(1);
        expect(Buffer.from(png.subarray(1, 4)).toString()).toBe('PNG');
        await new Promise((resolve) => setImmediate(resolve));
        taken.push(index);
        atOnce--;
      },
    });
    expect(taken).toEqual([0, 1, 2, 3, 4]);
    expect(reading.pages[0]).toEqual({ width: 1240, height: 1754 });
  });

  it('that cannot be taken end the reading with the cause, and nothing else', async () => {
    const full = rendering.read(await pdfOf(['1', '2', '3']), PDF, {
      onPage: async () => {
        throw new Error('the disk is full');
      },
    });
    await expect(full).rejects.toThrow('the disk is full');
    expect((await rendering.read(await pdfOf(['Neste']), PDF)).text).toBe('Neste');
  });
});

describe('readings', () => {
  it('that are given up or closed end, and leave nobody waiting', async () => {
    const one = openRendering({ threads: 1 });
    const giving = new AbortController();
    const given = one.read(await pdfOf(Array(50).fill('x')), PDF, {
      signal: giving.signal,
      onPage: async () => giving.abort(new Error('no longer wanted')),
    });
    await expect(given).rejects.toThrow('no longer wanted');
    const pdf = await pdfOf(['x']);
    const both = Promise.allSettled([one.read(pdf, PDF), one.read(pdf, PDF)]);
    await one.close();
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('beyond those that may wait are refused, and no file is at fault', async () => {
    const narrow = openRendering({ threads: 1, waiting: 1 });
    const pdf = await pdfOf(['x']);
    const settled = await Promise.allSettled([narrow.read(pdf, PDF), narrow.read(pdf, PDF), narrow.read(pdf, PDF)]);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(settled[2]).toMatchObject({ status: 'rejected', reason: expect.any(RenderingBusy) });
    await narrow.close();
  });

  it('leave the bytes with their owner', async () => {
    const pdf = await pdfOf(['x']);
    const before = Buffer.from(pdf);
    await rendering.read(pdf, PDF);
    expect(pdf.equals(before)).toBe(true);
  });
});
