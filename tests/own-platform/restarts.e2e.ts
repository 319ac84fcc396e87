import { expect, it } from 'vitest';
import type { OwnSystem } from '../src/own-system.ts';
import { eventually, type Owner } from '../src/system.ts';

/** What becomes of a platform whose processes end, for a company that was there before. */
export function restarts(own: OwnSystem, owner: () => Owner): void {
  const posted = (description: string): Promise<number> =>
    eventually(
      async () => {
        const { token, clientAccountId: client_account_id } = owner();
        const lines = [
          { posting_date: '2026-03-02', account_code: '7140', debit: '3.00', credit: '0' },
          { posting_date: '2026-03-02', account_code: '1920', debit: '0', credit: '3.00' },
        ];
        const body = { client_account_id, description, lines };
        const answer = await own.ask('POST', '/api/v2/journal-entries/', { token, body }).catch(() => undefined);
        return answer?.status === 201 ? (answer.body.sequence_number as number) : 0;
      },
      (number) => number > 0,
    );

  it('any service may be stopped, started in any order, and heals by itself', async () => {
    const before = await posted('Før omstart');
    const { processes } = own.system.platform;
    const order = ['organisation', 'ledger', 'auth', 'gateway'];
    for (const name of order) await processes.get(name)!.stop();
    // The last to stop is the first to start: every one finds what it needs missing.
    await Promise.all([...order].reverse().map((name) => processes.get(name)!.start()));
    expect(await posted('Etter omstart')).toBeGreaterThan(before);
  });
}
