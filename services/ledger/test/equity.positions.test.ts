import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, faultsOf, type Ledger, startLedger } from './ledger.ts';
import {
  ANNA,
  BENT,
  CARL,
  COMPANY,
  openRegister,
  type ShareRegister,
  withoutShares,
} from './support/share-register.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger?.stop());

/** Each test has a company of its own, also one that runs on after its time is up. */
const it = test.extend('register', (): Promise<ShareRegister> => openRegister(ledger));

const on = (transaction_date: string, price_per_share?: string) => ({ transaction_date, price_per_share });

describe('positions', () => {
  it('are an array of quantity, cost and average price with six decimals [EQT-R21] [EQT-R29] [EQT-R32]', async ({
    register,
  }) => {
    await register.issue(ANNA, '100', on('2026-01-05', '10'));
    await register.issue(ANNA, '50.5', on('2026-01-06', '16.25'));
    expect(await register.positions()).toEqual([
      {
        ...{ business_partner_id: ANNA, share_class: 'ORDINARY', quantity: '150.500000' },
        ...{ cost_basis: '1820.625000', average_price: '12.097176' },
      },
    ]);
    const none = await withoutShares(ledger);
    const empty = await none.call('GET', `/equity/positions?client_account_id=${none.clientAccountId}`);
    expect([empty.status, empty.body]).toEqual([200, []]);
    expect((await none.call('GET', '/equity/positions')).status).toBe(400);
  });

  it('follow the weighted average when shares are sold: the average stays, the cost falls [EQT-R20]', async ({
    register,
  }) => {
    await register.issue(ANNA, '100', on('2026-01-05', '10'));
    await register.issue(ANNA, '50', on('2026-01-06', '16'));
    await register.transfer(ANNA, BENT, '30', on('2026-01-07', '20'));
    await register.transfer(ANNA, CARL, '10', on('2026-01-08'));
    expect(await register.held()).toEqual([
      [ANNA, '110.000000', '1320.000000'],
      [BENT, '30.000000', '600.000000'],
      [CARL, '10.000000', '120.000000'],
    ]);
    expect((await register.positions()).map(({ average_price }) => average_price)).toEqual([
      '12.000000',
      '20.000000',
      '12.000000',
    ]);
  });

  it('are without those who have nothing left, and who gave all has no cost left', async ({ register }) => {
    await register.issue(ANNA, '3', on('2026-01-05', '0.333333'));
    for (const _ of [1, 2, 3]) await register.transfer(ANNA, BENT, '1', on('2026-01-06'));
    expect(await register.held()).toEqual([[BENT, '3.000000', '0.999999']]);
    await ledger.expectSound(register.clientAccountId);
  });

  it('show the pool on request, which has given what there is [EQT-R22]', async ({ register }) => {
    await register.issue(ANNA, '100', on('2026-01-05', '10'));
    await register.issue(BENT, '5', { ...on('2026-01-05'), share_class: 'CLASS_A' });
    expect(await register.held('&include_void=true')).toEqual([
      [ANNA, '100.000000', '1000.000000'],
      [null, '-100.000000', '-1000.000000'],
      [BENT, '5.000000', '0.000000'],
      [null, '-5.000000', '0.000000'],
    ]);
    expect(await register.held('&include_void=1&share_class=CLASS_A')).toHaveLength(2);
    for (const no of ['', '&include_void=false', '&include_void=0']) expect(await register.held(no)).toHaveLength(2);
    expect(
      (await register.call('GET', `/equity/positions?client_account_id=${register.clientAccountId}&include_void=maybe`))
        .status,
    ).toBe(400);
  });

  it('are limited to partners and classes', async ({ register }) => {
    await register.issue(ANNA, '1', on('2026-01-05'));
    await register.issue(BENT, '2', on('2026-01-05'));
    await register.issue(BENT, '3', { ...on('2026-01-05'), share_class: 'PREFERRED' });
    expect(await register.held(`&business_partner_id=${BENT}`)).toHaveLength(2);
    expect(await register.held(`&business_partner_id=${BENT}&share_class=ORDINARY`)).toEqual([
      [BENT, '2.000000', '0.000000'],
    ]);
    expect(await register.held('&business_partner_id=424242')).toEqual([]);
  });

  it("hold the company's own shares after a buyback, and fewer of them after retiring [EQT-R17] [EQT-R18]", async ({
    register,
  }) => {
    await register.issue(ANNA, '100', on('2026-01-05', '10'));
    await register.buyBack(ANNA, '40', on('2026-02-01', '15'));
    expect(await register.held(`&business_partner_id=${COMPANY}`)).toEqual([[COMPANY, '40.000000', '600.000000']]);
    await register.retire('30', on('2026-02-02'));
    expect(await register.held('&include_void=true')).toEqual([
      [ANNA, '60.000000', '600.000000'],
      [COMPANY, '10.000000', '150.000000'],
      [null, '-70.000000', '-550.000000'],
    ]);
    expect((await register.retire('10.000001', on('2026-02-03'))).body.error.message).toContain('available 10.000000');
  });

  it('keep their cost in a split and a reverse split', async ({ register }) => {
    await register.issue(ANNA, '3', on('2026-01-05', '33.333333'));
    await register.split(ANNA, '3', '7', on('2026-01-06'));
    expect(await register.positions()).toMatchObject([
      { quantity: '7.000000', cost_basis: '99.999999', average_price: '14.285714' },
    ]);
    await register.split(ANNA, '7', '0.5', on('2026-01-07'));
    expect(await register.positions()).toMatchObject([
      { quantity: '0.500000', cost_basis: '99.999999', average_price: '199.999998' },
    ]);
  });
});

describe('a day', () => {
  it('is shown as it ended; today unless another is asked for', async ({ register }) => {
    const today = Temporal.PlainDate.from(ledger.running.composition.clock.today());
    await register.issue(ANNA, '100', on('2026-01-05', '10'));
    await register.transfer(ANNA, BENT, '40', on('2026-02-01'));
    await register.issue(CARL, '7', on(today.add({ days: 1 }).toString()));
    expect(await register.held('&as_of_date=2026-01-04')).toEqual([]);
    expect(await register.held('&as_of_date=2026-01-31')).toEqual([[ANNA, '100.000000', '1000.000000']]);
    expect(await register.held('&as_of_date=2026-02-01')).toEqual([
      [ANNA, '60.000000', '600.000000'],
      [BENT, '40.000000', '400.000000'],
    ]);
    expect(await register.held()).toHaveLength(2);
    expect(await register.held(`&as_of_date=${today.add({ days: 1 })}`)).toHaveLength(3);
    expect((await register.capTable()).body.total_outstanding).toBe('100.000000');
    expect((await register.capTable('&as_of_date=2026-01-04')).body).toEqual({
      ...{ share_classes: [], total_outstanding: '0.000000', total_treasury: '0.000000' },
    });
  });

  it('that lies behind others takes an operation after all of that day, and later costs follow', async ({
    register,
  }) => {
    await register.issue(ANNA, '100', on('2026-01-05', '10'));
    await register.transfer(ANNA, BENT, '50', on('2026-03-01'));
    expect(await register.held(`&business_partner_id=${BENT}`)).toEqual([[BENT, '50.000000', '500.000000']]);
    // Found late: a hundred more at 20 in February. The average of March was 15.
    expect((await register.issue(ANNA, '100', on('2026-02-01', '20'))).status).toBe(201);
    expect(await register.held()).toEqual([
      [ANNA, '150.000000', '2250.000000'],
      [BENT, '50.000000', '750.000000'],
    ]);
    expect(await register.held('&as_of_date=2026-02-01')).toEqual([[ANNA, '200.000000', '3000.000000']]);
    await ledger.expectSound(register.clientAccountId);
  });

  it('that lies behind others is refused only where somebody would later have fewer than none', async ({
    register,
  }) => {
    await register.issue(ANNA, '100', on('2026-01-05'));
    await register.transfer(ANNA, BENT, '80', on('2026-03-01'));
    await register.issue(ANNA, '500', on('2026-04-01'));
    const refused = await register.transfer(ANNA, CARL, '20.000001', on('2026-02-01'));
    expect([refused.status, codeOf(refused)]).toEqual([400, 'common.validation_error']);
    expect(refused.body.error.message).toMatch(/on 2026-03-01.*available 20.000000, requested 20.000001/);
    expect(Object.keys(faultsOf(refused))).toEqual(['quantity']);
    expect((await register.transfer(ANNA, CARL, '20', on('2026-02-01'))).status).toBe(201);
    expect(await register.held('&as_of_date=2026-03-31')).toEqual([
      [BENT, '80.000000', '0.000000'],
      [CARL, '20.000000', '0.000000'],
    ]);
    // A transfer through somebody: what Bent gave on in March is there on the day that Bent got it.
    expect((await register.transfer(BENT, CARL, '80', on('2026-03-02'))).status).toBe(201);
    const tooEarly = await register.transfer(BENT, CARL, '1', on('2026-03-01'));
    expect(tooEarly.body.error.message).toMatch(/on 2026-03-02.*available 0.000000, requested 1.000000/);
    await ledger.expectSound(register.clientAccountId);
  });

  it('may lie behind a split: the split stands with its difference', async ({ register }) => {
    await register.issue(ANNA, '100', on('2026-01-05', '1'));
    await register.split(ANNA, '100', '200', on('2026-03-01'));
    expect((await register.issue(ANNA, '10', on('2026-02-01', '1'))).status).toBe(201);
    expect(await register.held()).toEqual([[ANNA, '210.000000', '110.000000']]);
    // Reversed, it would leave fewer than none where more was given before it.
    const reverse = await register.split(ANNA, '210', '5', on('2026-04-01'));
    expect(reverse.status).toBe(201);
    const behind = await register.transfer(ANNA, BENT, '6', on('2026-03-15'));
    expect(behind.body.error.message).toMatch(/on 2026-04-01.*available 5.000000, requested 6.000000/);
    await ledger.expectSound(register.clientAccountId);
  });

  it('takes random operations in any order: what is kept equals what following them by their days gives', async ({
    register,
  }) => {
    const days = ['2026-01-10', '2026-01-20', '2026-01-20', '2026-02-10', '2026-03-01'];
    let state = 7;
    const below = (n: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
      return (state >>> 8) % n;
    };
    const partners = [ANNA, BENT, CARL] as const;
    let stored = 0;
    for (let i = 0; i < 60; i++) {
      const date = days[below(days.length)]!;
      const [from, to] = [partners[below(3)]!, partners[below(3)]!];
      const price = below(2) ? `${1 + below(90)}.${below(9)}` : undefined;
      const quantity = `${1 + below(30)}.${1 + below(8)}`;
      const answers = [
        () => register.issue(from, quantity, on(date, price)),
        () =>
          register.transfer(
            from,
            to === from ? partners[(partners.indexOf(from) + 1) % 3]! : to,
            quantity,
            on(date, price),
          ),
        () => register.buyBack(from, quantity, on(date, price)),
        () => register.retire('1', on(date)),
      ];
      const { status, body } = await answers[i < 6 ? 0 : below(4)]!();
      expect([201, 400], JSON.stringify(body)).toContain(status);
      if (status === 201) stored += 1;
    }
    expect(stored).toBeGreaterThan(20);
    await ledger.expectSound(register.clientAccountId);
    const kept = await ledger.db.raw`
      select business_partner_id, as_of::text, quantity::text, cost_basis::text from share_positions
      where client_account_id = ${register.clientAccountId} order by as_of, business_partner_id`;
    // The same again in a company of its own, each operation recorded on its day, none of them late.
    const again = await openRegister(ledger);
    const rows = (await register.list()).body.data as readonly Readonly<Record<string, never>>[];
    expect(rows.length).toBe(Math.min(100, 2 * stored));
    const sides = await ledger.db.raw`
      select transaction_type as type, transaction_date::text as date, price_per_share::text as price,
        (array_agg(business_partner_id order by quantity))[1] as giver, (array_agg(business_partner_id order by quantity))[2] as receiver,
        max(quantity)::text as quantity
      from share_transactions where client_account_id = ${register.clientAccountId}
      group by transaction_group_id, transaction_type, transaction_date, price_per_share order by transaction_date, min(id)`;
    for (const { type, date, price, giver, receiver, quantity } of sides) {
      const more = on(date, price ?? undefined);
      const answer = await {
        ISSUANCE: () => again.issue(Number(receiver), quantity, more),
        TRANSFER: () => again.transfer(Number(giver), Number(receiver), quantity, more),
        BUYBACK: () => again.buyBack(Number(giver), quantity, more),
        RETIREMENT: () => again.retire(quantity, { transaction_date: date }),
      }[type as 'ISSUANCE']();
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    }
    const anew = await ledger.db.raw`
      select business_partner_id, as_of::text, quantity::text, cost_basis::text from share_positions
      where client_account_id = ${again.clientAccountId} order by as_of, business_partner_id`;
    expect([...anew]).toEqual([...kept]);
  });
});

describe('the cap table', () => {
  it('needs the client account and the company as a partner of it [EQT-R23]', async ({ register }) => {
    const of = `client_account_id=${register.clientAccountId}`;
    const ask = (query: string) => register.call('GET', `/equity/cap-table?${query}`);
    const [first, second] = [await ask(of), await ask(`company_business_partner_id=${COMPANY}`)];
    for (const answer of [first, second])
      expect([answer.status, codeOf(answer)]).toEqual([400, 'common.validation_error']);
    expect(Object.keys(faultsOf(first))).toEqual(['company_business_partner_id']);
    const other = await openRegister(ledger);
    ledger.own(other.clientAccountId, 'businesspartner', { id: 77, name: 'Theirs' });
    for (const id of [77, 424_242]) {
      const answer = await ask(`${of}&company_business_partner_id=${id}`);
      expect([answer.status, codeOf(answer)]).toEqual([400, 'equity.business_partner_not_found']);
    }
    expect((await ask(`${of}&company_business_partner_id=x`)).status).toBe(400);
  });

  it("shows shareholders by class with their percentages, and the company's own shares apart [EQT-R24] [EQT-R25] [EQT-R31] [EQT-R34]", async ({
    register,
  }) => {
    await register.issue(ANNA, '1000', on('2026-01-05', '130'));
    await register.transfer(ANNA, BENT, '400', on('2026-01-08', '150'));
    await register.buyBack(ANNA, '100', on('2026-01-12', '160'));
    await register.retire('40', on('2026-01-13'));
    await register.split(BENT, '400', '800', on('2026-01-14'));
    await register.issue(CARL, '700', { ...on('2026-01-15'), share_class: 'PREFERRED' });
    const { status, body } = await register.capTable();
    expect(status).toBe(200);
    expect(body).toEqual({
      share_classes: [
        {
          share_class: 'ORDINARY',
          total_shares: '1360.000000',
          treasury_shares: '60.000000',
          percentage_of_total: '65.000000',
          shareholders: [
            {
              ...{ business_partner_id: BENT, name: 'Bent Berg', quantity: '800.000000', average_price: '75.000000' },
              ...{ percentage_of_class: '61.538462', percentage_of_total: '40.000000' },
            },
            {
              ...{ business_partner_id: ANNA, name: 'Anna Ås', quantity: '500.000000', average_price: '130.000000' },
              ...{ percentage_of_class: '38.461538', percentage_of_total: '25.000000' },
            },
          ],
        },
        {
          share_class: 'PREFERRED',
          total_shares: '700.000000',
          treasury_shares: '0.000000',
          percentage_of_total: '35.000000',
          shareholders: [
            {
              ...{ business_partner_id: CARL, name: 'Carl Dal', quantity: '700.000000', average_price: '0.000000' },
              ...{ percentage_of_class: '100.000000', percentage_of_total: '35.000000' },
            },
          ],
        },
      ],
      total_outstanding: '2000.000000',
      total_treasury: '60.000000',
    });
  });

  it('calls shareholders as their owner does, after the names here are gone, too', async ({ register }) => {
    await register.issue(ANNA, '1', on('2026-01-05'));
    await ledger.asOwner(
      (sql) => sql`delete from reference_values where client_account_id = ${register.clientAccountId}`,
    );
    ledger.own(register.clientAccountId, 'businesspartner', { id: ANNA, name: 'Anna Åsen' });
    expect((await register.capTable()).body.share_classes[0].shareholders[0].name).toBe('Anna Åsen');
    const rebuilt = await ledger.runJob('ledger-projections');
    expect(rebuilt).toBeGreaterThan(0);
  });
});
