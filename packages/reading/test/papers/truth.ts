import { modulo10, modulo11 } from '@app/check-digits';
import type { Dice } from '@app/demo';

/** What a paper says, in the form in which candidates are given; null for what it does not say. */
export interface Truth {
  readonly total: string;
  readonly vat: string | null;
  readonly date: string;
  readonly dueDate: string | null;
  readonly number: string | null;
  readonly organizationNumber: string | null;
  readonly accountNumber: string | null;
  readonly paymentReference: string | null;
  readonly currency: string | null;
}

export interface PaperLine {
  readonly description: string;
  readonly quantity: number;
  /** Øre, without VAT. */
  readonly price: number;
  readonly net: number;
  readonly vat: number;
  /** Hundredths of a percent. */
  readonly rate: number;
}

export type Language = 'nob' | 'eng';

/** All that the layouts print. */
export interface Paper {
  readonly kind: 'invoice' | 'credit' | 'receipt';
  readonly language: Language;
  readonly supplier: string;
  readonly street: string;
  readonly customer: string;
  readonly customerNumber: string;
  readonly lines: readonly PaperLine[];
  readonly taxes: readonly { readonly rate: number; readonly net: number; readonly vat: number }[];
  readonly net: number;
  readonly vat: number;
  readonly total: number;
  readonly truth: Truth;
}

const suppliers = [
  'Kystbakeriet AS',
  'Nordfjord Rør og Sanitær AS',
  'Hålogaland Kontor AS',
  'Blåbær Design',
  'Ørnes Bil AS',
  'Salten Elektro AS',
  'Byggmakker Førde AS',
  'Café Solsiden',
  'Åsane Blomster',
  'Lysaker Data AS',
  'Vågå Transport AS',
  'Sørlandet Trykk AS',
];
const goods: Readonly<Record<Language, readonly string[]>> = {
  nob: [
    'Kaffe, filtermalt 250 g',
    'Skruer 4x40',
    'Konsulenttime',
    'Kopipapir A4',
    'Smørbrød med reker',
    'Frakt',
    'Årsabonnement',
    'Rødsprit 1 l',
    'Brød, grovt',
    'Oljeskift',
  ],
  eng: [
    'Coffee, ground 250 g',
    'Screws 4x40',
    'Consulting hour',
    'Copy paper A4',
    'Prawn sandwich',
    'Freight',
    'Annual subscription',
    'White spirit 1 l',
    'Bread',
    'Oil change',
  ],
};

const organizationNumber = (dice: Dice): string => numbered(() => `${dice.pick(['8', '9'])}${digits(dice, 7)}`);
const accountNumber = (dice: Dice): string => numbered(() => `${dice.between(1000, 9700)}${digits(dice, 6)}`);

/** Digits to which a check digit belongs, and that digit. */
function numbered(leading: () => string): string {
  for (;;) {
    const first = leading();
    const check = modulo11(first);
    if (check !== '-') return first + check;
  }
}

const digits = (dice: Dice, count: number): string => Array.from({ length: count }, () => dice.between(0, 9)).join('');

/** A paper that could have come by post today; the same for the same dice. */
export function makePaper(dice: Dice, kind: Paper['kind'], language: Language): Paper {
  const currency = kind === 'receipt' || dice.chance(85) ? 'NOK' : dice.pick(['EUR', 'USD', 'SEK']);
  const rates = kind === 'receipt' ? [1500, 2500] : [2500, 2500, 2500, 1200];
  const lines = Array.from({ length: dice.between(1, kind === 'receipt' ? 6 : 9) }, (): PaperLine => {
    const quantity = dice.chance(60) ? 1 : dice.between(2, 12);
    const price = dice.between(900, kind === 'receipt' ? 40_000 : 1_900_000);
    const rate = dice.pick(rates);
    const net = quantity * price;
    return {
      description: dice.pick(goods[language]),
      quantity,
      price,
      net,
      rate,
      vat: Math.round((net * rate) / 10_000),
    };
  });
  const taxes = [...Map.groupBy(lines, ({ rate }) => rate)]
    .map(([rate, list]) => {
      const net = list.reduce((sum, line) => sum + line.net, 0);
      return { rate, net, vat: Math.round((net * rate) / 10_000) };
    })
    .toSorted((a, b) => b.rate - a.rate);
  const net = taxes.reduce((sum, tax) => sum + tax.net, 0);
  const vat = taxes.reduce((sum, tax) => sum + tax.vat, 0);
  const day = Temporal.PlainDate.from({ year: 2023, month: 1, day: 1 }).add({ days: dice.between(0, 1_400) });
  const isInvoice = kind !== 'receipt';
  const number = dice
    .pick([digits(dice, 5), `20${digits(dice, 4)}`, `F-${digits(dice, 6)}`, `INV-${digits(dice, 4)}`])
    .replace(/^0/, '1');
  const reference = digits(dice, dice.between(6, 14));
  return {
    kind,
    language,
    supplier: dice.pick(suppliers),
    street: `${dice.pick(['Storgata', 'Sjøgata', 'Brenneriveien', 'Øvre Langgate'])} ${dice.between(1, 99)}, ${dice.between(1000, 9990)} ${dice.pick(['Bodø', 'Tromsø', 'Ålesund', 'Hamar'])}`,
    customer: 'Nordlys Kaffebrenneri AS',
    customerNumber: digits(dice, 5).replace(/^0/, '1'),
    lines,
    taxes,
    net,
    vat,
    total: net + vat,
    truth: {
      total: plain(net + vat),
      vat: plain(vat),
      date: day.toString(),
      dueDate: isInvoice ? day.add({ days: dice.pick([10, 14, 20, 30]) }).toString() : null,
      number,
      organizationNumber: organizationNumber(dice),
      accountNumber: isInvoice ? accountNumber(dice) : null,
      paymentReference: kind === 'invoice' && dice.chance(75) ? reference + modulo10(reference) : null,
      // A till prints none.
      currency: isInvoice ? currency : null,
    },
  };
}

const plain = (ore: number): string => {
  const text = String(ore).padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
};
