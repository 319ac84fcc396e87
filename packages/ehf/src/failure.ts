/** One thing that is wrong with an invoice. */
export interface Fault {
  /**
   * The rule of EN 16931 or Peppol BIS Billing 3 that says so, such as `BR-CO-15`; `XML`, `LIMIT` or `VALUE` for what
   * cannot be read at all.
   */
  readonly rule: string;
  /** A sentence for people. */
  readonly message: string;
  /** The id of the line; null for the invoice as a whole. */
  readonly line: string | null;
}

/** Faults that are listed; more of them help nobody. */
const MOST_FAULTS = 50;

/** A fault as it is said outside a list: with its line. */
const sentenceOf = ({ message, line }: Fault): string => (line === null ? message : `Line ${line}: ${message}`);

/** An invoice that cannot be read, does not add up, or may not be sent as it is. */
export class EhfFailure extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(faults.slice(0, MOST_FAULTS).map(sentenceOf).join('; '));
    this.name = 'EhfFailure';
    this.faults = faults.slice(0, MOST_FAULTS);
  }
}

/** A file that nothing can be read from any further. */
export const unreadable = (message: string, rule = 'XML'): EhfFailure =>
  new EhfFailure([{ rule, message, line: null }]);

/** Collects what is wrong, in the order in which it is found. */
export class Faults {
  readonly found: Fault[] = [];
  /** The line that is being looked at. */
  line: string | null = null;

  add(rule: string, message: string): void {
    if (this.found.length <= MOST_FAULTS) this.found.push({ rule, message, line: this.line });
  }

  /** @throws EhfFailure when there are any */
  throwAny(): void {
    if (this.found.length > 0) throw new EhfFailure(this.found);
  }
}
