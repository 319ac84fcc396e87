import type { PaymentOut, StatementOut } from '@app/camt';
import { type DemoEntry, krone, type Ore, oreOf } from '../book.ts';
import type { Cast } from '../story.ts';
import { HOUSE, partnerNumbers } from './accounts.ts';

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

/** What the books of the company say that the bank has done: one movement for each line on 1920. */
export function movementsOf(entries: readonly DemoEntry[], cast: Cast): readonly Movement[] {
  const names = new Map([...cast.customers, ...cast.suppliers].map(({ id, name }) => [id, name]));
  const numbers = partnerNumbers(cast);
  return entries.flatMap(({ description, lines }) => {
    const dimensions = lines.flatMap((each) => each.dimensions ?? []);
    const id = dimensions.find(({ relation_type }) => relation_type === 'businesspartner')?.relation_id ?? 0;
    const [name, account] = [names.get(id), numbers.get(id)];
    const partner = name === undefined ? {} : { partner: { name, ...(account === undefined ? {} : { account }) } };
    return lines
      .filter(({ account_code }) => account_code === '1920')
      .map(({ posting_date, debit, credit }) => ({
        date: posting_date,
        ore: oreOf(debit) - oreOf(credit),
        text: description,
        ...partner,
      }));
  });
}

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

/** The statements of months, `2024-01` first, each opening with what the one before it closed with. */
export function statementsOf(movements: readonly Movement[], months: readonly string[]): readonly StatementOut[] {
  const sorted = [...movements].sort(inOrder);
  const statements: StatementOut[] = [];
  let balance: Ore = 0;
  for (const month of months) {
    const ofMonth = sorted.filter(({ date }) => date.startsWith(month));
    const opening = balance;
    balance = ofMonth.reduce((sum, { ore }) => sum + ore, opening);
    const { daysInMonth } = Temporal.PlainYearMonth.from(month);
    statements.push({
      ...{ account: HOUSE, owner: 'Nordlys Kaffebrenneri AS', currency: 'NOK', reference: `KONTO-${month}` },
      ...{ from: `${month}-01`, to: `${month}-${daysInMonth}` },
      ...{ opening: krone(opening), closing: krone(balance) },
      entries: ofMonth.map((movement, n) =>
        paymentOf({ reference: `${month.replace('-', '')}${String(n + 1).padStart(5, '0')}`, ...movement }),
      ),
    });
  }
  return statements;
}
