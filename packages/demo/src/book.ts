/** Amounts are whole øre until they are printed: no float ever sees them. */
export type Ore = number;

export interface DemoLine {
  readonly posting_date: string;
  readonly account_code: string;
  readonly debit: string;
  readonly credit: string;
  readonly description?: string;
  readonly tax_code?: string;
  readonly tax_line?: boolean;
  readonly tax_for_line?: number;
  readonly currency_code?: string;
  readonly exchange_rate?: string;
  readonly debit_fc?: string;
  readonly credit_fc?: string;
  readonly dimensions?: readonly { readonly relation_type: string; readonly relation_id: number }[];
}

export interface DemoEntry {
  readonly description: string;
  readonly lines: readonly DemoLine[];
}

/** `123450` øre as `"1234.50"`. */
export function krone(ore: Ore): string {
  const digits = String(Math.abs(ore)).padStart(3, '0');
  return `${ore < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** `"1234.50"` as `123450` øre. */
export const oreOf = (amount: string): Ore => Number(amount.replace('.', ''));

/** A share of an amount in hundredths of a percent, half away from zero: `part(10000, 2500)` is 25 %. */
export function part(ore: Ore, basisPoints: number): Ore {
  const product = BigInt(ore) * BigInt(basisPoints);
  const sign = product < 0n ? -1n : 1n;
  return Number((sign * (sign * product + 5_000n)) / 10_000n);
}

/** Amount in øre at `rate`, given in millionths of a krone per unit: what a foreign amount is worth. */
export function atRate(minor: number, rateMillionths: number): Ore {
  return Number((BigInt(minor) * BigInt(rateMillionths) + 500_000n) / 1_000_000n);
}

/** `11250000` millionths as `"11.250000"`. */
export function rateText(millionths: number): string {
  const digits = String(millionths).padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

type More = Omit<DemoLine, 'posting_date' | 'account_code' | 'debit' | 'credit'>;

/** A line by the sign of its amount: debit when positive, credit when negative. */
export const line = (date: string, account: string, ore: Ore, more: More = {}): DemoLine => ({
  posting_date: date,
  account_code: account,
  debit: krone(ore > 0 ? ore : 0),
  credit: krone(ore < 0 ? -ore : 0),
  ...more,
});

/** The balance of every account as the book was written, day by day: what a settlement must clear. */
export class RunningBalances {
  readonly #balances = new Map<string, Ore>();
  /** What they were at the end of each month that something was written in. */
  readonly #monthEnds = new Map<string, ReadonlyMap<string, Ore>>();
  #month = '';

  /** @param entry of the day of the one before it, or of a later one */
  add(entry: DemoEntry): void {
    const month = entry.lines[0]!.posting_date.slice(0, 7);
    if (month !== this.#month) this.#monthEnds.set(this.#month, new Map(this.#balances));
    this.#month = month;
    for (const { account_code, debit, credit } of entry.lines)
      this.#balances.set(account_code, this.of(account_code) + oreOf(debit) - oreOf(credit));
  }

  of(account: string): Ore {
    return this.#balances.get(account) ?? 0;
  }

  /** @param month `2024-02`, with something written in it and in a later one */
  atEndOfMonth(month: string, account: string): Ore {
    const balances = this.#month === month ? this.#balances : this.#monthEnds.get(month);
    return balances?.get(account) ?? 0;
  }

  atEndOf(year: number, account: string): Ore {
    return this.atEndOfMonth(`${year}-12`, account);
  }

  /**
   * What a year has moved on all accounts from one to another, debit positive.
   * @param year with something written in a later one
   * @param to the first account that does not count
   */
  movedIn(year: number, from: string, to: string): Ore {
    return [...this.#balances.keys()]
      .filter((account) => account >= from && account < to)
      .reduce((sum, account) => sum + this.atEndOf(year, account) - this.atEndOf(year - 1, account), 0);
  }
}
