import { randomUUID } from 'node:crypto';

export interface Acknowledged {
  readonly id: number;
  readonly sequenceNumber: number;
  readonly mark: string;
}

/**
 * A client that posts entries without pause and remembers what was acknowledged. After a failure it sends the same request with the same
 * key until it gets an answer, as the documentation advises.
 */
export class Poster {
  readonly acknowledged: Acknowledged[] = [];
  /** Requests that never got an answer: present at most once. */
  readonly unanswered: string[] = [];
  failures = 0;
  #stopping = false;
  readonly #options: { readonly gateway: string; readonly token: string; readonly clientAccountId: number };

  constructor(options: { readonly gateway: string; readonly token: string; readonly clientAccountId: number }) {
    this.#options = options;
  }

  /** Posts with `width` requests side by side until `stop`. */
  async run(width: number): Promise<void> {
    await Promise.all(Array.from({ length: width }, () => this.#loop()));
  }

  stop(): void {
    this.#stopping = true;
  }

  async #loop(): Promise<void> {
    while (!this.#stopping) await this.#postOnce(`mark-${randomUUID()}`);
  }

  async #postOnce(mark: string): Promise<void> {
    const { gateway, token, clientAccountId } = this.#options;
    const ore = (this.acknowledged.length % 9000) + 100;
    const amount = `${Math.floor(ore / 100)}.${String(ore % 100).padStart(2, '0')}`;
    const body = JSON.stringify({
      client_account_id: clientAccountId,
      description: mark,
      lines: [
        { posting_date: '2026-01-15', account_code: '1920', debit: amount, credit: '0' },
        { posting_date: '2026-01-15', account_code: '3000', debit: '0', credit: amount },
      ],
    });
    const deadline = Date.now() + 45_000;
    while (Date.now() < deadline) {
      const answer = await fetch(`${gateway}/api/v2/journal-entries/`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': mark },
        body,
        signal: AbortSignal.timeout(20_000),
      }).then(
        async (response) => ({ status: response.status, text: await response.text() }),
        () => undefined,
      );
      if (answer?.status === 201) {
        const entry = JSON.parse(answer.text) as { id: number; sequence_number: number };
        this.acknowledged.push({ id: entry.id, sequenceNumber: entry.sequence_number, mark });
        return;
      }
      // 409: the first try with this key is still running; 5xx or a cut connection: try again with the same key.
      if (answer && answer.status < 500 && answer.status !== 409)
        throw new Error(`A good entry was refused with ${answer.status}: ${answer.text}`);
      this.failures++;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    this.unanswered.push(mark);
  }
}
