import { figure } from './xml.ts';

/** A balance on its side: debit positive, never negative in the file. @param balance debit minus credit */
export const balance = (when: 'Opening' | 'Closing', balance: string): string =>
  balance.startsWith('-') ? figure(`${when}CreditBalance`, balance.slice(1)) : figure(`${when}DebitBalance`, balance);

/** Up to 9 999 999 999.99 an amount is a whole number of hundredths that a float keeps. */
const SAFE_LENGTH = 13;

/** Adds up amounts with two decimals exactly. */
export class Total {
  #whole = 0n;
  #recent = 0;

  /** @param amount such as `1250.00`, not negative */
  add(amount: string): void {
    if (amount.length > SAFE_LENGTH) {
      this.#whole += BigInt(amount.replace('.', ''));
      return;
    }
    this.#recent += Math.round(Number(amount) * 100);
    if (this.#recent > 1e15) this.#settle();
  }

  equals(other: Total): boolean {
    if (this.#whole === other.#whole) return this.#recent === other.#recent;
    return this.#whole + BigInt(this.#recent) === other.#whole + BigInt(other.#recent);
  }

  #settle(): void {
    this.#whole += BigInt(this.#recent);
    this.#recent = 0;
  }

  /** `1250.00` */
  toString(): string {
    this.#settle();
    const digits = this.#whole.toString().padStart(3, '0');
    return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
  }
}
