import { payEmployerTax, payVat, payWithheldTax, settleVat } from '../authorities.ts';
import { businessDay, dayOf, later } from './calendar.ts';
import { type Month, RANK, type Step } from './step.ts';

/** When a VAT term of two months is paid: a month and ten days after its end, the third one by 31 August. */
function vatDue(year: number, month: number): string {
  if (month === 6) return dayOf(year, 8, 31);
  return month === 12 ? dayOf(year + 1, 2, 10) : dayOf(year, month + 2, 10);
}

/**
 * What a term of two months leaves to the state: the VAT settled and paid, tax and employer tax on the 15th after it.
 */
export function termOf({ year, month }: Month): readonly Step[] {
  if (month % 2 === 1) return [];
  const end = dayOf(year, month, 31);
  const [vatPaid, taxPaid] = [businessDay(vatDue(year, month)), businessDay(later(end, 15))];
  return [
    { date: end, rank: RANK.clearing, entry: (balances) => settleVat(balances, end) },
    { date: taxPaid, rank: RANK.clearing, entry: (balances) => payWithheldTax(balances, taxPaid, end) },
    { date: taxPaid, rank: RANK.clearing, entry: (balances) => payEmployerTax(balances, taxPaid, end) },
    { date: vatPaid, rank: RANK.clearing, entry: (balances) => payVat(balances, vatPaid) },
  ];
}
