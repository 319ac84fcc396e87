import type { PaymentOut, StatementOut } from '@app/camt';
import { type DemoEntry, krone, type Ore, oreOf } from '../book.ts';
import type { Cast } from '../cast.ts';
import { partnerNumbers } from './accounts.ts';

/** What moves on the account of the bank. */
export interface Movement {
  readonly date: string;
  readonly ore: Ore;
  readonly text: string;
  readonly partner?: { readonly name: string; readonly account?: string };
  readonly reference?: string;
  readonly kid?: string;
  readonly instructed?: { readonly amount: string; readonly currency: string; readonly rate: string };
}

/** Accounts of the ledger that are accounts of the bank. */
export type BankCode = '1920' | '1950';

/** What the books of the company say that the bank has done: one movement for each line on an account of the bank. */
export function movementsOf(entries: readonly DemoEntry[], cast: Cast, code: BankCode = '1920'): readonly Movement[] {
  const names = new Map([...cast.customers, ...cast.suppliers].map(({ id, name }) => [id, name]));
  const numbers = partnerNumbers(cast);
  return entries.flatMap(({ description, lines }) => {
    const dimensions = lines.flatMap((each) => each.dimensions ?? []);
    const id = dimensions.find(({ relation_type }) => relation_type === 'businesspartner')?.relation_id ?? 0;
    const [name, account] = [names.get(id), numbers.get(id)];
    const partner = name === undefined ? {} : { partner: { name, ...(account === undefined ? {} : { account }) } };
    return lines
      .filter(({ account_code }) => account_code === code)
      .map(({ posting_date, debit, credit }) => ({
        date: posting_date,
        ore: oreOf(debit) - oreOf(credit),
        text: description,
        ...partner,
        ...kidOf(description),
      }));
  });
}

/** The reference of a customer whose payment says one. */
const kidOf = (text: string): Pick<Movement, 'kid'> => {
  const kid = /^Innbetaling KID (\d+)$/.exec(text)?.[1];
  return kid === undefined ? {} : { kid };
};

/** A movement as the bank writes it. */
export function paymentOf({ date, ore, text, partner, reference, kid, instructed }: Movement): PaymentOut {
  const role = ore > 0 ? 'debtor' : 'creditor';
  const detail = {
    text: [text],
    ...(partner ? { [role]: partner } : {}),
    ...(kid === undefined ? {} : { structuredReference: kid }),
    ...(instructed ? { instructed } : {}),
  };
  const named = reference === undefined ? {} : { reference };
  return { amount: krone(ore), bookingDate: date, ...named, details: [detail] };
}

const inOrder = (a: Movement, b: Movement): number => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0);

/** The days of a statement, both included. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** The statements from one day to another: one for each month, and one for what has passed of the last. */
export function spansOf(from: string, until: string): readonly Span[] {
  const spans: Span[] = [];
  for (let start = from; start <= until; ) {
    const day = Temporal.PlainDate.from(start);
    const end = day.with({ day: day.daysInMonth }).toString();
    spans.push({ from: start, to: end < until ? end : until });
    start = Temporal.PlainDate.from(end).add({ days: 1 }).toString();
  }
  return spans;
}

/** The statements of an account, each opening with what the one before it closed with. */
export function statementsOf(
  account: string,
  movements: readonly Movement[],
  spans: readonly Span[],
): readonly StatementOut[] {
  const sorted = [...movements].sort(inOrder);
  const balanceOn = (day: string): Ore => sorted.reduce((sum, { date, ore }) => (date < day ? sum + ore : sum), 0);
  let balance = balanceOn(spans[0]?.from ?? '');
  return spans.map(({ from, to }) => {
    const within = sorted.filter(({ date }) => from <= date && date <= to);
    const opening = balance;
    balance = within.reduce((sum, { ore }) => sum + ore, opening);
    const numbered = within.map((movement, n) =>
      paymentOf({ reference: `${from.replaceAll('-', '')}${String(n + 1).padStart(4, '0')}`, ...movement }),
    );
    return {
      ...{ account, owner: 'Nordlys Kaffebrenneri AS', currency: 'NOK', reference: `KONTO-${from}` },
      ...{ from, to, opening: krone(opening), closing: krone(balance), entries: numbered },
    };
  });
}
