/** A text that an element may hold. */
export interface Leaf {
  readonly isValid: (text: string) => boolean;
  /** An amount, whose currency is its attribute `Ccy`. */
  readonly isAmount: boolean;
}

/** Texts of a form. Those of numbers, days and moments may have space around them, as in every XML schema. */
const patterns: Readonly<Record<string, RegExp>> = {
  ActiveOrHistoricCurrencyCode: /^[A-Z]{3}$/,
  AnyBICDec2014Identifier: /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
  AnyBICIdentifier: /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?$/,
  BICFIDec2014Identifier: /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
  BICFIIdentifier: /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?$/,
  BICIdentifier: /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?$/,
  CountryCode: /^[A-Z]{2}$/,
  Exact1NumericText: /^\d$/,
  Exact3NumericText: /^\d{3}$/,
  Exact4AlphaNumericText: /^[a-zA-Z0-9]{4}$/,
  IBAN2007Identifier: /^[A-Z]{2}\d{2}[a-zA-Z0-9]{1,30}$/,
  ISINIdentifier: /^[A-Z0-9]{12}$/,
  ISINOct2015Identifier: /^[A-Z]{2}[A-Z0-9]{9}\d$/,
  ISO2ALanguageCode: /^[a-z]{2}$/,
  ISOYearMonth: /^\s*\d{4}-(0[1-9]|1[0-2])(Z|[+-]\d{2}:\d{2})?\s*$/,
  LEIIdentifier: /^[A-Z0-9]{18}\d{2}$/,
  Max15NumericText: /^\d{1,15}$/,
  Max15PlusSignedNumericText: /^\+?\d{1,15}$/,
  Max3NumericText: /^\d{1,3}$/,
  Max5NumericText: /^\d{1,5}$/,
  Min2Max3NumericText: /^\d{2,3}$/,
  Min3Max4NumericText: /^\d{3,4}$/,
  Min8Max28NumericText: /^\d{8,28}$/,
  PhoneNumber: /^\+\d{1,3}-[0-9()+-]{1,30}$/,
  UUIDv4Identifier: /^[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[89ab][a-f0-9]{3}-[a-f0-9]{12}$/,
  ChargeIncludedIndicator: /^\s*(true|false|1|0)\s*$/,
  TrueFalseIndicator: /^\s*(true|false|1|0)\s*$/,
  YesNoIndicator: /^\s*(true|false|1|0)\s*$/,
};

/** Numbers: digits in all and after the point, and whether they may be below zero. */
const numbers: Readonly<Record<string, readonly [total: number, fraction: number, isSigned: boolean]>> = {
  ActiveCurrencyAndAmount: [18, 5, false],
  ActiveOrHistoricCurrencyAndAmount: [18, 5, false],
  ActiveOrHistoricCurrencyAnd13DecimalAmount: [18, 13, false],
  ImpliedCurrencyAndAmount: [18, 5, false],
  BaseOneRate: [11, 10, true],
  PercentageRate: [11, 10, true],
  DecimalNumber: [18, 17, true],
  NonNegativeDecimalNumber: [18, 17, false],
  Number: [18, 0, true],
};

/** Codes that ISO 20022 lists outside of the schemas: texts of at most four characters, but these. */
const longerCodes: Readonly<Record<string, number>> = {
  ExternalClearingSystemIdentification1Code: 5,
  ExternalLocalInstrument1Code: 35,
};

/** @param listed codes of types that list theirs */
export function leafOf(type: string, listed: ReadonlyMap<string, ReadonlySet<string>>): Leaf {
  const values = listed.get(type);
  if (values) return plain((text) => values.has(text));
  const number = numbers[type];
  if (number) return { isValid: (text) => isNumber(text, ...number), isAmount: type.startsWith('Active') };
  const pattern = patterns[type];
  if (pattern) return plain((text) => pattern.test(text));
  if (type === 'ISODate') return plain((text) => isDay(text.trim()));
  if (type === 'ISODateTime') return plain((text) => isMoment(text.trim()));
  const most =
    /^Max(\d+)Text$/.exec(type)?.[1] ?? (/^External\w+1Code$/.test(type) ? (longerCodes[type] ?? 4) : undefined);
  if (most === undefined) throw new Error(`There is no type ${type}`);
  return plain((text) => text.length > 0 && isAtMost(text, Number(most)));
}

const plain = (isValid: Leaf['isValid']): Leaf => ({ isValid, isAmount: false });

/** Characters are counted as schemas count them: a pair of halves is one. */
const isAtMost = (text: string, most: number): boolean => text.length <= most || [...text].length <= most;

const DECIMAL = /^\s*([+-]?)0*(\d*)(?:\.(\d*?)0*)?\s*$/;

function isNumber(text: string, total: number, fraction: number, isSigned: boolean): boolean {
  const found = DECIMAL.exec(text);
  if (!found || !/\d/.test(text)) return false;
  const [, sign, whole = '', decimals = ''] = found;
  if (sign === '-' && !isSigned && whole + decimals !== '') return false;
  return decimals.length <= fraction && whole.length + decimals.length <= total;
}

const ZONE = '(Z|[+-](?:0\\d|1[0-3]):[0-5]\\d|[+-]14:00)?';
const DAY = new RegExp(`^(\\d{4})-(\\d{2})-(\\d{2})${ZONE}$`);
const TIME = new RegExp(`^(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?|24:00:00(?:\\.0+)?)${ZONE}$`);

/** A day that the calendar has, of the years that books know. */
function isDay(text: string): boolean {
  const found = DAY.exec(text);
  if (!found) return false;
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])];
  if (year < 1900 || year > 2999 || month < 1 || month > 12) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return day >= 1 && day <= days;
}

const isMoment = (text: string): boolean =>
  text.charAt(10) === 'T' && isDay(text.slice(0, 10)) && TIME.test(text.slice(11));
