import type { Dice } from '@app/demo';
import { type Page, row, write } from './page.ts';
import { pickPrint } from './print.ts';
import type { Paper } from './truth.ts';

const words = {
  nob: {
    total: ['Totalt', 'TOTAL', 'Å BETALE', 'Sum'],
    vat: 'MVA',
    base: 'Grunnlag',
    paid: 'Bankkort',
    number: ['Kvitteringsnr', 'Bong nr'],
    date: ['Dato', ''],
    thanks: 'Takk for besøket',
    organization: 'Org.nr',
  },
  eng: {
    total: ['Total', 'TOTAL', 'AMOUNT DUE'],
    vat: 'VAT',
    base: 'Base',
    paid: 'Card',
    number: ['Receipt no', 'Receipt #'],
    date: ['Date', ''],
    thanks: 'Thank you',
    organization: 'Org no',
  },
} as const;

/** Draws a receipt as a till prints it: narrow, prices with VAT. */
export function drawReceipt(page: Page, paper: Paper, dice: Dice): void {
  const say = words[paper.language];
  const print = pickPrint(dice, paper.language);
  const { truth } = paper;
  const pair = (left: string, right: string, size = 9, bold = false) =>
    row(
      page,
      size,
      [
        { text: left, x: 0 },
        { text: right, x: page.width, right: true },
      ],
      { bold },
    );
  write(page, 12, paper.supplier, { bold: true });
  write(page, 8, paper.street);
  write(page, 8, `${say.organization} ${truth.organizationNumber} MVA`);
  page.y += 6;
  const label = dice.pick(say.date);
  write(
    page,
    9,
    `${label === '' ? '' : `${label}: `}${print.date(truth.date)}  ${dice.between(10, 21)}:${dice.between(10, 59)}`,
  );
  write(page, 9, `${dice.pick(say.number)}: ${truth.number}`);
  page.y += 6;
  for (const line of paper.lines)
    pair(`${line.quantity > 1 ? `${line.quantity} x ` : ''}${line.description}`, print.money(line.net + line.vat));
  page.y += 6;
  pair(dice.pick(say.total), print.money(paper.total), 12, true);
  pair(say.paid, print.money(paper.total));
  page.y += 6;
  row(
    page,
    8,
    [`${say.vat} %`, say.base, say.vat, 'Sum'].map((text, i) => ({
      text,
      x: (page.width * (i === 0 ? 0 : i)) / 3,
      right: i > 0,
    })),
  );
  for (const tax of paper.taxes)
    row(
      page,
      8,
      [print.percent(tax.rate), print.money(tax.net), print.money(tax.vat), print.money(tax.net + tax.vat)].map(
        (text, i) => ({ text, x: (page.width * i) / 3, right: i > 0 }),
      ),
    );
  page.y += 8;
  write(page, 8, say.thanks);
}
