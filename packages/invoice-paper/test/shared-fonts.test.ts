import fs from 'node:fs';
import { readMarkedText } from '@app/paper/test/pdf-text';
import { fontFiles } from '@app/paper/threads';
import sharp from 'sharp';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { invoiceOf } from '../scripts/samples.ts';
import { drawInvoice } from '../src/draw.ts';
import { createInvoicePrinter, type InvoicePaper, type InvoicePrinter } from '../src/index.ts';
import { readLogo } from '../src/logo.ts';

const opened: InvoicePrinter[] = [];
/** A thread of its own, which has drawn nothing yet. */
const open = (): InvoicePrinter => {
  const printer = createInvoicePrinter({ seconds: 600 });
  opened.push(printer);
  return printer;
};
afterAll(() => Promise.all(opened.map((each) => each.close())));
afterEach(() => vi.restoreAllMocks());

const described = (description: string, changes: Partial<InvoicePaper> = {}): InvoicePaper => {
  const [first, ...others] = invoiceOf(3).lines;
  return invoiceOf(3, { lines: [{ ...first!, description }, ...others], ...changes });
};

/** Characters that share a glyph with others, letters of other alphabets, and what a font draws as one. */
const papers = [
  described('5 µm, 10\u00a0stk \u2010 kaffe'),
  described('5 \u03bcm, 10 stk - coffee'),
  described('Кофе в зернах \u03bc, \u03a9 \u2126'),
  described('fi ffl Å A\u030a Æ \u01c5'),
  described('Kaffe', { language: 'eng', currency: 'EUR' }),
];

it('follows from the invoice alone, whatever the thread has drawn before', async () => {
  const alone = await Promise.all(papers.map((paper) => open().print(paper)));
  const [forth, back] = [open(), open()];
  for (const [index, paper] of papers.entries())
    expect(Buffer.from(await forth.print(paper)).equals(alone[index]!), `forth, ${index}`).toBe(true);
  for (const [index, paper] of [...papers.entries()].toReversed())
    expect(Buffer.from(await back.print(paper)).equals(alone[index]!), `back, ${index}`).toBe(true);
});

it('is copied as it was written, where characters look the same', async () => {
  const fonts = fontFiles();
  const texts = [];
  for (const paper of papers.slice(0, 2)) texts.push(readMarkedText(Buffer.from(await drawInvoice(paper, fonts))));
  const [micro, mu] = texts.map((pieces) => pieces.map(({ text }) => text).find((text) => text.startsWith('5 ')));
  expect(micro).toContain('µm');
  expect(mu).toContain('\u03bcm');
});

it('reads no font for the second invoice', async () => {
  const fonts = fontFiles();
  await drawInvoice(papers[0]!, fonts);
  const reads = vi.spyOn(fs, 'readFileSync');
  await drawInvoice(papers[1]!, fonts);
  expect(reads.mock.calls.map(([path]) => String(path)).filter((path) => path.endsWith('.ttf'))).toEqual([]);
});

it('makes a logo ready once, and another one by itself', async () => {
  const picture = (background: string) =>
    sharp({ create: { width: 400, height: 100, channels: 3, background } })
      .png()
      .toBuffer();
  const [red, blue] = await Promise.all([picture('#ff0000'), picture('#0000ff')]);
  const first = await readLogo(red!);
  expect(await readLogo(Uint8Array.from(red!))).toBe(first);
  expect((await readLogo(blue!))!.content.equals(first!.content)).toBe(false);
  expect(await readLogo(new Uint8Array([1, 2, 3]))).toBeNull();
});
