import { accessFaults } from '@app/paper/test/pdf-access';
import { readMarkedText } from '@app/paper/test/pdf-text';
import { fontFiles } from '@app/paper/threads';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { euroInvoice, invoiceOf, longWords } from '../scripts/samples.ts';
import { drawInvoice } from '../src/draw.ts';
import type { InvoicePaper, PaperKind } from '../src/index.ts';
import { formatAccount, formatIban, formatNumber, formatPercent } from '../src/values.ts';

const fonts = fontFiles();
const draw = async (paper: InvoicePaper): Promise<Buffer> => Buffer.from(await drawInvoice(paper, fonts));

/** All that stands on the pages, spaces for hard ones. */
async function textOf(paper: InvoicePaper): Promise<string> {
  return readMarkedText(await draw(paper))
    .map(({ text }) => text)
    .join('\n');
}

it('has all that a sales document must have (bokføringsforskriften § 5-1-1)', async () => {
  const text = await textOf(invoiceOf(3, { deliveryPlace: 'Bryggen 7, Bergen' }));
  for (const part of [
    'Faktura',
    '10023',
    '31.03.2026',
    'Nordlys Kaffebrenneri AS',
    'Org.nr. 313 609 030 MVA · Foretaksregisteret',
    'Ærfugl & Sønn Kafé AS',
    'Storgata 1',
    '0155 Oslo',
    'Org.nr. 314 760 670',
    'Espresso, mørkbrent, hele bønner',
    '1 kg',
    '189,90',
    '28.03.2026',
    'Bryggen 7, Bergen',
    '14.04.2026',
    '15 %',
    '25 %',
    '635,90',
    '77,84',
    '29,25',
    '742,99',
  ])
    expect(text).toContain(part);
});

it('says amount, due date, account and KID side by side', async () => {
  const texts = readMarkedText(await draw(invoiceOf(3))).map(({ text }) => text);
  const at = texts.indexOf('Å betale\nNOK 742,99');
  expect(texts.slice(at, at + 4)).toEqual([
    'Å betale\nNOK 742,99',
    'Forfall\n14.04.2026',
    'Til konto\n1503 00 00003',
    'KID\n000042000100232',
  ]);
});

it.each([
  ['ARINV', 'Faktura', 'Å betale'],
  ['ARDEB', 'Debetnota', 'Å betale'],
  ['ARCIN', 'Kontantfaktura', 'Betalt dato\n31.03.2026'],
  ['ARCRN', 'Kreditnota', 'Gjelder faktura\n10001, 10002'],
  ['ARPIN', 'Proformafaktura', 'er ikke et salgsdokument'],
] as const)('calls %s by its name and says what is different about it', async (kind: PaperKind, title, says) => {
  const pieces = readMarkedText(
    await draw(invoiceOf(1, { kind, credited: kind === 'ARCRN' ? ['10001', '10002'] : [] })),
  );
  expect(pieces.find(({ tag }) => tag === 'H1')?.text).toBe(title);
  const all = pieces.map(({ text }) => text).join('\n');
  expect(all).toContain(says);
  // Nobody pays into an account what was paid, or is given back.
  expect(all.includes('000042000100232')).toBe(kind === 'ARINV' || kind === 'ARDEB');
});

it('says the VAT in kroner when the invoice is in another currency, and the rate', async () => {
  const text = await textOf(euroInvoice(null));
  for (const part of [
    'EUR 742.99',
    'VAT NOK',
    '337.05',
    '896.95',
    '1,234.00',
    '1 EUR = 11.523 NOK',
    'DNBANOKK',
    'Norway',
    'Germany',
  ])
    expect(text).toContain(part);
});

it('names what is not taxed, and what the buyer accounts for', async () => {
  const [line] = invoiceOf(1).lines;
  const tax = { rate: '0.00', base: '189.90', amount: '0.00', baseInKroner: null, amountInKroner: null };
  const reverse = invoiceOf(1, {
    lines: [{ ...line!, taxCategory: 'AE', taxRate: '0.00' }],
    taxes: [{ ...tax, category: 'AE' }],
  });
  expect(await textOf(reverse)).toContain('Omvendt avgiftsplikt');
  expect(await textOf(reverse)).toContain('kjøperen beregner og betaler den');
  const outside = invoiceOf(1, {
    seller: { ...invoiceOf(1).seller, isVatRegistered: false, isInBusinessRegister: false },
    lines: [{ ...line!, taxCategory: 'O', taxRate: '0.00' }],
    taxes: [{ ...tax, category: 'O' }],
  });
  const text = await textOf(outside);
  expect(text).not.toMatch(/MVA|Mva|mva|Foretaksregisteret/);
  expect(text).toContain('Å betale NOK');
});

it('shows what was paid before and what was rounded', async () => {
  const text = await textOf(invoiceOf(1, { prepaidAmount: '100.00', rounding: '-0.39', payableAmount: '118.00' }));
  for (const part of ['Sum', '218,39', 'Forskuddsbetalt', '\u2212100,00', 'Øreavrunding', '\u22120,39', '118,00'])
    expect(text).toContain(part);
});

it('sets a long reference in lines and leaves the amount as large as it is', async () => {
  const reference = 'Avtale om levering av kaffe 2026, delbetaling 3 av 12, merkes med prosjekt 4711 og navn';
  const paper = invoiceOf(3, { payment: { ...invoiceOf(1).payment, paymentReference: reference } });
  const texts = readMarkedText(await draw(paper)).map(({ text }) => text.replaceAll('\n', ' '));
  expect(texts).toContain(`KID ${reference}`);
  expect(texts).toContain('Å betale NOK 742,99');
});

it('calls a draft a draft', async () =>
  expect(await textOf(invoiceOf(1, { number: null }))).toContain('Nummer\nUtkast'));

it('is one page while its lines fit closer together, and then two with both heads', async () => {
  const pagesOf = async (count: number) => {
    const [line] = invoiceOf(1).lines;
    const pieces = readMarkedText(await draw(invoiceOf(count, { lines: Array.from({ length: count }, () => line!) })));
    return { pages: pieces.at(-1)!.page, pieces };
  };
  expect((await pagesOf(16)).pages).toBe(1);
  const fits = await pagesOf(20);
  expect(fits.pages).toBe(1);
  const { pages, pieces } = await pagesOf(30);
  expect(pages).toBe(2);
  const second = pieces
    .filter(({ page }) => page === 2)
    .map(({ text }) => text)
    .join('\n');
  for (const part of ['Faktura 10023', 'Nordlys Kaffebrenneri AS', 'Beskrivelse', 'Side 2 av 2', 'Å betale NOK'])
    expect(second).toContain(part);
  expect(pieces.filter(({ page }) => page === 1).map(({ text }) => text)).toContain('fortsetter på neste side');
});

it('cuts no name and no figure, however long', async () => {
  const text = (await textOf(longWords())).replaceAll('\n', ' ');
  for (const part of [
    longWords().seller.name,
    longWords().buyer.name,
    '9 999 999,123456',
    '108 023 707 892,57',
    '12 345,678 kg',
  ])
    expect(text).toContain(part);
});

it('says all of a long note, on pages of its own when it must', async () => {
  const pieces = readMarkedText(await draw(invoiceOf(1, { note: 'ord '.repeat(4_000).trim() })));
  expect(pieces.at(-1)!.page).toBe(3);
  const words = pieces.flatMap(({ text }) => text.split(/\s/));
  expect(words.filter((word) => word === 'ord')).toHaveLength(4_000);
  expect(pieces.map(({ text }) => text).join('\n')).toContain('Side 3 av 3');
});

it('is tagged for screen readers and for archives, with its fonts and the name of its logo', async () => {
  const logo = new Uint8Array(
    await sharp({ create: { width: 40, height: 20, channels: 4, background: '#0f5f4980' } })
      .png()
      .toBuffer(),
  );
  const pdf = await draw(invoiceOf(2, { logo }));
  const raw = pdf.toString('latin1');
  expect(raw).toContain('/Marked true');
  expect(raw).toContain('pdfaid:conformance>A<');
  expect(raw).toContain('/Alt (Nordlys Kaffebrenneri AS)');
  expect(raw.match(/\/FontFile2/g)).toHaveLength(2);
  expect(raw).toContain('/Lang (nb-NO)');
  const tags = readMarkedText(pdf).map(({ tag }) => tag);
  expect(tags.filter((tag) => tag === 'H1')).toHaveLength(1);
  // Six columns; the sums at the right name their rows, the specification its three columns.
  expect(tags.filter((tag) => tag === 'TH')).toHaveLength(6 + 3 + 3);
});

it('is PDF/UA-1, with a logo and without, on one page and on several', async () => {
  const logo = new Uint8Array(
    await sharp({ create: { width: 40, height: 20, channels: 3, background: '#0f5f49' } })
      .png()
      .toBuffer(),
  );
  const name = 'Bø & Sønn <AS> 漢字';
  const paper = invoiceOf(2, { logo, seller: { ...invoiceOf(1).seller, name } });
  const pdf = await draw(paper);
  for (const one of [pdf, await draw(invoiceOf(60)), await draw(euroInvoice(null))])
    expect(await accessFaults(one)).toEqual([]);
  const silent = pdf.toString('latin1').replace(/\/Alt /, '/Nlt ');
  expect(await accessFaults(Buffer.from(silent, 'latin1'))).toEqual(['13-004 a picture has no words']);
});

it('is printed without a logo that cannot be read, and never with a drawing that holds more than a picture', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>';
  for (const logo of [new Uint8Array([1, 2, 3]), new TextEncoder().encode(svg)]) {
    const raw = (await draw(invoiceOf(1, { logo }))).toString('latin1');
    expect(raw).not.toContain('/Subtype /Image');
    expect(raw).toContain('%PDF-1.7');
  }
});

it('takes control characters for spaces and draws what its fonts do not have', async () => {
  const [line] = invoiceOf(1).lines;
  const text = await textOf(
    invoiceOf(1, { lines: [{ ...line!, description: 'Ås\u0000\u0007 Kaffe 😀 \ud83d מים' }], note: '\u202eabc' }),
  );
  expect(text).toMatch(/Ås\s+Kaffe/);
});

it('gives the same bytes for the same input', async () => {
  expect((await draw(invoiceOf(3))).equals(await draw(invoiceOf(3)))).toBe(true);
  expect((await draw(invoiceOf(3))).equals(await draw(invoiceOf(3, { madeAt: '2026-04-01T10:00:00Z' })))).toBe(false);
});

it.each([
  ['10.000000', 0, '10'],
  ['0.500000', 0, '0,5'],
  ['189.900000', 2, '189,90'],
  ['0.123456', 2, '0,123456'],
  ['-1234.5', 2, '\u22121\u00a0234,50'],
])('%s with at least %i decimals is %s', (text, least, expected) =>
  expect(formatNumber(text, least, 'nob')).toBe(expected),
);

it('groups accounts and percentages by hard spaces', () => {
  expect(formatAccount('15030000003')).toBe('1503\u00a000\u00a000003');
  expect(formatIban('NO93 1503 0000 003')).toBe('NO93\u00a01503\u00a00000\u00a0003');
  expect(formatPercent('11.11', 'nob')).toBe('11,11\u00a0%');
});
