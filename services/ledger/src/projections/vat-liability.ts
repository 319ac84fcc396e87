/** A version of an account's settings, as far as VAT goes. Dates are inclusive; without `activeTo` it is open. */
export interface VatPeriod {
  readonly activeFrom: string;
  readonly activeTo?: string | null | undefined;
  readonly vatLiable: boolean;
}

/**
 * The days on which an account is liable for VAT, as a PostgreSQL `datemultirange`. What lies before the first version
 * is judged by it: an account may post into the time before it was opened here.
 */
export function vatLiableDuring(periods: readonly VatPeriod[]): string {
  const sorted = [...periods].sort((a, b) => (a.activeFrom < b.activeFrom ? -1 : 1));
  const ranges = sorted
    .map(({ activeFrom, activeTo, vatLiable }, index) => ({
      from: index === 0 ? '' : activeFrom,
      to: activeTo ?? '',
      vatLiable,
    }))
    .filter(({ vatLiable }) => vatLiable)
    .map(({ from, to }) => `${from === '' ? '(' : '['}${from},${to}${to === '' ? ')' : ']'}`);
  return `{${ranges.join(',')}}`;
}
