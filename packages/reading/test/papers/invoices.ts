import type { Dice } from '@app/demo';
import { type Page, row, write } from './page.ts';
import { pickPrint } from './print.ts';
import type { Paper } from './truth.ts';

const words = {
  nob: {
    invoice: 'Faktura',
    credit: 'Kreditnota',
    number: ['Fakturanr.', 'Fakturanummer', 'Faktura nr'],
    date: ['Fakturadato', 'Dato'],
    creditNumber: ['Kreditnota nr.'],
    due: ['Forfallsdato', 'Forfall', 'Betalingsfrist'],
    organization: ['Org.nr.', 'Organisasjonsnr', 'Foretaksregisteret'],
    account: ['Kontonummer', 'Til konto', 'Bankkonto'],
    kid: ['KID', 'KID-nummer'],
    total: ['Å betale', 'Sum inkl. mva', 'Totalt', 'Beløp å betale'],
    credited: ['Å kreditere', 'Totalt'],
    net: ['Sum eks. mva', 'Netto'],
    vat: ['Mva', 'Sum mva', 'Herav mva'],
    item: 'Beskrivelse',
    quantity: 'Antall',
    price: 'Pris',
    amount: 'Beløp',
    customer: 'Kundenr',
    delivery: 'Leveringsdato',
  },
  eng: {
    invoice: 'Invoice',
    credit: 'Credit note',
    number: ['Invoice no.', 'Invoice number', 'Invoice #'],
    date: ['Invoice date', 'Date'],
    creditNumber: ['Credit note no.'],
    due: ['Due date', 'Payment due'],
    organization: ['Org. no.', 'VAT no.'],
    account: ['Account number', 'Bank account'],
    kid: ['KID', 'Payment reference'],
    total: ['Total', 'Amount due', 'Total due'],
    credited: ['Total'],
    net: ['Subtotal', 'Net'],
    vat: ['VAT', 'Total VAT'],
    item: 'Description',
    quantity: 'Quantity',
    price: 'Price',
    amount: 'Amount',
    customer: 'Customer no',
    delivery: 'Delivery date',
  },
} as const;

/** Draws an invoice or a credit note in one of the layouts. */
export function drawInvoice(page: Page, paper: Paper, dice: Dice): void {
  const say = words[paper.language];
  const print = pickPrint(dice, paper.language);
  const { truth } = paper;
  const isCredit = paper.kind === 'credit';
  const pick = (list: readonly string[]): string => dice.pick(list);
  const colon = dice.chance(50) ? ':' : '';
  const liable = dice.chance(70) ? ' MVA' : '';
  const spaced = truth.organizationNumber!.replace(/(\d{3})(?=\d)/g, '$1 ');
  const account = dice.chance(60) ? truth.accountNumber!.replace(/^(\d{4})(\d{2})/, '$1.$2.') : truth.accountNumber!;
  const meta: (readonly [string, string])[] = [
    [pick(isCredit ? say.creditNumber : say.number), truth.number!],
    [pick(say.date), print.date(truth.date)],
    [pick(say.due), print.date(truth.dueDate!)],
    ...(dice.chance(50)
      ? [[say.delivery, print.date(Temporal.PlainDate.from(truth.date).subtract({ days: 3 }).toString())] as const]
      : []),
    [say.customer, paper.customerNumber],
  ];
  write(page, 18, isCredit ? say.credit : say.invoice, { bold: true });
  const sender = () => {
    write(page, 11, paper.supplier, { bold: true });
    write(page, 9, paper.street);
    write(page, 9, `${pick(say.organization)}${colon} ${spaced}${liable}`);
  };
  const isAbove = dice.chance(60);
  if (isAbove) sender();
  page.y += 14;
  write(page, 10, paper.customer);
  write(page, 9, 'Brenneriveien 9');
  page.y += 10;
  if (dice.chance(30)) {
    // Headings in a row, their values below.
    const width = page.width / meta.length;
    row(
      page,
      9,
      meta.map(([label], i) => ({ text: label, x: i * width })),
      { bold: true },
    );
    row(
      page,
      9,
      meta.map(([, value], i) => ({ text: value, x: i * width })),
    );
  } else
    for (const [label, value] of meta)
      row(page, 9, [
        { text: `${label}${colon}`, x: page.width * 0.55 },
        { text: value, x: page.width, right: true },
      ]);
  page.y += 16;
  const columns = [0, 0.58, 0.72, 1].map((share) => share * page.width);
  row(
    page,
    9,
    [say.item, say.quantity, say.price, say.amount].map((text, i) => ({ text, x: columns[i]!, right: i > 0 })),
    { bold: true },
  );
  for (const line of paper.lines)
    row(
      page,
      9,
      [line.description, String(line.quantity), print.money(line.price), print.money(line.net)].map((text, i) => ({
        text,
        x: columns[i]!,
        right: i > 0,
      })),
    );
  page.y += 12;
  const sum = (label: string, ore: number, bold = false) =>
    row(
      page,
      bold ? 11 : 9,
      [
        { text: label, x: page.width * 0.55 },
        { text: `${bold ? `${truth.currency} ` : ''}${print.money(ore)}`, x: page.width, right: true },
      ],
      { bold },
    );
  sum(pick(say.net), paper.net);
  if (paper.taxes.length > 1 || dice.chance(40)) {
    for (const tax of paper.taxes)
      row(page, 9, [
        { text: `${say.vat[0]} ${print.percent(tax.rate)}`, x: page.width * 0.4 },
        { text: print.money(tax.net), x: page.width * 0.8, right: true },
        { text: print.money(tax.vat), x: page.width, right: true },
      ]);
    if (paper.taxes.length > 1) sum(say.vat[1]!, paper.vat);
  } else sum(`${pick(say.vat)} ${dice.chance(50) ? print.percent(paper.taxes[0]!.rate) : ''}`.trim(), paper.vat);
  sum(pick(isCredit ? say.credited : say.total), paper.total, true);
  page.y += 20;
  if (!isAbove) sender();
  row(page, 10, [{ text: `${pick(say.account)}${colon} ${account}`, x: 0 }]);
  if (truth.paymentReference !== null)
    row(page, 10, [{ text: `${pick(say.kid)}${colon} ${truth.paymentReference}`, x: 0 }]);
}
