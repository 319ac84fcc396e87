import { expect, it } from 'vitest';
import { invoiceOf } from '../scripts/samples.ts';
import { placeColumns } from '../src/columns.ts';
import { paginate } from '../src/pages.ts';
import { type Row, rowsOf } from '../src/rows.ts';
import { totalsOf } from '../src/totals.ts';

// Half the size per character: where pages break does not hang on the font.
const measure = (text: string, _weight: string, size: number) => (text.length * size) / 2;

const room = { first: 400, other: 690, totals: 150 };

it('puts every line on a page once and in order, and the totals below the last two', () => {
  for (let count = 1; count <= 130; count++) {
    const paper = invoiceOf(count);
    const rows = rowsOf(paper, placeColumns(paper, measure), measure, 'roomy');
    const pages = paginate(rows, room);
    expect(
      pages.flatMap((page) => page.rows),
      `${count} lines`,
    ).toEqual(rows);
    expect(pages.filter(({ hasTotals }) => hasTotals)).toEqual([pages.at(-1)]);
    expect(pages.at(-1)!.rows.length, `${count} lines`).toBeGreaterThanOrEqual(Math.min(count, 2));
    for (const [index, page] of pages.entries()) {
      const height = page.rows.reduce((sum, row) => sum + row.height, page.hasTotals ? room.totals : 0);
      expect(height, `${count} lines, page ${index + 1}`).toBeLessThanOrEqual(index === 0 ? room.first : room.other);
    }
  }
});

it('takes lines along whatever their heights are, and never empties a page but the first for it', () => {
  const row = (height: number): Row => ({
    ...rowsOf(invoiceOf(1), placeColumns(invoiceOf(1), measure), measure, 'roomy')[0]!,
    height,
  });
  for (let first = 20; first <= 400; first += 20)
    for (let last = 20; last <= 230; last += 15) {
      const rows = [row(first), row(last), row(last)];
      const pages = paginate(rows, room);
      expect(pages.flatMap((page) => page.rows)).toEqual(rows);
      expect(pages.at(-1)!.rows.length, `${first} ${last}`).toBeGreaterThan(0);
      const height = pages.at(-1)!.rows.reduce((sum, one) => sum + one.height, room.totals);
      expect(height).toBeLessThanOrEqual(pages.length === 1 ? room.first : room.other);
    }
});

it('divides a line that is taller than a page, and shows its figures once', () => {
  const [line] = invoiceOf(1).lines;
  const description = `Vare\n${'ord '.repeat(6_000)}`;
  const paper = invoiceOf(1, { lines: [{ ...line!, description }] });
  const rows = rowsOf(paper, placeColumns(paper, measure), measure, 'roomy');
  expect(rows.length).toBeGreaterThan(3);
  expect(rows.filter(({ isFirst }) => isFirst)).toEqual([rows[0]]);
  const words = rows
    .flatMap(({ texts }) => texts.map(({ text }) => text))
    .join(' ')
    .split(' ');
  expect(words.filter((word) => word === 'ord')).toHaveLength(6_000);
  for (const { height } of rows) expect(height).toBeLessThan((room.other - room.totals) / 2);
});

it('keeps the totals lower than a page, however much there is to say below them', () => {
  expect(
    totalsOf(invoiceOf(1, { note: 'ord '.repeat(5_000), paymentTerms: 'vilkår '.repeat(400) }), measure).height,
  ).toBeLessThan(room.other - 200);
});

it('gives figures their room and words at least theirs, and sets wide figures smaller', () => {
  const wide = invoiceOf(1);
  const [line] = wide.lines;
  const columns = placeColumns(
    {
      ...wide,
      lines: [
        {
          ...line!,
          unitPrice: '9999999999999.999999',
          netAmount: '99999999999999999.99',
          quantity: '9999999999999.999999',
        },
      ],
    },
    measure,
  );
  const right = columns.columns.at(-1)!;
  expect(right.x + right.width).toBeLessThanOrEqual(42 + 511.3);
  expect(columns.figureSize).toBeLessThan(9);
  expect(columns.columns.find(({ name }) => name === 'description')!.width).toBeGreaterThan(100);
});

it('has columns for what the lines have: no item, discount or VAT without one', () => {
  const [line] = invoiceOf(1).lines;
  const names = (changes: object) =>
    placeColumns(invoiceOf(1, { lines: [{ ...line!, ...changes }] }), measure).columns.map(({ name }) => name);
  expect(names({})).toEqual(['item', 'description', 'quantity', 'unitPrice', 'tax', 'amount']);
  expect(names({ itemCode: null, taxCategory: 'O', taxRate: '0.00', discountPercent: '0.00' })).toEqual([
    'description',
    'quantity',
    'unitPrice',
    'amount',
  ]);
  expect(names({ discountPercent: '12.50' })).toContain('discount');
});
