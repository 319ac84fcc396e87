import { type DemoEntry, line, type RunningBalances } from './book.ts';
import { vatAccounts } from './vat.ts';

/** Empties the VAT accounts of a term onto the settlement account. */
export function settleVat(balances: RunningBalances, date: string): DemoEntry | undefined {
  const lines = vatAccounts
    .filter((account) => balances.of(account) !== 0)
    .map((account) => line(date, account, -balances.of(account)));
  if (lines.length === 0) return undefined;
  const owed = vatAccounts.reduce((sum, account) => sum + balances.of(account), 0);
  if (owed !== 0) lines.push(line(date, '2740', owed));
  return { description: `Mva-oppgjør termin ${Number(date.slice(5, 7)) / 2}, ${date.slice(0, 4)}`, lines };
}

/** Pays what a term's settlement says, or gets it back. */
export function payVat(balances: RunningBalances, date: string): DemoEntry | undefined {
  const owed = balances.of('2740');
  if (owed === 0) return undefined;
  return {
    description: owed < 0 ? 'Betalt merverdiavgift' : 'Tilbakebetalt merverdiavgift',
    lines: [line(date, '2740', -owed), line(date, '1920', owed)],
  };
}

/**
 * Tax withheld in two months, paid from the account that it was put aside on; due on the 15th of the month after
 * (skattebetalingsloven section 10-10).
 * @param end last day of the two months
 */
export const payWithheldTax = (balances: RunningBalances, date: string, end: string): DemoEntry | undefined =>
  paid(balances, { date, end, account: '2600', from: '1950', description: 'Betalt forskuddstrekk' });

/** The employer tax of two months. */
export const payEmployerTax = (balances: RunningBalances, date: string, end: string): DemoEntry | undefined =>
  paid(balances, { date, end, account: '2770', from: '1920', description: 'Betalt arbeidsgiveravgift' });

interface Payment {
  readonly date: string;
  readonly end: string;
  readonly account: string;
  readonly from: string;
  readonly description: string;
}

function paid(balances: RunningBalances, { date, end, account, from, description }: Payment): DemoEntry | undefined {
  const owed = balances.atEndOfMonth(end.slice(0, 7), account);
  if (owed === 0) return undefined;
  return { description, lines: [line(date, account, -owed), line(date, from, owed)] };
}
