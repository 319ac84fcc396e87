import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { line, startTrade, type Trade, type Trader } from './trade.ts';

// Documents that are posted begin together (docs/decisions/0239-invoices-begin-together.md): nobody waits for long.

let trade: Trade;
vi.setConfig({ testTimeout: 120_000 });
beforeAll(async () => {
  trade = await startTrade();
});
afterAll(() => trade?.stop());

const { setTimeout: elapse } = globalThis;
const forMillis = (millis: number) => new Promise((resolve) => elapse(resolve, millis));
/** Long enough for a request to come as far as it may. */
const aMoment = () => forMillis(500);

/** Posts a bill, again under its key while the service is too busy for it. */
async function post(own: Trader, key: string) {
  for (;;) {
    const answer = await own.create(
      {
        ...{ document_type: 'APINV', business_partner_id: own.supplier, document_date: '2026-03-14', is_draft: false },
        lines: [line({ quantity: '1', price: '70', tax_code: '1' })],
      },
      { 'idempotency-key': key },
    );
    if (answer.status < 500) return answer;
  }
}

it('a company whose postings take long keeps those of others waiting for a tenth of a second, once', async () => {
  const [slow, other] = await Promise.all([trade.trader(), trade.trader()]);
  for (const own of [slow, other]) expect((await post(own, 'before')).status).toBe(201);
  // The first that a posting does is to ask for its partner.
  const asked = vi.spyOn(trade.partners, 'get');
  const begunOf = ({ supplier }: Trader): number => asked.mock.calls.filter(([id]) => id === supplier).length;
  onTestFinished(() => {
    asked.mockRestore();
    vi.useRealTimers();
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let late: readonly ReturnType<typeof post>[] = [];
  await trade.db.raw.begin(async (tx) => {
    await tx`set local idle_in_transaction_session_timeout = 0`;
    await tx`select from change_turns where client_account_id = ${slow.clientAccountId} for update`;
    // As many as begin without waiting, and so many that the next one waits.
    late = Array.from({ length: 10 }, (_, index) => post(slow, `late ${index}`));
    // Polling would move the played clock.
    while (begunOf(slow) < 10) await forMillis(20);
    const waiting = post(other, 'beside');
    await aMoment();
    vi.advanceTimersByTime(99);
    await aMoment();
    expect(begunOf(other)).toBe(0);
    vi.advanceTimersByTime(1);
    expect((await waiting).body).toMatchObject({ status: 'POSTED' });
    // From now on nobody waits for them, though they are at it still.
    const more = await Promise.all(['first', 'second', 'third'].map((key) => post(other, key)));
    expect(more.map(({ status }) => status)).toEqual([201, 201, 201]);
  });
  vi.useRealTimers();
  for (const { body } of await Promise.all(late)) expect(body).toMatchObject({ status: 'POSTED' });
  for (const own of [slow, other]) await trade.expectSound(own.clientAccountId);
});
