/** Words before a number that say it is that of an invoice. */
const INVOICE = new Set([
  ...['faktura', 'fakturanr', 'fakturanummer', 'fakturaen', 'fakturaer', 'fakt', 'faktnr', 'fak', 'fnr', 'faktura-nr'],
  ...['invoice', 'invoices', 'inv', 'invno', 'regning', 'regningsnr', 'bill'],
]);
/** Words before a number that say it is something else. */
const OTHER = new Set([
  ...['ordre', 'ordrenr', 'ordrenummer', 'order', 'bestilling', 'bestillingsnr', 'kunde', 'kundenr', 'kundenummer'],
  ...['medlem', 'medlemsnr', 'tlf', 'telefon', 'mobil', 'mob', 'dato', 'uke', 'orgnr', 'org', 'konto', 'kontonr'],
  ...['prosjekt', 'leil', 'leilighet', 'bord', 'rom', 'avtale', 'avtalenr', 'kl', 'kasse', 'bong', 'kort', 'customer'],
]);
/** Words that keep what was said before them: "faktura nr. 10 og 11". */
const JOINING = new Set(['nr', 'no', 'nummer', 'number', 'og', 'and', 'samt', '+', '&', '-', 'nr:', '#']);

export interface NamedNumber {
  /** Capital letters and digits alone: as {@link plainNumber} makes it. */
  readonly number: string;
  /** What the words before it call it; `unknown` where they say nothing. */
  readonly called: 'invoice' | 'unknown';
}

/** A document number as it is compared: `F-88213` and `f 88213` are one. */
export const plainNumber = (number: string): string => number.toUpperCase().replace(/[^\p{L}\d]/gu, '');

/**
 * Numbers in what a payer wrote that may be those of documents, in their order, each once. What is called something
 * else (an order, a customer, a telephone) is left out.
 */
export function numbersIn(text: string): readonly NamedNumber[] {
  const found = new Map<string, NamedNumber>();
  let called: 'invoice' | 'other' | 'unknown' = 'unknown';
  for (const raw of text.split(/[\s,;:/()"'#]+/)) {
    const word = raw.replace(/^[.-]+|[.-]+$/g, '').toLowerCase();
    if (word === '') continue;
    const { label, rest } = unglued(word);
    if (label) called = label;
    if (rest === '') continue;
    if (!/\d/.test(rest)) {
      if (!JOINING.has(rest)) called = 'unknown';
      continue;
    }
    if (called === 'other' || isDate(rest)) continue;
    const number = plainNumber(rest);
    const known = found.get(number);
    if (!known || (known.called === 'unknown' && called === 'invoice')) found.set(number, { number, called });
  }
  return [...found.values()];
}

/** Parts a label from a number that is written together with it: `faktura10042`, `inv.10042`. */
function unglued(word: string): { readonly label?: 'invoice' | 'other'; readonly rest: string } {
  const labelOf = (text: string) => (INVOICE.has(text) ? 'invoice' : OTHER.has(text) ? 'other' : undefined);
  const whole = labelOf(word);
  if (whole) return { label: whole, rest: '' };
  const [, letters = '', rest = ''] = /^(\p{L}+)[.\-_]*(\d.*)$/u.exec(word) ?? [];
  const label = labelOf(letters);
  return label ? { label, rest } : { rest: word };
}

/** `15.03.2026`, `15.3`, `2026-03-15`. */
const isDate = (word: string): boolean =>
  /^\d{1,2}\.\d{1,2}(\.(\d{2}|\d{4}))?$/.test(word) || /^\d{4}-\d{2}-\d{2}$/.test(word);
