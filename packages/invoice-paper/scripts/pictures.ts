// Prints sample documents and keeps pictures of their pages in docs/pictures:
// node tools/run.mjs exec pnpm --filter @app/invoice-paper pictures
import { mkdirSync, writeFileSync } from 'node:fs';
import { openRendering } from '@app/rendering';
import sharp from 'sharp';
import { createInvoicePrinter, type InvoicePaper } from '../src/index.ts';
import { makeLogo } from './logo.ts';
import { euroInvoice, invoiceOf, longWords } from './samples.ts';

const folder = new URL('../../../docs/pictures/', import.meta.url);
/** Pixels: wide enough to be read, small enough for a repository. */
const WIDTH = 760;

const logo = await makeLogo();
const samples: Readonly<Record<string, InvoicePaper>> = {
  invoice: invoiceOf(5, { logo }),
  'invoice-two-pages': invoiceOf(28, { logo }),
  'invoice-long-words': longWords(),
  'invoice-in-euro': euroInvoice(logo),
  'credit-note': invoiceOf(2, {
    kind: 'ARCRN',
    number: '501',
    credited: ['10023'],
    dueDate: null,
    paymentTerms: null,
    note: 'Returnert uåpnet.',
    logo,
  }),
};

const printer = createInvoicePrinter();
const rendering = openRendering();
mkdirSync(folder, { recursive: true });
for (const [name, paper] of Object.entries(samples)) {
  const { pages } = await rendering.read(await printer.print(paper), 'application/pdf');
  for (const [index, { png }] of pages.entries()) {
    const small = await sharp(png).resize({ width: WIDTH }).png({ palette: true, colours: 32, effort: 10 }).toBuffer();
    const file = pages.length === 1 ? `${name}.png` : `${name}-${index + 1}.png`;
    writeFileSync(new URL(file, folder), small);
    process.stdout.write(`docs/pictures/${file}, ${Math.round(small.length / 1024)} kB\n`);
  }
}
await Promise.all([printer.close(), rendering.close()]);
