import { type DemoEntry, line, type RunningBalances } from './book.ts';
import { vatAccounts } from './vat.ts';

/** Empties the VAT accounts of a term onto the settlement account. */
export function settleVat(balances: RunningBalances, date: string): DemoEntry {
  const lines = vatAccounts
    .filter((account) => balances.of(account) !== 0)
    .map((account) => line(date, account, -balances.of(account)));
  const owed = vatAccounts.reduce((sum, account) => sum + balances.of(account), 0);
  if (owed !== 0) lines.push(line(date, '2740', owed));
  return { description: `Mva-oppgjør termin ${Number(date.slice(5, 7)) / 2}, ${date.slice(0, 4)}`, lines };
}

/** Pays what a term's settlement says, or gets it back. */
export function payVat(balances: RunningBalances, date: string): DemoEntry {
  const owed = balances.of('2740');
  return {
    description: owed < 0 ? 'Betalt merverdiavgift' : 'Tilbakebetalt merverdiavgift',
    lines: [line(date, '2740', -owed), line(date, '1920', owed)],
  };
}

/**
 * Tax withheld and employer tax of two months, due on the 15th of the month after (skattebetalingsloven section 10-10).
 */
export function payPayrollTaxes(balances: RunningBalances, date: string): DemoEntry {
  const [withheld, employerTax] = [balances.of('2600'), balances.of('2770')];
  return {
    description: 'Betalt forskuddstrekk og arbeidsgiveravgift',
    lines: [
      line(date, '2600', -withheld),
      line(date, '2770', -employerTax),
      line(date, '1920', withheld + employerTax),
    ],
  };
}
