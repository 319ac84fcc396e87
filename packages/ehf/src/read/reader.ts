import { at, type Element } from '../document/element.ts';
import type { Faults } from '../failure.ts';
import { oneLine, readAmount, readDay, readNumber, readRate } from './values.ts';

/** Reads values of elements and notes what is missing or is no value. */
export interface Reader {
  readonly faults: Faults;
  /** Text on one line; null where there is none. */
  text(element: Element | undefined, ...path: readonly string[]): string | null;
  /** Text that must be there: `''` and a fault when it is not. */
  required(rule: string, message: string, element: Element | undefined, ...path: readonly string[]): string;
  day(element: Element | undefined, ...path: readonly string[]): string | null;
  number(element: Element | undefined, ...path: readonly string[]): string | null;
  rate(element: Element | undefined, ...path: readonly string[]): string | null;
  /** An amount in the currency of the invoice; null where there is none. */
  amount(element: Element | undefined, ...path: readonly string[]): string | null;
  /** Notes an amount that is in another currency than the invoice. */
  requireCurrency(element: Element | undefined): void;
  /** An amount that must be there: `0.00` and a fault when it is not. */
  requiredAmount(rule: string, message: string, element: Element | undefined, ...path: readonly string[]): string;
}

/** Names of elements in a fault are at most so long. */
const QUOTED = 60;

/** @param currency of the invoice; every amount must say it */
export function createReader(faults: Faults, currency: string): Reader {
  function value(
    read: (text: string) => string | null,
    what: (name: string, text: string) => string,
    rule: string,
    element: Element | undefined,
    path: readonly string[],
  ): string | null {
    const found = at(element, ...path);
    if (found === undefined || found.text === '') return null;
    const result = read(found.text);
    if (result === null) faults.add(rule, what(found.name, oneLine(found.text).slice(0, QUOTED)));
    return result;
  }

  const text: Reader['text'] = (element, ...path) => oneLine(at(element, ...path)?.text ?? '') || null;

  const requireCurrency: Reader['requireCurrency'] = (element) => {
    const said = element?.attributes.get('currencyID');
    if (element && said !== currency)
      faults.add(
        'PEPPOL-EN16931-R051',
        `${element.name} is in the currency "${oneLine(said ?? '').slice(0, QUOTED)}", the invoice in ${currency}`,
      );
  };

  const amount: Reader['amount'] = (element, ...path) => {
    requireCurrency(at(element, ...path));
    return value(
      readAmount,
      (name, shown) => `${name} is "${shown}", which is no amount with at most two decimals`,
      'BR-DEC',
      element,
      path,
    );
  };

  return {
    faults,
    text,
    required: (rule, message, element, ...path) => {
      const found = text(element, ...path);
      if (found === null) faults.add(rule, message);
      return found ?? '';
    },
    day: (element, ...path) =>
      value(
        readDay,
        (name, shown) => `${name} is "${shown}", which is no date such as 2026-01-31`,
        'VALUE',
        element,
        path,
      ),
    number: (element, ...path) =>
      value(readNumber, (name, shown) => `${name} is "${shown}", which is no number`, 'VALUE', element, path),
    rate: (element, ...path) =>
      value(readRate, (name, shown) => `${name} is "${shown}", which is no number`, 'VALUE', element, path),
    requireCurrency,
    amount,
    requiredAmount: (rule, message, element, ...path) => {
      if (at(element, ...path) === undefined) faults.add(rule, message);
      return amount(element, ...path) ?? '0.00';
    },
  };
}
