import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeOf, type Ledger, startLedger } from './ledger.ts';
import { ANNA, BENT, openRegister, type ShareRegister } from './support/share-register.ts';

// What the database refuses by itself, whatever code runs before it, and what is written together.

let ledger: Ledger;
let register: ShareRegister;
beforeAll(async () => {
  ledger = await startLedger();
  register = await openRegister(ledger);
  await register.issue(ANNA, '10');
});
afterAll(() => ledger?.stop());

const side = (partner: number | null, quantity: string, group: string, shareClass = 'ORDINARY') => ({
  ...{ client_account_id: register.clientAccountId, transaction_date: '2026-01-01', transaction_type: 'TRANSFER' },
  ...{ transaction_group_id: group, business_partner_id: partner, share_class: shareClass, quantity },
  ...{ created_at: '2026-01-01T00:00:00Z', created_by_id: register.userId },
});

it('a recorded transaction is neither changed nor deleted, by the service or by the owner of the table', async () => {
  for (const statement of ['update share_transactions set notes = $$x$$', 'delete from share_transactions']) {
    await expect(ledger.db.raw.unsafe(statement)).rejects.toMatchObject({ code: '42501' });
    await expect(ledger.asOwner((owner) => owner.unsafe(statement))).rejects.toMatchObject({
      constraint_name: 'share_transactions_guard',
    });
  }
  await expect(ledger.db.raw.unsafe('delete from share_positions')).rejects.toMatchObject({ code: '42501' });
});

it.each([
  ['one side alone', () => [side(ANNA, '-1', randomUUID())]],
  [
    'sides that do not balance',
    () => ((group) => [side(ANNA, '-1', group), side(BENT, '1.000001', group)])(randomUUID()),
  ],
  [
    'sides of two classes',
    () => ((group) => [side(ANNA, '-1', group), side(BENT, '1', group, 'CLASS_A')])(randomUUID()),
  ],
  ['sides of two operations', () => [side(ANNA, '-1', randomUUID()), side(BENT, '1', randomUUID())]],
])('%s: the database refuses it [EQT-R16]', async (_, sides) => {
  const { raw } = ledger.db;
  await expect(raw`insert into share_transactions ${raw(sides())}`).rejects.toMatchObject({
    constraint_name: 'share_transactions_balance_check',
  });
});

it('nobody has fewer than no shares on any day, whoever writes the position', async () => {
  const { raw } = ledger.db;
  await expect(
    raw`update share_positions set quantity = -1 where client_account_id = ${register.clientAccountId} and business_partner_id = ${ANNA}`,
  ).rejects.toMatchObject({ constraint_name: 'share_positions_quantity_check' });
});

it('the event is written with the operation, and neither without the other', async () => {
  const own = await openRegister(ledger);
  const { body } = await own.issue(ANNA, '10', { transaction_date: '2026-01-05' });
  const ofOwn = async () =>
    (await ledger.events('ledger.equity_transaction.recorded')).filter(
      ({ clientAccountId }) => clientAccountId === own.clientAccountId,
    );
  expect(await ofOwn()).toMatchObject([
    {
      payload: {
        ...{ client_account_id: own.clientAccountId, transaction_group_id: body.transaction_group_id, version: 1 },
        ...{ transaction_type: 'ISSUANCE', transaction_date: '2026-01-05', share_class: 'ORDINARY' },
        sides: [
          { transaction_id: body.id - 1, business_partner_id: null, quantity: '-10.000000' },
          { transaction_id: body.id, business_partner_id: ANNA, quantity: '10.000000' },
        ],
      },
    },
  ]);
  expect((await own.transfer(ANNA, BENT, '11')).status).toBe(400);
  const rehearsed = await ledger.call('POST', '/api/v2/equity/transactions/issue', {
    token: own.token,
    dryRun: true,
    body: { client_account_id: own.clientAccountId, business_partner_id: BENT, share_class: 'ORDINARY', quantity: '1' },
  });
  expect(rehearsed.status).toBe(201);
  expect(await ofOwn()).toHaveLength(1);
  expect(await own.held()).toEqual([[ANNA, '10.000000', '0.000000']]);
});

it('while the owner of partners cannot be asked, what is known here is used, and what is not is 503', async () => {
  const own = await openRegister(ledger);
  ledger.own(own.clientAccountId, 'businesspartner', { id: 501, name: 'New' });
  await own.issue(ANNA, '1');
  ledger.unreachable.add(501);
  try {
    const answer = await own.issue(501, '1');
    expect([answer.status, codeOf(answer)]).toEqual([503, 'common.service_unavailable']);
    expect((await own.issue(ANNA, '1')).status).toBe(201);
    expect((await own.positions()).length).toBe(1);
  } finally {
    ledger.unreachable.clear();
  }
  expect((await own.issue(501, '1')).status).toBe(201);
});
