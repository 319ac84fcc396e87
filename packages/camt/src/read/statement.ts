import { unreadable } from '../failure.ts';
import type { CamtAccount, CamtPeriod, CamtStatement } from '../records.ts';
import type { CamtKind } from '../structure/versions.ts';
import { childOf, type Element, textAt } from './tree.ts';
import { dayIn, dayOf, hundredthsOf, isCredit, moneyOf } from './values.ts';

/** A balance of the account at the beginning or the end of a day, in hundredths. */
interface Balance {
  readonly hundredths: bigint;
  readonly currency: string;
  readonly day: string;
}

/** Grows a statement from what stands in it before its entries. */
export interface StatementParts {
  take(element: Element): void;
  /** @throws CamtFailure for a statement whose balances cannot be known */
  finish(kind: CamtKind): CamtStatement;
}

export function statementParts(): StatementParts {
  const balances = new Map<string, Balance>();
  let reference = '';
  let days: Element | undefined;
  let account: CamtAccount = { iban: null, other: null, currency: null, owner: null };
  return {
    take: (element) => {
      if (element.name === 'Id') reference = element.text;
      else if (element.name === 'FrToDt') days = element;
      else if (element.name === 'Acct') account = readAccount(element);
      else if (element.name === 'Bal') takeBalance(balances, element);
    },
    finish: (kind) => {
      if (kind === 'notification') return { reference, account, currency: account.currency, period: null };
      const { period, currency } = readPeriod(reference, balances, days);
      return { reference, account, currency, period };
    },
  };
}

function readAccount(element: Element): CamtAccount {
  const id = childOf(element, 'Id');
  return {
    iban: textAt(id, 'IBAN'),
    other: textAt(id, 'Othr', 'Id'),
    currency: textAt(element, 'Ccy'),
    owner: textAt(element, 'Ownr', 'Nm') ?? textAt(element, 'Nm'),
  };
}

/** Booked balances of the whole account: not those of a page (`INTM`), and the first of each kind. */
function takeBalance(balances: Map<string, Balance>, element: Element): void {
  const kind = textAt(element, 'Tp', 'CdOrPrtry', 'Cd');
  const part = textAt(element, 'Tp', 'SubTp', 'Cd');
  if (kind === null || part === 'INTM' || balances.has(kind) || !['OPBD', 'PRCD', 'CLBD'].includes(kind)) return;
  const amount = childOf(element, 'Amt')!;
  const hundredths = hundredthsOf(amount.text);
  const day = dayIn(childOf(element, 'Dt'))!;
  balances.set(kind, { hundredths: isCredit(element) ? hundredths : -hundredths, currency: amount.currency!, day });
}

/**
 * The period that a statement is about and its balances. The balance that the account opened with may be said as that
 * at which the statement before it closed (`PRCD`).
 */
function readPeriod(
  reference: string,
  balances: ReadonlyMap<string, Balance>,
  days: Element | undefined,
): { readonly period: CamtPeriod; readonly currency: string } {
  const opening = balances.get('OPBD') ?? balances.get('PRCD');
  const closing = balances.get('CLBD');
  if (!opening || !closing)
    throw unreadable(
      `Statement ${reference} has no booked opening balance (OPBD, PRCD) and closing balance (CLBD); a statement in pages is taken as one file only`,
    );
  if (opening.currency !== closing.currency)
    throw unreadable(`Statement ${reference} has balances in ${opening.currency} and in ${closing.currency}`);
  const to = dayOf(textAt(days, 'ToDtTm') ?? textAt(days, 'ToDt')) ?? closing.day;
  const from = dayOf(textAt(days, 'FrDtTm') ?? textAt(days, 'FrDt')) ?? firstDay(balances, opening, to);
  if (from > to) throw unreadable(`Statement ${reference} is from ${from} to ${to}, which is before`);
  const period = { from, to, opening: moneyOf(opening.hundredths), closing: moneyOf(closing.hundredths) };
  return { period, currency: opening.currency };
}

/** Where the statement says no days: that of the opening balance, or the one after the statement before it closed. */
function firstDay(balances: ReadonlyMap<string, Balance>, opening: Balance, to: string): string {
  if (balances.has('OPBD')) return opening.day < to ? opening.day : to;
  const after = String(Temporal.PlainDate.from(opening.day).add({ days: 1 }));
  return after < to ? after : to;
}
