import { openRendering, type Rendering } from '@app/rendering';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { candidatesOf } from '../src/index.ts';
import { measure, table } from './papers/measure.ts';

let rendering: Rendering;
beforeAll(() => {
  rendering = openRendering();
});
afterAll(() => rendering.close());

describe('papers that a program made', () => {
  // READING_PAPERS reads more of them; all of them, as pictures too: npm run measure-reading.
  it.each([
    ['pdf', Number(process.env.READING_PAPERS ?? 70), 0.95],
    ['picture', 4, 0.85],
  ] as const)('are read from their %s form', async (form, count, least) => {
    const seeds = Array.from({ length: count }, (_, seed) => seed);
    const { scores } = await measure(rendering, seeds, form);
    process.stdout.write(`${count} papers (${form}): precision, recall\n${table(scores)}\n`);
    for (const field of ['total', 'date'] as const) {
      expect(scores[field].precision, field).toBeGreaterThanOrEqual(least);
      expect(scores[field].recall, field).toBeGreaterThanOrEqual(least);
    }
    if (form === 'pdf')
      for (const [field, { precision }] of Object.entries(scores)) expect(precision, field).toBeGreaterThan(0.95);
  });
});

const read = (...lines: string[]) => {
  const candidates = candidatesOf([lines.join('\n')]);
  return Object.fromEntries(Object.entries(candidates).map(([field, candidate]) => [field, candidate?.value ?? null]));
};

describe('candidates', () => {
  it.each([
    ['1 234,50', '1234.50'],
    ['1.234,50', '1234.50'],
    ['1,234.50', '1234.50'],
    ["1'234.50", '1234.50'],
    ['kr 99,-', '99.00'],
    ['-45,00', '-45.00'],
    ['45,00-', '-45.00'],
    ['1\u00a0234\u00a0567,89', '1234567.89'],
    ['l 234,5O', '1234.50'],
    ['1500', '1500.00'],
  ])('read the amount %s', (text, value) => {
    expect(read(`Å betale ${text}`).total).toBe(value);
  });

  it.each([
    ['31.01.2026', '2026-01-31'],
    ['31.01.26', '2026-01-31'],
    ['2026-01-31', '2026-01-31'],
    ['31/1/2026', '2026-01-31'],
    ['31. januar 2026', '2026-01-31'],
    ['January 31, 2026', '2026-01-31'],
    ['31.02.2026', null],
    ['1.234,50', null],
  ])('read the date %s', (text, value) => {
    expect(read(`Fakturadato: ${text}`).date).toBe(value);
  });

  it('take the total with VAT over the sum without, the change and what is saved', () => {
    const values = read(
      'Sum eks. mva 800,00',
      'Mva 25 % 200,00',
      'Å betale 1 000,00',
      'Kontant 1 200,00',
      'Vekslepenger 200,00',
      'Spart 50,00',
    );
    expect(values).toMatchObject({ total: '1000.00', vat: '200.00' });
  });

  it('never take the receiver for the sender, nor a number whose check digit is wrong', () => {
    const lines = ['Org.nr. 314 760 670 MVA', 'Faktura til: org.nr. 310 433 217'];
    expect(read(...lines).organizationNumber).toBe('314760670');
    expect(candidatesOf([lines[1]!], { ownOrganizationNumber: '310433217' }).organizationNumber).toBeNull();
    expect(read('Org.nr. 974 760 674').organizationNumber).toBeNull();
    expect(read('KID: 12345678901').paymentReference).toBeNull();
    expect(read('Konto 1234.56.78901').accountNumber).toBeNull();
  });

  it('of text that says nothing are none', () => {
    for (const text of ['', ' \n\n', 'Hei på deg', 'Lorem ipsum dolor sit amet'])
      expect(new Set(Object.values(read(text)))).toEqual(new Set([null]));
  });

  it('of a guess say that they are one', () => {
    expect(candidatesOf(['Takk for handelen\n349,00']).total!.confidence).toBeLessThan(0.5);
  });

  it.each([
    ['digits', `Total ${'1 '.repeat(50_000)}`],
    ['groups', `Total ${'1.111'.repeat(20_000)}`],
    ['labels', 'total '.repeat(20_000)],
    ['dates', `Dato ${'1.1.'.repeat(20_000)}`],
    ['numbers', `KID ${'12345 '.repeat(20_000)}`],
    ['lines', 'Varer 1,00\n'.repeat(20_000)],
  ])('are looked for in %s without end, as far as a print may go', (_, text) => {
    const { total, date } = candidatesOf(['Fakturadato 31.01.2026', text, 'Å betale 12,50']);
    expect([total?.value, date?.value]).toEqual(['12.50', '2026-01-31']);
  });

  it('are looked for at both ends of a long text', () => {
    const long = 'En linje uten tall\n'.repeat(100_000);
    const { total, number } = candidatesOf([`Fakturanr 4711\n${long}Å betale 12,50`]);
    expect([total?.value, number?.value]).toEqual(['12.50', '4711']);
  });
});
