import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ledger, startLedger } from './ledger.ts';
import { ANNA, BENT, CARL, openRegister } from './support/share-register.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger?.stop());

const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const statuses = (answers: readonly { readonly status: number }[]) =>
  answers.map(({ status }) => status).sort((a, b) => a - b);

describe('fifty at once', () => {
  it('who all want the last share: one gets it [EQT-R19]', async () => {
    const own = await openRegister(ledger);
    await own.issue(ANNA, '1');
    const answers = await times(50, () => own.transfer(ANNA, BENT, '1'));
    expect(statuses(answers)).toEqual([201, ...Array(49).fill(400)]);
    for (const { status, body } of answers)
      if (status === 400) expect(body.error.message).toContain('available 0.000000, requested 1.000000');
    expect(await own.held()).toEqual([[BENT, '1.000000', '0.000000']]);
    await ledger.expectSound(own.clientAccountId);
  });

  it('who give to each other in both directions, buy back and split never meet in a deadlock, and lose no share [EQT-R19]', async () => {
    const own = await openRegister(ledger);
    for (const partner of [ANNA, BENT, CARL]) await own.issue(partner, '20', { price_per_share: '3' });
    const partners = [ANNA, BENT, CARL] as const;
    const answers = await times(50, (i) => {
      const [from, to] = [partners[i % 3]!, partners[(i + 1 + (i % 2)) % 3]!];
      if (i % 10 === 7) return own.buyBack(from, '2');
      if (i % 10 === 8) return own.split(from, '20', '40');
      return own.transfer(from, to, '3');
    });
    for (const { status, body } of answers) expect([201, 400], JSON.stringify(body)).toContain(status);
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(10);
    await ledger.expectSound(own.clientAccountId);
    const rows = await own.positions('&include_void=true');
    expect(rows.reduce((total, { quantity }) => total + Number(quantity), 0)).toBe(0);
  });

  it('under one key: one operation, and everybody gets its answer or is told to come again', async () => {
    const own = await openRegister(ledger);
    const body = { business_partner_id: ANNA, quantity: '5' };
    const answers = await times(50, () => own.operate('issue', body, { 'idempotency-key': 'same' }));
    const ids = new Set(answers.filter(({ status }) => status === 201).map((answer) => answer.body.id));
    expect(ids.size).toBe(1);
    for (const { status } of answers) expect([201, 409]).toContain(status);
    expect(await own.held()).toEqual([[ANNA, '5.000000', '0.000000']]);
  });

  it('get moments that follow each other, so that no change appears behind another', async () => {
    const own = await openRegister(ledger);
    await times(20, () => own.issue(ANNA, '1'));
    const rows = await ledger.db.raw<{ id: string; at: string }[]>`
      select min(id) as id, created_at::text as at from share_transactions where client_account_id = ${own.clientAccountId}
      group by transaction_group_id, created_at order by created_at`;
    expect(new Set(rows.map(({ at }) => at)).size).toBe(20);
    expect(rows.map(({ id }) => Number(id))).toEqual(rows.map(({ id }) => Number(id)).sort((a, b) => a - b));
  });
});
