/** What clients were answered: the only truth the books are compared with. */
export interface AcknowledgedEntry {
  readonly id: number;
  readonly sequenceNumber: number;
  readonly mark: string;
}

/** A project, a bill, a share transaction, a disposed asset, lines that were matched, or a line that was compared. */
export interface AcknowledgedRecord {
  readonly id: number;
  readonly mark: string;
}

/** What was acknowledged of one kind. */
export type AcknowledgedList = 'entries' | 'projects' | 'bills' | 'shares' | 'disposals' | 'matches' | 'comparisons';

/** Everything that was sent, and what became of it. */
export class Record {
  readonly entries: AcknowledgedEntry[] = [];
  readonly projects: AcknowledgedRecord[] = [];
  readonly bills: AcknowledgedRecord[] = [];
  readonly shares: AcknowledgedRecord[] = [];
  readonly disposals: AcknowledgedRecord[] = [];
  readonly matches: AcknowledgedRecord[] = [];
  readonly comparisons: AcknowledgedRecord[] = [];
  /** Services of which a process was ended (SIGKILL). */
  readonly killed = new Set<string>();
  /** Answers by status; 0 where there was none. */
  readonly answers = new Map<number, number>();
  /** Answers of 5xx, by what was asked and what was said. */
  readonly #failures = new Map<string, number>();
  /** Refusals of something good, and answers that are none of those a caller is promised. */
  readonly #surprises = new Map<string, { times: number; readonly first: string }>();
  /** Calls that had no answer when the clients were stopped: each present at most once. */
  unanswered = 0;

  get acknowledged(): number {
    const { entries, projects, bills, shares, disposals, matches, comparisons } = this;
    const records = [entries, projects, bills, shares, disposals, matches, comparisons];
    return records.reduce((sum, acknowledged) => sum + acknowledged.length, 0);
  }

  /** @param body the answer, as text or as it was read; kept of failures alone, without ids */
  count(status: number, path: string, body: unknown): void {
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
    if (status < 500) return;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const said = /"message":\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text.slice(0, 100);
    const what = `${path.replaceAll(/\d+/g, 'N').replace(/^\/api\/vN/, '')} was answered ${status}: ${said}`;
    this.#failures.set(what, (this.#failures.get(what) ?? 0) + 1);
  }

  /** How often each failure was answered so far. */
  get failures(): ReadonlyMap<string, number> {
    return new Map(this.#failures);
  }

  /** The failures that came since, as sentences. */
  failuresSince(before: ReadonlyMap<string, number>): string[] {
    return [...this.#failures].flatMap(([what, times]) => {
      const more = times - (before.get(what) ?? 0);
      return more > 0 ? [`${what}, ${more} times`] : [];
    });
  }

  surprise(what: string, detail: string): void {
    const known = this.#surprises.get(what);
    if (known) known.times += 1;
    else this.#surprises.set(what, { times: 1, first: detail });
  }

  /** What was surprising since the last time. */
  takeSurprises(): string[] {
    const taken = [...this.#surprises].map(([what, { times, first }]) => `${what}, ${times} times, first: ${first}`);
    this.#surprises.clear();
    return taken;
  }

  /** Answers with one of these statuses so far. */
  answered(isMeant: (status: number) => boolean): number {
    return [...this.answers].reduce((sum, [status, count]) => sum + (isMeant(status) ? count : 0), 0);
  }
}
