import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readMarkedText } from '@app/paper/test/pdf-text';
import { fontFiles } from '@app/paper/threads';
import { afterAll, expect, it } from 'vitest';
import { invoiceOf } from '../scripts/samples.ts';
import { drawInvoice } from '../src/draw.ts';
import { createInvoicePrinter, type InvoicePaper, type InvoicePrinter, invoicePdf } from '../src/index.ts';

const opened: InvoicePrinter[] = [];
const open = (limits = {}): InvoicePrinter => {
  const printer = createInvoicePrinter({ seconds: 120, ...limits });
  opened.push(printer);
  return printer;
};
afterAll(() => Promise.all(opened.map((each) => each.close())));

it('prints several at once, each its own', async () => {
  const numbers = ['1', '22', '333', '4444'];
  const pdfs = await Promise.all(numbers.map((number) => invoicePdf(invoiceOf(2, { number }))));
  for (const [index, pdf] of pdfs.entries())
    expect(readMarkedText(Buffer.from(pdf)).map(({ text }) => text)).toContain(`Nummer\n${numbers[index]}`);
});

it('fails alone when something cannot be printed: the next gets a new thread', async () => {
  const printer = open();
  await expect(printer.print({ ...invoiceOf(1), lines: null } as unknown as InvoicePaper)).rejects.toThrow(
    'printing failed',
  );
  expect((await printer.print(invoiceOf(1))).byteLength).toBeGreaterThan(10_000);
});

it('refuses in words when too many wait, and when it is closed', async () => {
  const printer = open({ waiting: 1 });
  const all = await Promise.allSettled(Array.from({ length: 4 }, () => printer.print(invoiceOf(1))));
  const refused = all.filter((one) => one.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  for (const { reason } of refused) expect(String(reason)).toContain('Too many documents are being printed');
  await printer.close();
  await expect(printer.print(invoiceOf(1))).rejects.toMatchObject({ status: 503 });
});

it('prints four hundred lines, all of them and in their order', async () => {
  const paper = invoiceOf(400);
  const lines = paper.lines.map((line, index) => ({ ...line, itemCode: `V${index}` }));
  const pdf = await open().print({ ...paper, lines });
  const codes = readMarkedText(Buffer.from(pdf))
    .map(({ text }) => text)
    .filter((text) => /^V\d+$/.test(text));
  expect(codes).toEqual(lines.map(({ itemCode }) => itemCode));
});

it('keeps nothing of what it has printed', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const fonts = fontFiles();
  const print = async (count: number): Promise<void> => {
    for (let printed = 0; printed < count; printed++) await drawInvoice(invoiceOf(20, { number: `${printed}` }), fonts);
  };
  // What the library still writes goes on after the last byte: what is in use falls until nothing is held any more.
  const inUse = async (isEnough: (megabytes: number) => boolean): Promise<number> => {
    const deadline = performance.now() + 60_000;
    for (;;) {
      await new Promise(setImmediate);
      collect();
      const megabytes = process.memoryUsage().heapUsed / 2 ** 20;
      if (isEnough(megabytes) || performance.now() > deadline) return megabytes;
    }
  };
  await print(3);
  let turns = 0;
  const before = await inUse(() => ++turns > 20);
  await print(20);
  // Each of them takes some two megabytes while it is drawn.
  expect((await inUse((megabytes) => megabytes < before + 3)) - before, 'megabytes').toBeLessThan(3);
});
