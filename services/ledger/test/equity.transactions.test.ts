import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, faultsOf, type Ledger, startLedger } from './ledger.ts';
import { ANNA, BENT, COMPANY, openRegister, type ShareRegister } from './support/share-register.ts';

let ledger: Ledger;
let register: ShareRegister;
beforeAll(async () => {
  ledger = await startLedger();
  register = await openRegister(ledger);
  await register.issue(ANNA, '100', { transaction_date: '2026-01-05' });
  ledger.own(register.clientAccountId, 'businesspartner', { id: 30, name: 'Left', isActive: false });
});
afterAll(() => ledger?.stop());

const stranger = 999_999;
const bodies: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  issue: { business_partner_id: ANNA, quantity: '1' },
  transfer: { from_business_partner_id: ANNA, to_business_partner_id: BENT, quantity: '1' },
  buyback: { from_business_partner_id: ANNA, company_business_partner_id: COMPANY, quantity: '1' },
  retire: { company_business_partner_id: COMPANY, quantity: '1' },
  split: { business_partner_id: ANNA, old_quantity: '100', new_quantity: '200' },
};
const operations = Object.entries(bodies).map(([operation, body]) => [operation, body] as const);
const quantitiesOf = (body: object) => Object.keys(body).filter((field) => field.endsWith('quantity'));
const partnersOf = (body: object) => Object.keys(body).filter((field) => field.endsWith('partner_id'));

describe.each(operations)('%s', (operation, body) => {
  it('without one of its fields is refused, naming it, and stores nothing [EQT-R09]', async () => {
    const before = (await register.list()).body.meta.records;
    for (const field of [...Object.keys(body), 'share_class', 'client_account_id'])
      for (const value of [undefined, null]) {
        const answer = await register.operate(operation, { ...body, [field]: value });
        expect([field, answer.status, codeOf(answer)]).toEqual([field, 400, 'common.validation_error']);
        expect(Object.keys(faultsOf(answer))).toContain(field);
      }
    expect((await register.list()).body.meta.records).toBe(before);
  });

  it.each(['ordinary', 'CLASS_D', '', 7, 'ORDINARY,CLASS_A'])(
    'of the share class %j is refused [EQT-R10]',
    async (shareClass) => {
      const answer = await register.operate(operation, { ...body, share_class: shareClass });
      expect([answer.status, codeOf(answer)]).toEqual([400, 'common.validation_error']);
      expect(Object.keys(faultsOf(answer))).toEqual(['share_class']);
    },
  );

  it.each(['0', '0.000000', '-1', '-0', 0, '1.0000001', '1e3', 'many', '12345678901234', ' 1', true])(
    'of the quantity %j is refused [EQT-R11]',
    async (quantity) => {
      for (const field of quantitiesOf(body)) {
        const answer = await register.operate(operation, { ...body, [field]: quantity });
        expect([answer.status, codeOf(answer)]).toEqual([400, 'common.validation_error']);
        expect(Object.keys(faultsOf(answer))).toEqual([field]);
      }
    },
  );

  it('with a partner that the company does not have is refused, whoever else has it', async () => {
    const other = await openRegister(ledger);
    ledger.own(other.clientAccountId, 'businesspartner', { id: stranger, name: 'Theirs' });
    await other.issue(stranger, '1');
    for (const field of partnersOf(body)) {
      const unknown = await register.operate(operation, { ...body, [field]: 888_888 });
      const theirs = await register.operate(operation, { ...body, [field]: stranger });
      for (const answer of [unknown, theirs]) {
        expect([answer.status, codeOf(answer)]).toEqual([400, 'equity.business_partner_not_found']);
        expect(Object.keys(faultsOf(answer))).toEqual([field]);
      }
      expect(theirs.body.error.message).toBe(unknown.body.error.message.replace('888888', String(stranger)));
    }
  });

  it.each(['2026-02-30', '1899-12-31', '3000-01-01', '01.02.2026', 20260101])(
    'on the day %j is refused',
    async (date) => {
      const answer = await register.operate(operation, { ...body, transaction_date: date });
      expect([answer.status, Object.keys(faultsOf(answer))]).toEqual([400, ['transaction_date']]);
    },
  );

  it('in a company that the caller cannot reach is refused before anything is said of it [EQT-R28]', async () => {
    const outsider = await ledger.books();
    const answer = await outsider.call('POST', `/equity/transactions/${operation}`, {
      client_account_id: register.clientAccountId,
      quantity: 'nonsense',
    });
    expect([answer.status, codeOf(answer)]).toEqual([403, 'common.forbidden']);
    ledger.world.grant(outsider.userId, register.clientAccountId, 'EM');
    const employee = await outsider.call('POST', `/equity/transactions/${operation}`, {
      client_account_id: register.clientAccountId,
      ...{ share_class: 'ORDINARY', ...body },
    });
    expect([employee.status, codeOf(employee)]).toEqual([403, 'common.forbidden']);
  });

  it('in an inactive company is refused', async () => {
    const resting = await openRegister(ledger, { isActive: false });
    const answer = await resting.operate(operation, body);
    expect([answer.status, codeOf(answer)]).toEqual([409, 'client_account.inactive']);
  });
});

describe('who takes part', () => {
  it('a transfer to who gives is refused [EQT-R13]', async () => {
    const answer = await register.transfer(ANNA, ANNA, '1');
    expect([answer.status, codeOf(answer)]).toEqual([400, 'equity.same_party']);
  });

  it('a buyback from the company itself is refused [EQT-R14]', async () => {
    const answer = await register.buyBack(COMPANY, '1');
    expect([answer.status, codeOf(answer)]).toEqual([400, 'equity.same_party']);
  });

  it('an inactive partner receives nothing, and gives what it has', async () => {
    const answer = await register.issue(30, '1');
    expect([answer.status, codeOf(answer)]).toEqual([400, 'common.validation_error']);
    expect(faultsOf(answer)).toEqual({
      business_partner_id: 'Business partner 30 is inactive and takes no shares',
    });
    const own = await openRegister(ledger);
    await own.issue(ANNA, '5');
    ledger.own(own.clientAccountId, 'businesspartner', { id: ANNA, isActive: false });
    expect((await own.transfer(ANNA, BENT, '5')).status).toBe(201);
  });
});

describe('shares that are not there', () => {
  it.each([
    ['transfer', () => register.transfer(ANNA, BENT, '100.000001'), '100.000000', '100.000001'],
    ['buyback', () => register.buyBack(BENT, '1'), '0.000000', '1.000000'],
    ['retire', () => register.retire('3'), '0.000000', '3.000000'],
    [
      'transfer of another class',
      () => register.transfer(ANNA, BENT, '1', { share_class: 'CLASS_A' }),
      '0.000000',
      '1.000000',
    ],
    [
      'transfer before they were issued',
      () => register.transfer(ANNA, BENT, '1', { transaction_date: '2026-01-04' }),
      '0.000000',
      '1.000000',
    ],
  ])(
    '%s: the refusal names what is available and what was asked for [EQT-R12]',
    async (_, operate, available, requested) => {
      const answer = await operate();
      expect([answer.status, codeOf(answer)]).toEqual([400, 'common.validation_error']);
      expect(answer.body.error.message).toContain(`available ${available}, requested ${requested}`);
      expect(Object.keys(faultsOf(answer))).toEqual(['quantity']);
    },
  );

  it('a split names the position that it needs and the one that there is [EQT-R15]', async () => {
    for (const [old, current] of [
      ['99', '100.000000'],
      ['100.000001', '100.000000'],
    ] as const) {
      const answer = await register.split(ANNA, old, '200');
      expect([answer.status, codeOf(answer)]).toEqual([400, 'common.validation_error']);
      expect(answer.body.error.message).toContain(current);
      expect(answer.body.error.message).toContain(Number(old).toFixed(6));
      expect(Object.keys(faultsOf(answer))).toEqual(['old_quantity']);
    }
    expect((await register.split(BENT, '1', '2')).body.error.message).toContain('0.000000');
  });

  it('a split into as many, or in a ratio beyond what integers hold, is refused', async () => {
    const own = await openRegister(ledger);
    await own.issue(ANNA, '9999999999999.999999');
    for (const quantity of ['9999999999999.999999', '0.000001']) {
      const answer = await own.split(ANNA, '9999999999999.999999', quantity);
      expect([answer.status, Object.keys(faultsOf(answer))]).toEqual([400, ['new_quantity']]);
    }
  });

  it('the refusals are there in Norwegian', async () => {
    const norwegian = { 'accept-language': 'nb' };
    const body = { from_business_partner_id: ANNA, to_business_partner_id: BENT, quantity: '1000' };
    const { body: answer } = await register.operate('transfer', body, norwegian);
    expect(answer.error.message).toMatch(/har ikke nok aksjer .*: tilgjengelig 100.000000, ønsket 1000.000000/);
  });
});

describe('what is answered', () => {
  let own: ShareRegister;
  beforeAll(async () => {
    own = await openRegister(ledger);
  });

  it("issuing: 201 and the shareholder's side [EQT-R03] [EQT-R29]", async () => {
    const answer = await own.issue(ANNA, '1000', {
      price_per_share: '130.5',
      transaction_date: '2026-01-05',
      notes: ' Stiftelse ',
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`/api/v2/equity/transactions/${answer.body.id}`);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      client_account_id: own.clientAccountId,
      transaction_date: '2026-01-05',
      transaction_type: 'ISSUANCE',
      transaction_group_id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      business_partner_id: ANNA,
      share_class: 'ORDINARY',
      quantity: '1000.000000',
      price_per_share: '130.500000',
      notes: 'Stiftelse',
      split_ratio_numerator: null,
      split_ratio_denominator: null,
      created_at: expect.stringMatching(/Z$/),
      created_by_id: own.userId,
      updated_at: answer.body.created_at,
      updated_by_id: own.userId,
    });
  });

  it("a transfer: 201 and the recipient's side [EQT-R04]", async () => {
    const { status, body } = await own.transfer(ANNA, BENT, '250.5');
    expect([status, body.business_partner_id, body.quantity, body.transaction_type]).toEqual([
      201,
      BENT,
      '250.500000',
      'TRANSFER',
    ]);
    expect(body.price_per_share).toBe('0.000000');
  });

  it("a buyback: 201 and the company's side [EQT-R05]", async () => {
    const { status, body } = await own.buyBack(ANNA, '49.5', { price_per_share: 200 });
    expect([status, body.business_partner_id, body.quantity, body.transaction_type, body.price_per_share]).toEqual([
      201,
      COMPANY,
      '49.500000',
      'BUYBACK',
      '200.000000',
    ]);
  });

  it("retiring: 201 and the company's side [EQT-R06]", async () => {
    const { status, body } = await own.retire('9.5');
    expect([status, body.business_partner_id, body.quantity, body.transaction_type]).toEqual([
      201,
      COMPANY,
      '-9.500000',
      'RETIREMENT',
    ]);
  });

  it("a split: 201, the shareholder's side with the difference, and the ratio in lowest terms [EQT-R07]", async () => {
    const { status, body } = await own.split(BENT, '250.5', '1002');
    expect([status, body.business_partner_id, body.quantity, body.transaction_type]).toEqual([
      201,
      BENT,
      '751.500000',
      'SPLIT',
    ]);
    expect([body.split_ratio_numerator, body.split_ratio_denominator]).toEqual([4, 1]);
    const reverse = await own.split(BENT, '1002', '334');
    expect([reverse.status, reverse.body.business_partner_id, reverse.body.quantity]).toEqual([
      201,
      BENT,
      '-668.000000',
    ]);
    expect([reverse.body.split_ratio_numerator, reverse.body.split_ratio_denominator]).toEqual([1, 3]);
  });

  it("is dated today, by Oslo's calendar, unless a day is sent [EQT-R08]", async () => {
    // A quarter to one at night in Oslo is still yesterday in UTC.
    ledger.setClock('2026-06-30T22:45:00Z');
    try {
      const token = await ledger.world.token({
        userId: own.userId,
        now: Temporal.Instant.from('2026-06-30T22:45:00Z'),
      });
      for (const date of [{}, { transaction_date: null }]) {
        const { status, body } = await ledger.call('POST', '/api/v2/equity/transactions/issue', {
          token,
          body: {
            client_account_id: own.clientAccountId,
            share_class: 'OTHER',
            ...{ business_partner_id: ANNA, quantity: '1', ...date },
          },
        });
        expect([status, body.transaction_date]).toEqual([201, '2026-07-01']);
      }
    } finally {
      ledger.setClock(null);
    }
    expect((await own.issue(ANNA, '1', { transaction_date: '2025-12-31' })).body.transaction_date).toBe('2025-12-31');
  });

  it('every operation has two sides of one group that add up to nothing [EQT-R16] [EQT-R30]', async () => {
    const { body } = await own.list();
    const groups = Map.groupBy(
      body.data as { transaction_group_id: string; quantity: string; business_partner_id: number | null }[],
      ({ transaction_group_id }) => transaction_group_id,
    );
    expect(groups.size).toBeGreaterThanOrEqual(9);
    for (const [group, sides] of groups) {
      expect([group, sides.length]).toEqual([group, 2]);
      const [one, other] = sides.map(({ quantity }) => quantity);
      expect(one!.replace(/^-/, '')).toBe(other!.replace(/^-/, ''));
      expect([one, other].filter((quantity) => quantity!.startsWith('-'))).toHaveLength(1);
    }
    await ledger.expectSound(own.clientAccountId);
  });

  it('an Idempotency-Key is answered once: the retry moves no more shares', async () => {
    const key = { 'idempotency-key': `issue-${own.clientAccountId}` };
    const body = { business_partner_id: ANNA, quantity: '7', share_class: 'CLASS_C' };
    const [first, second] = [await own.operate('issue', body, key), await own.operate('issue', body, key)];
    expect([first.status, second.status, second.headers.get('idempotent-replayed')]).toEqual([201, 201, 'true']);
    expect(second.body).toEqual(first.body);
    expect(await own.held('&share_class=CLASS_C')).toEqual([[ANNA, '7.000000', '0.000000']]);
    expect((await own.operate('issue', { ...body, quantity: '8' }, key)).status).toBe(422);
  });
});
