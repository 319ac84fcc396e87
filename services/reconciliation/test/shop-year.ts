import { modulo10, modulo11 } from '@app/check-digits';
import { type Decimal, decimal, sum } from '@app/money';
import type { Movement, OpenDocument, Part } from '../src/matching/movements/facts.ts';

/** How a payment names what it pays. */
export type Kind =
  | 'KID'
  | 'KID, a part'
  | 'KID, collective'
  | 'KID, too much'
  | 'KID, twice'
  | 'KID in the text'
  | 'KID with a slip'
  | 'number'
  | 'number, a part'
  | 'number, collective'
  | 'number, twice'
  | 'number with a slip'
  | "somebody else's number"
  | 'nothing'
  | 'nothing, twice'
  | 'nothing of ours';

/** A payment with what it truly pays. */
export interface PaidMovement {
  readonly kind: Kind;
  readonly movement: Movement;
  /** Amounts by document; none for a payment of something else. */
  readonly pays: ReadonlyMap<number, Decimal>;
  /** The same for two payments of which only one can be taken: nobody can say which of them was the mistake. */
  readonly eitherOf: number | undefined;
}

export interface ShopYear {
  readonly documents: readonly OpenDocument[];
  readonly payments: readonly PaidMovement[];
}

/** Numbers that look random and are the same in every run. */
function generator(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (most: number): number => Math.floor(next() * most);
  return {
    below,
    chance: (share: number) => next() < share,
    pick: <T>(from: readonly T[]): T => from[below(from.length)]!,
  };
}

const FIRST = [
  'Kari',
  'Ola',
  'Ingrid',
  'Per',
  'Anne',
  'Lars',
  'Liv',
  'Jon',
  'Nora',
  'Emil',
  'Åse',
  'Bjørn',
  'Sofie',
  'Odd',
];
const LAST = ['Nordmann', 'Hansen', 'Lie', 'Berg', 'Øye', 'Moe', 'Dahl', 'Haugen', 'Strand', 'Vik', 'Sæther', 'Eide'];
const FIRMS = ['Torget Kaffebar', 'Fjord Hotell', 'Kontor og Kaffe', 'Bryggen Bakeri', 'Nordavind', 'Vinter Sport'];
/** A shop has few prices, so that amounts say little. */
const PRICES = ['129.00', '199.00', '249.00', '249.00', '499.00', '499.00', '799.00', '1299.50', '2490.00'];

interface Customer {
  readonly id: number;
  readonly name: string;
  /** As banks write it. */
  readonly payer: string;
  readonly account: string;
  readonly isAccountKnown: boolean;
}

const day = (offset: number): string => Temporal.PlainDate.from('2026-01-01').add({ days: offset }).toString();

/** A year of a shop: 10 000 incoming payments, of which 85 % carry a KID, 10 % a number in what the payer wrote, 5 % nothing. */
export function shopYear(seed = 2026): ShopYear {
  const { below, chance, pick } = generator(seed);
  const customers = Array.from({ length: 1_500 }, (_, i): Customer => {
    const name = chance(0.2) ? `${pick(FIRMS)} ${pick(LAST)} AS` : `${pick(FIRST)} ${pick(FIRST)} ${pick(LAST)}`;
    const words = name.split(' ');
    const payer = chance(0.3) ? [words.at(-1), ...words.slice(0, -1)].join(' ').toUpperCase() : name;
    return { id: i + 1, name, payer, account: String(12_000_000_000 + i * 37), isAccountKnown: chance(0.6) };
  });
  const documents: OpenDocument[] = [];
  const payments: PaidMovement[] = [];
  const issued = new Map<number, number>();

  const invoice = (customer: Customer): OpenDocument => {
    const id = documents.length + 1;
    const offset = below(330);
    issued.set(id, offset);
    const number = String(10_000 + id);
    const digits = String(customer.id).padStart(6, '0') + number.padStart(8, '0');
    const document: OpenDocument = {
      ...{ id, documentType: 'ARINV', side: 'receivable', number, currency: 'NOK' },
      paymentRef: digits + (id % 5 === 0 ? modulo11(digits) : modulo10(digits)),
      openAmount: decimal(pick(PRICES)).times(1 + below(3)),
      ...{ date: day(offset), dueDate: day(offset + 14), partnerId: customer.id, partnerName: customer.name },
      partnerAccounts: customer.isAccountKnown ? [customer.account] : [],
    };
    documents.push(document);
    return document;
  };
  const number = (text: string): string =>
    pick(['faktura {}', 'Fakturanr. {}', 'fakt {}', 'Betaling faktura nr {}', 'INV {}', '{}']).replace('{}', text);
  const noise = (): string =>
    pick(['', '', 'Takk!', `ordre ${10_000 + below(9_000)}`, `Kundenr ${10_000 + below(9_000)}`, 'betalt 15.03.2026']);
  const said = (text: string): string => [text, noise()].filter(Boolean).join(' ');
  const pay = (
    kind: Kind,
    payer: Customer,
    paid: readonly (readonly [OpenDocument, Decimal])[],
    part: { readonly references?: readonly string[]; readonly text?: string },
    more: {
      readonly amount?: Decimal;
      readonly eitherOf?: number;
      readonly after?: number;
      readonly parts?: readonly Part[];
    } = {},
  ): void => {
    const amount = more.amount ?? sum(paid.map(([, one]) => one));
    const latest = Math.max(...paid.map(([{ id }]) => issued.get(id)!), 0);
    const movement: Movement = {
      ...{ id: payments.length + 1, amount, currency: 'NOK', date: day(latest + (more.after ?? 1 + below(25))) },
      counterpartyName: payer.payer,
      counterpartyAccount: chance(0.8) ? payer.account : null,
      parts: more.parts ?? [{ amount, references: part.references ?? [], text: part.text ?? '' }],
    };
    payments.push({ kind, movement, pays: new Map(paid.map(([{ id }, one]) => [id, one])), eitherOf: more.eitherOf });
  };
  const whole = (document: OpenDocument) => [document, document.openAmount] as const;
  const half = (document: OpenDocument): Decimal => document.openAmount.times('0.4').toDecimalPlaces(2);
  const ref = (document: OpenDocument) => ({ references: [document.paymentRef!] });
  /** Two digits change places. */
  const slipped = (digits: string): string => {
    const at = digits.length - 3;
    const [a, b] = [digits[at]!, digits[at + 1]!];
    const changed = a === b ? `${(Number(a) + 1) % 10}${b}` : b + a;
    return digits.slice(0, at) + changed + digits.slice(at + 2);
  };

  const withKid = (): void => {
    const customer = pick(customers);
    const document = invoice(customer);
    const share = below(1_000);
    if (share < 20) {
      const first = half(document);
      pay('KID, a part', customer, [[document, first]], ref(document), { after: 2 });
      pay('KID, a part', customer, [[document, document.openAmount.minus(first)]], ref(document), { after: 20 });
    } else if (share < 30) {
      const paid = [document, invoice(customer), invoice(pick(customers))].map(whole);
      const parts = paid.map(([one, amount]) => ({ amount, references: [one.paymentRef!], text: '' }));
      pay('KID, collective', customer, paid, {}, { parts });
    } else if (share < 40)
      pay('KID, too much', customer, [whole(document)], ref(document), { amount: document.openAmount.plus(100) });
    else if (share < 60) {
      pay('KID, twice', customer, [whole(document)], ref(document), { after: 3, eitherOf: document.id });
      pay('KID, twice', customer, [whole(document)], ref(document), { after: 4, eitherOf: document.id });
    } else if (share < 80)
      pay('KID in the text', customer, [whole(document)], { text: said(`KID: ${document.paymentRef}`) });
    // The bank takes no such reference; a payer writes it.
    else if (share < 90)
      pay('KID with a slip', customer, [whole(document)], { text: `KID ${slipped(document.paymentRef!)}` });
    else pay('KID', chance(0.05) ? pick(customers) : customer, [whole(document)], ref(document));
  };
  const withNumber = (): void => {
    const customer = pick(customers);
    const document = invoice(customer);
    const share = below(100);
    if (share < 5)
      pay('number, a part', customer, [[document, half(document)]], { text: said(`Faktura ${document.number}`) });
    else if (share < 15) {
      const both = [document, invoice(customer)];
      pay('number, collective', customer, both.map(whole), {
        text: said(`faktura ${both.map((each) => each.number).join(' og ')}`),
      });
    } else if (share < 20) {
      const text = number(document.number!);
      pay('number, twice', customer, [whole(document)], { text }, { after: 3, eitherOf: document.id });
      pay('number, twice', customer, [whole(document)], { text }, { after: 4, eitherOf: document.id });
    } else if (share < 30)
      pay('number with a slip', customer, [whole(document)], { text: `faktura ${slipped(document.number!)}` });
    // An order of another shop that has the number of an invoice of ours.
    else if (share < 40)
      pay(
        "somebody else's number",
        pick(customers),
        [],
        { text: `${pick(['ordre', 'Kunde', 'bord'])} ${document.number}` },
        { amount: document.openAmount, after: issued.get(document.id)! + 3 },
      );
    else pay('number', customer, [whole(document)], { text: said(number(document.number!)) });
  };
  const withNothing = (): void => {
    const customer = pick(customers);
    const share = below(100);
    if (share < 20) {
      pay(
        'nothing of ours',
        customer,
        [],
        { text: pick(['', 'Leie', 'Refusjon']) },
        { amount: decimal(pick(['731.00', '88.40', '15000.00'])), after: below(360) },
      );
      return;
    }
    const document = invoice(customer);
    if (share < 35) {
      pay('nothing, twice', customer, [whole(document)], {}, { after: 3, eitherOf: document.id });
      pay('nothing, twice', customer, [whole(document)], {}, { after: 4, eitherOf: document.id });
    } else pay('nothing', customer, [whole(document)], { text: noise() });
  };

  while (payments.length < 8_500) withKid();
  while (payments.length < 9_500) withNumber();
  while (payments.length < 10_000) withNothing();
  // Invoices that nobody has paid.
  for (let i = 0; i < 400; i++) invoice(pick(customers));
  return { documents, payments };
}
