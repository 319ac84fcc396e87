import { Reconciliations } from '@app/rpc';
import type { TestAnswer } from '@app/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EngineRecord, recordByEngine, retireByEngine } from '../src/external/by-engine.ts';
import { moved, nok, type Outside, printed, type Sent, startOutside } from './outside.ts';
import type { Bookkeeper } from './with-ledger.ts';
import { refusal, said } from './world.ts';

// The ledger is real; documents is played, as the owner of the lines of statements.

let world: Outside;
beforeAll(async () => {
  world = await startOutside();
});
afterAll(() => world?.stop());

const PATH = '/external-reconciliations';
const list = async (own: Bookkeeper, query = '') =>
  (await own.call('GET', `${PATH}?client_account_id=${own.clientAccountId}${query}`)).body;
const ids = async (own: Bookkeeper, query = ''): Promise<number[]> =>
  (await list(own, query)).data.map(({ id }: { id: number }) => id);
const patch = (own: Bookkeeper, id: number, change: object) => own.call('PATCH', `${PATH}/${id}`, change);
const retire = (own: Bookkeeper, id: number) => own.call('DELETE', `${PATH}/${id}`);
const faulty = (answer: TestAnswer) => [
  answer.status,
  answer.body.error?.code,
  answer.body.error?.details?.entry_index,
];
/** Fault of the entry at an index. */
const at = (index?: number) => [400, 'common.validation_error', index];
const item = (amount: string, more: Sent = {}): Sent => ({
  ...{ kind: 'RECONCILING_ITEM', description: 'Ikke mottatt', amount, ...nok, ...more },
});

/** A company with a house account, a movement on it and the line that the ledger has of it. */
async function matched(amount = '100.00') {
  const own = await world.company();
  const account = await world.house(own);
  const transaction = await world.transaction(own, account, amount);
  const line = await world.booked(own, account, amount);
  return { own, account, transaction, line };
}

/** A company that owes partner 7, and the balance that its statement is compared with. */
async function owing(amount = '-100.00') {
  const own = await world.company();
  const partner = [{ relation_type: 'businesspartner', relation_id: 7 }];
  await own.post([
    { account: '2400', amount, dimensions: partner },
    { account: '4300', amount: amount.startsWith('-') ? amount.slice(1) : `-${amount}` },
  ]);
  const balance: Sent = {
    ...{ kind: 'LEDGER_BALANCE', relation_type: 'GENERAL_LEDGER_ACCOUNT', as_of_date: '2026-03-31', ...nok },
    relation_id: await world.accountId(own, '2400'),
    ...{ secondary_relation_type: 'businesspartner', secondary_relation_id: 7 },
  };
  return { own, balance, partner };
}

describe('a bank transaction', () => {
  it('is matched by lines of its house account, and free again when the record is retired [XRC-R06] [XRC-R07] [XRC-R15] [XRC-R21] [XRC-R26] [XRC-R27] [XRC-R28] [XRC-R29] [XRC-R33] [XRC-R41] [XRC-R42] [XRC-R43] [XRC-R44]', async () => {
    const { own, account, transaction, line } = await matched('-100.00');
    const second = await world.booked(own, account, '-40.00');
    const made = await world.created(
      own,
      // The sign of a line is set by the server, and what it works out is ignored.
      [moved(transaction, '-100.00'), { ...line, amount: '70.00' }, { ...second, amount: '-30.00' }],
      { note: ' Husleie ', sequence_number: 9, reconciliation_method: 'CLEARED', expected_amount: '1.00' },
    );
    expect(made).toMatchObject({
      ...{ sequence_number: 1, is_draft: false, reconciliation_method: 'EXTERNAL_MATCH', currency_code: 'NOK' },
      ...{ expected_amount: '-100.00', ledger_amount: '-100.00', difference: '0.00', note: 'Husleie' },
      ...{ created_by_id: own.userId, is_deleted: false, deleted_at: null, deleted_by_id: null },
      entries: [
        { kind: 'EXTERNAL', relation_type: 'PAYMT', relation_id: transaction, amount: '-100.00' },
        { kind: 'LEDGER_LINE', relation_line_id: line.relation_line_id, amount: '-70.00', exchange_rate: '1.000000' },
        { kind: 'LEDGER_LINE', relation_line_id: second.relation_line_id, amount: '-30.00' },
      ],
    });
    expect(await world.reconciledOf(transaction)).toBe('-100.00');
    expect((await own.line(line.relation_line_id as number)).external_reconciled_amount).toBe('-70.00');
    expect((await own.call('GET', `${PATH}/${made.id}`)).body).toEqual(made);
    await own.expectSound();

    for (const again of [1, 2]) {
      expect([again, (await retire(own, made.id)).status]).toEqual([again, 204]);
      expect((await own.call('GET', `${PATH}/${made.id}`)).body).toMatchObject({
        ...{ is_deleted: true, deleted_at: expect.any(String), deleted_by_id: own.userId, sequence_number: 1 },
      });
    }
    expect(await world.reconciledOf(transaction)).toBe('0.00');
    expect((await own.line(line.relation_line_id as number)).external_reconciled_amount).toBe('0.00');
    const next = await world.created(own, [moved(transaction, '-100.00'), line]);
    expect(next.sequence_number).toBe(2);
    await own.expectSound();
    const facts = await world.events('reconciliation.external.recorded');
    expect(
      facts.filter(
        ({ payload }) => (payload as { client_account_id: number }).client_account_id === own.clientAccountId,
      ),
    ).toMatchObject([
      {
        payload: { records: [{ id: made.id, subject_type: 'PAYMT', subject_id: transaction, subject_line_id: null }] },
      },
      { payload: { records: [{ id: next.id }] } },
    ]);
  });

  it('takes one record, however many want it [XRC-R17] [XRC-R53]', async () => {
    const { own, transaction, line } = await matched();
    const wishes = Array.from({ length: 50 }, () => world.create(own, [moved(transaction, '100.00'), line]));
    const answers = await Promise.all(wishes);
    const statuses = Map.groupBy(answers, ({ status }) => status);
    expect([...statuses].map(([status, found]) => [status, found.length]).sort()).toEqual([
      [201, 1],
      [409, 49],
    ]);
    expect(new Set(statuses.get(409)!.map((answer) => refusal(answer)[1]))).toEqual(
      new Set(['external_reconciliation.already_reconciled']),
    );
    expect((await list(own)).meta.records).toBe(1);
    const draft = await world.create(own, [moved(transaction, '100.00'), line], { is_draft: true });
    expect(refusal(draft)).toEqual([409, 'external_reconciliation.already_reconciled']);
    await own.expectSound();
  });

  it('goes with its statement unless a record has taken it; drafts about it are retired [BST-R14] [BST-R15]', async () => {
    const own = await world.company();
    const account = await world.house(own);
    const statement = await own.done('POST', '/bank-statements', {
      ...{ client_account_id: own.clientAccountId, bank_account_id: account },
      ...{ from_date: '2026-03-01', to_date: '2026-03-31', opening_balance: '0', closing_balance: '140.00' },
      transactions: ['100.00', '40.00'].map((amount) => ({ amount, booking_date: '2026-03-14' })),
    });
    const [first, second] = statement.transactions.map(({ id }: { id: number }) => id) as [number, number];
    const other = await world.transaction(own, account, '7.00');
    const lines = await Promise.all(['100.00', '40.00', '7.00'].map((amount) => world.booked(own, account, amount)));
    const drafted = (id: number, amount: string, line: Sent) =>
      world.created(own, [moved(id, amount), line], { is_draft: true });
    const [draft, elsewhere] = [await drafted(first, '100.00', lines[0]!), await drafted(other, '7.00', lines[2]!)];
    const taken = await world.created(own, [moved(second, '40.00'), lines[1]!]);
    const remove = () => own.call('DELETE', `/bank-statements/${statement.id}`);
    const shown = async (id: number) => (await own.call('GET', `${PATH}/${id}`)).body;
    const inUse = [409, 'bank_statement.has_reconciled_transactions'];
    expect(refusal(await remove())).toEqual(inUse);
    expect(await shown(draft.id)).toMatchObject({ is_draft: true, is_deleted: false });
    await retire(own, taken.id);

    // While a draft is being reconciled its transaction stays, and the draft with it.
    world.cut({ method: 'ClaimLines', when: 'before' });
    expect((await patch(own, draft.id, { is_draft: false })).status).toBeGreaterThanOrEqual(500);
    expect(refusal(await remove())).toEqual(inUse);
    await world.recover();
    expect(await shown(draft.id)).toMatchObject({ is_draft: false, is_deleted: false });
    await retire(own, draft.id);

    const again = await drafted(first, '100.00', lines[0]!);
    expect((await remove()).status).toBe(204);
    expect(await shown(again.id)).toMatchObject({
      ...{ is_draft: true, is_deleted: true, deleted_at: expect.any(String), deleted_by_id: own.userId },
    });
    expect(refusal(await patch(own, again.id, { is_draft: false }))).toEqual([409, 'external_reconciliation.deleted']);
    expect(await shown(elsewhere.id)).toMatchObject({ is_draft: true, is_deleted: false });
    expect((await patch(own, elsewhere.id, { is_draft: false })).status).toBe(200);
    await own.expectSound();
  });

  it('leaves a line that many transactions want to as many as it is enough for', async () => {
    const { own, account, transaction, line } = await matched();
    const others = await Promise.all([1, 2, 3].map(() => world.transaction(own, account, '100.00')));
    const answers = await Promise.all(
      [transaction, ...others].map((id) => world.create(own, [moved(id, '100.00'), line])),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
    for (const answer of answers.filter(({ status }) => status === 400)) expect(faulty(answer)).toEqual(at(1));
    expect((await list(own)).meta.records).toBe(1);
    await own.expectSound();
  });

  it('is refused whatever does not fit, by the entry at fault, and nothing is stored [XRC-R08] [XRC-R09] [XRC-R10] [XRC-R11] [XRC-R12] [XRC-R13] [XRC-R14] [XRC-R16] [XRC-R45] [XRC-R46] [XRC-R47] [XRC-R58] [XRC-R62]', async () => {
    const { own, account, transaction, line } = await matched();
    const elsewhere = await world.booked(own, account, '100.00', { account: '1950' });
    const untagged = await world.booked(own, account, '100.00', { dimensions: [] });
    const otherHouse = await world.booked(own, await world.house(own), '100.00');
    const cancelled = await world.booked(own, account, '100.00');
    const entry = `/journal-entries/${cancelled.relation_id}`;
    const reversal = (await own.ledger('PATCH', entry, { cancelled: 'Y', cancellation_reason: 'feil' })).body;
    const reversed = (await own.ledger('GET', `/journal-entries/${reversal.cancellation_entry_id}`)).body;
    const draft = (
      await own.ledger('POST', '/journal-entries/', {
        ...{ client_account_id: own.clientAccountId, is_draft: true },
        lines: [
          { posting_date: '2026-03-14', account_code: '1920', debit: '100.00', credit: '0' },
          { posting_date: '2026-03-14', account_code: '3000', debit: '0', credit: '100.00' },
        ],
      })
    ).body;
    const external = moved(transaction, '100.00');
    const je = (id: number, lineId: number): Sent => ({ ...line, relation_id: id, relation_line_id: lineId });
    const balance: Sent = {
      ...{ kind: 'LEDGER_BALANCE', relation_type: 'GENERAL_LEDGER_ACCOUNT', as_of_date: '2026-03-31', ...nok },
      relation_id: await world.accountId(own, '1920'),
    };
    const refused: readonly (readonly [string, readonly Sent[], number | undefined])[] = [
      ['no outside figure', [line, line], undefined],
      ['two outside figures', [external, external, line], undefined],
      ['nothing of the ledger', [external], undefined],
      ['nothing at all', [], undefined],
      ['a kind that has another relation', [{ ...external, relation_type: 'JE' }, line], 0],
      ['a line that is said to be a balance', [external, { ...line, relation_type: 'GENERAL_LEDGER_ACCOUNT' }], 1],
      ['a relation that is none', [{ ...external, relation_type: 'WISHES' }, line], 0],
      ['no relation', [external, { ...line, relation_id: null }], 1],
      ['no line', [external, { ...line, relation_line_id: null }], 1],
      ['a line of a transaction', [{ ...external, relation_line_id: 4 }, line], 0],
      ['no amount', [{ ...external, amount: null }, line], 0],
      ['no amount of the line', [external, { ...line, amount: undefined }], 1],
      ['an amount of zero', [external, { ...line, amount: '0.00' }], 1],
      ['another amount than the transaction has', [moved(transaction, '99.99'), line], 0],
      ['the other sign', [moved(transaction, '-100.00'), line], 0],
      ['two currencies', [external, { ...line, currency_code: 'EUR' }], 1],
      [
        'another currency than the transaction has',
        [
          { ...external, currency_code: 'EUR' },
          { ...line, currency_code: 'EUR' },
        ],
        0,
      ],
      ['a difference', [external, { ...line, amount: '99.99' }], undefined],
      ['more than the line has', [external, { ...line, amount: '100.01' }], 1],
      [
        'more than the line has, in two parts',
        [external, { ...line, amount: '60.00' }, { ...line, amount: '40.01' }],
        2,
      ],
      ['an item', [external, line, item('0.00')], 2],
      ['an item that explains', [external, { ...line, amount: '90.00' }, item('10.00')], 2],
      ['a balance', [external, balance], 1],
      ['another account', [external, elsewhere], 1],
      ['a line without the house account', [external, untagged], 1],
      ['a line of another house account', [external, otherHouse], 1],
      ['a cancelled entry', [external, cancelled], 1],
      ['a reversal', [external, je(reversed.id, reversed.lines[0].id)], 1],
      ['a draft', [external, je(draft.id, draft.lines[0].id)], 1],
      ['a line of another entry', [external, { ...line, relation_id: 1_000_000 }], 1],
      ['a day on a line', [external, { ...line, as_of_date: '2026-03-31' }], 1],
      ['a rate in kroner', [external, { ...line, exchange_rate: '2' }], 1],
      ['a rate of zero', [external, { ...line, exchange_rate: '0' }], 1],
      ['the balance of the bank', [{ ...external, relation_type: 'BANK_BALANCE' }, balance], 0],
      ['a settlement without a line', [{ ...external, relation_type: 'VATST' }, balance], 0],
      ['a period', [{ ...external, relation_type: 'RECONCILIATION_PERIOD' }, balance], 0],
    ];
    for (const [what, entries, index] of refused)
      for (const is_draft of [false, true])
        expect([what, ...faulty(await world.create(own, entries, { is_draft }))]).toEqual([what, ...at(index)]);
    expect((await list(own, '&is_draft=null&is_deleted=null')).meta.records).toBe(0);
    const [rows] = await world.db.raw`select count(*)::int as count from external_reconciliation_entries
      where client_account_id = ${own.clientAccountId}`;
    expect([rows!.count, await world.reconciledOf(transaction)]).toEqual([0, '0.00']);
  });

  it('is open beside a draft, which is reconciled by PATCH or is stale [XRC-R31] [XRC-R32] [XRC-R35] [XRC-R37] [XRC-R38] [XRC-R39] [XRC-R48] [XRC-R54] [XRC-R55] [XRC-R56]', async () => {
    const { own, transaction, line } = await matched();
    const entries = [moved(transaction, '100.00'), line];
    const [draft, other] = [
      await world.created(own, entries, { is_draft: true }),
      await world.created(own, entries, { is_draft: true }),
    ];
    expect(draft).toMatchObject({ is_draft: true, sequence_number: null, reconciliation_method: null });
    expect(await world.reconciledOf(transaction)).toBe('0.00');
    expect((await own.line(line.relation_line_id as number)).external_reconciled_amount).toBe('0.00');
    expect(refusal(await patch(own, draft.id, { is_draft: true }))).toEqual([400, 'common.validation_error']);
    expect(refusal(await patch(own, draft.id, { items: [{ description: 'x', amount: '1' }] }))).toEqual([
      400,
      'common.validation_error',
    ]);
    const reconciled = (await patch(own, draft.id, { is_draft: false })).body;
    expect(reconciled).toMatchObject({ is_draft: false, sequence_number: 1, reconciliation_method: 'EXTERNAL_MATCH' });
    expect(await world.reconciledOf(transaction)).toBe('100.00');
    expect(refusal(await patch(own, other.id, { is_draft: false }))).toEqual([
      409,
      'external_reconciliation.already_reconciled',
    ]);
    for (const [field, change] of [
      ['is_draft', { is_draft: false }],
      ['items', { items: [] }],
      ['items', { items: [], is_draft: false }],
    ] as const)
      expect(await said(own, `${PATH}/${draft.id}`, change)).toEqual([
        ...[400, 'period_reconciliation.not_a_draft', field],
        `External reconciliation ${draft.id} is no draft`,
        `Ekstern avstemming ${draft.id} er ikke et utkast`,
      ]);
    await own.expectSound();
    await retire(own, draft.id);
    for (const change of [{ items: [] }, { is_draft: false }])
      expect(refusal(await patch(own, draft.id, change))).toEqual([409, 'external_reconciliation.deleted']);

    // The other draft is good once more, until its line is cancelled.
    const entry = `/journal-entries/${line.relation_id}`;
    expect((await own.ledger('PATCH', entry, { cancelled: 'Y', cancellation_reason: 'feil' })).status).toBe(200);
    expect(await said(own, `${PATH}/${other.id}`, { is_draft: false })).toEqual([
      ...[409, 'period_reconciliation.stale_draft', undefined],
      `What draft ${other.id} compares has changed since it was made; make it again`,
      `Det som utkast ${other.id} sammenligner, er endret siden det ble laget; lag det på nytt`,
    ]);
    expect((await retire(own, other.id)).status).toBe(204);
    await own.expectSound();
  });

  it('in a foreign currency is matched in it, at a rate that is known or sent [XRC-R34] [XRC-R59]', async () => {
    const own = await world.company();
    const account = await world.house(own, { currency_code: 'EUR' });
    const eur = { currency: 'EUR' };
    const [known, unknown] = [
      await world.transaction(own, account, '100.00', { ...eur, rate: '11.5' }),
      await world.transaction(own, account, '50.00', { ...eur, rate: null }),
    ];
    const line = await world.booked(own, account, '1725.33', { fc: '150.00', ...eur });
    const inEuros = { currency_code: 'EUR' };
    const made = await world.created(own, [moved(known, '100.00', inEuros), { ...line, amount: '100.00' }]);
    expect(made.entries.map((entry: Sent) => [entry.amount, entry.exchange_rate])).toEqual([
      ['100.00', '11.500000'],
      ['100.00', '11.502200'],
    ]);
    expect((await own.line(line.relation_line_id as number)).external_reconciled_amount).toBe('1150.22');
    const rest = { ...line, amount: '50.00' };
    expect(faulty(await world.create(own, [moved(unknown, '50.00', inEuros), rest]))).toEqual(at(0));
    const sent = await world.created(own, [moved(unknown, '50.00', { ...inEuros, exchange_rate: '11.49' }), rest]);
    expect(sent.entries[0].exchange_rate).toBe('11.490000');
    // What is left of the line goes with the rest, to the last øre.
    expect((await own.line(line.relation_line_id as number)).external_reconciled_amount).toBe('1725.33');
    // A rate to a currency that the books had before is none.
    const former = await world.transaction(own, account, '20.00', { ...eur, rate: '11.5' });
    await world.db.raw`update bank_transactions set rate_to = 'SEK' where id = ${former}`;
    const other = await world.booked(own, account, '230.00', { fc: '20.00', ...eur });
    expect(faulty(await world.create(own, [moved(former, '20.00', inEuros), other]))).toEqual(at(0));
    const saidAnew = await world.created(own, [moved(former, '20.00', { ...inEuros, exchange_rate: '11.5' }), other]);
    expect(saidAnew.entries[0].exchange_rate).toBe('11.500000');
    const kroner = await world.booked(own, account, '10.00');
    const third = await world.transaction(own, account, '10.00', { ...eur, rate: '1' });
    expect(faulty(await world.create(own, [moved(third, '10.00', inEuros), { ...kroner, ...inEuros }]))).toEqual(at(1));
    await own.expectSound();
  });
});

describe('a line of a document', () => {
  it('is compared with the balance on its day, which the server works out, and items explain the rest [XRC-R18] [XRC-R20] [XRC-R22] [XRC-R25] [XRC-R30] [XRC-R52] [XRC-R60] [XRC-R61]', async () => {
    const { own, balance } = await owing('-90.00');
    await own.post([
      { account: '2400', amount: '-500.00', dimensions: [{ relation_type: 'businesspartner', relation_id: 8 }] },
      { account: '4300', amount: '500.00' },
    ]);
    const line = world.line(own);
    // Whatever sign and balance are sent.
    const external = printed(line);
    const entries = [external, { ...balance, amount: '12345.00' }];
    const unexplained = await world.create(own, entries);
    expect(faulty(unexplained)).toEqual(at());
    expect(faulty(await world.create(own, [...entries, item('-9.99')]))).toEqual(at());
    const made = await world.created(own, [...entries, item('-4.00'), item('-6.00', { description: 'Kreditnota' })]);
    expect(made).toMatchObject({
      ...{
        expected_amount: '-100.00',
        ledger_amount: '-90.00',
        difference: '-10.00',
        reconciliation_method: 'EXPLAINED',
      },
      entries: [
        { kind: 'EXTERNAL', amount: '-100.00', relation_line_id: line.lineId },
        { kind: 'LEDGER_BALANCE', amount: '-90.00', account_code: '2400', as_of_date: '2026-03-31' },
        { kind: 'RECONCILING_ITEM', amount: '-4.00', description: 'Ikke mottatt', relation_type: null },
        { amount: '-6.00' },
      ],
    });
    expect(refusal(await world.create(own, [...entries, item('-10.00')]))).toEqual([
      409,
      'external_reconciliation.already_reconciled',
    ]);
    await own.expectSound();
  });

  it('is compared with what its target names and nothing else [XRC-R19] [XRC-R23] [XRC-R24] [XRC-R49] [XRC-R50] [XRC-R51]', async () => {
    const { own, balance, partner } = await owing();
    const line = world.line(own);
    const movement = world.line(own, { lineType: 'TRANSACTION' });
    const posted = await own.post([
      { account: '2400', amount: '-100.00', dimensions: partner },
      { account: '4300', amount: '100.00' },
    ]);
    const je = (index: number): Sent => ({
      ...{ kind: 'LEDGER_LINE', relation_type: 'JE', relation_id: posted.id, relation_line_id: posted.lines[index]! },
      ...{ amount: '100.00', ...nok },
    });
    const bank = await world.accountId(own, '1920');
    const without = { secondary_relation_type: null, secondary_relation_id: null };
    const refused: readonly (readonly [string, readonly Sent[], number])[] = [
      ['a line without a category', [printed(world.line(own, { target: undefined as never })), balance], 0],
      ['a line of a draft', [printed(world.line(own, { documentStatus: 'DRAFT' })), balance], 0],
      ['a line of a cancelled document', [printed(world.line(own, { documentStatus: 'CANCELLED' })), balance], 0],
      ['another type', [printed(line, { relation_type: 'LOAN_STATEMENT' }), balance], 0],
      ['no line', [printed(line, { relation_line_id: null }), balance], 0],
      ['another amount', [printed(line, { amount: '100.01' }), balance], 0],
      ['another account', [printed(line), { ...balance, relation_id: bank }], 1],
      ['another value', [printed(line), { ...balance, secondary_relation_id: 8 }], 1],
      ['no value', [printed(line), { ...balance, ...without }], 1],
      ['half a value', [printed(line), { ...balance, secondary_relation_id: null }], 1],
      ['the other half', [printed(line), { ...balance, secondary_relation_type: null }], 1],
      ['another day', [printed(line), { ...balance, as_of_date: '2026-03-30' }], 1],
      ['two days', [printed(line), balance, { ...balance, as_of_date: '2026-03-30' }], 2],
      ['a balance twice', [printed(line), balance, balance], 2],
      ['a balance and the account around it', [printed(line), balance, { ...balance, ...without }], 2],
      ['no day', [printed(line), { ...balance, as_of_date: null }], 1],
      ['a line for a balance', [printed(line), je(0)], 1],
      ['a balance for a movement', [printed(movement), balance], 1],
      ['a line on another account', [printed(movement), je(1)], 1],
      ['an account that is none', [printed(line), { ...balance, relation_id: 987_654 }], 1],
      ['an item without words', [printed(line), balance, item('1.00', { description: ' ' })], 2],
      ['an item of nothing', [printed(line), balance, item('0')], 2],
      ['an item that points', [printed(line), balance, item('1.00', { relation_type: 'JE', relation_id: 1 })], 2],
    ];
    for (const [what, entries, index] of refused)
      expect([what, ...faulty(await world.create(own, entries))]).toEqual([what, ...at(index)]);
    expect((await list(own, '&is_draft=null')).meta.records).toBe(0);
    expect((await world.created(own, [printed(movement), je(0)])).ledger_amount).toBe('-100.00');
    const explained = await world.created(own, [printed(line, { amount: '-100.00' }), balance, item('100.00')]);
    expect(explained).toMatchObject({ ledger_amount: '-200.00', difference: '100.00' });
  });
});

describe('documents', () => {
  const liveOf = async (
    own: Bookkeeper,
    subject: { relationType: string; relationId: number; relationLineId?: number },
  ) =>
    (
      await world.connect(Reconciliations, 'documents').GetLiveRecords({
        ...{ clientAccountId: own.clientAccountId, subjects: [subject], includesStanding: true },
      })
    ).records.map(({ id, isPending, standing }) => [id, isPending, standing]);

  it('ask which lines have a record and how it stands by now: a draft is none, a moved ledger drifts [XRC-R32] [XRC-R43]', async () => {
    const { own, balance, partner } = await owing();
    const line = world.line(own);
    const subject = { relationType: line.documentType, relationId: line.documentId };
    const entries = [printed(line), balance];
    const draft = await world.created(own, entries, { is_draft: true });
    expect(await liveOf(own, subject)).toEqual([]);
    await retire(own, draft.id);
    const made = await world.created(own, entries);
    for (const relationLineId of [undefined, line.lineId])
      expect(await liveOf(own, { ...subject, ...(relationLineId ? { relationLineId } : {}) })).toEqual([
        [made.id, false, 'RECORD_STANDING_RECONCILED'],
      ]);
    expect(await liveOf(own, { ...subject, relationLineId: 1 })).toEqual([]);
    expect(await liveOf(await world.company(), subject)).toEqual([]);
    await own.post([
      { account: '2400', amount: '-1.00', dimensions: partner },
      { account: '4300', amount: '1.00' },
    ]);
    expect(await liveOf(own, subject)).toEqual([[made.id, false, 'RECORD_STANDING_DRIFTED']]);
    await retire(own, made.id);
    expect(await liveOf(own, subject)).toEqual([]);
    const explained = await world.created(own, [...entries, item('1.00')]);
    expect(await liveOf(own, subject)).toEqual([[explained.id, false, 'RECORD_STANDING_EXPLAINED']]);
    // What is posted after the day moves nothing.
    await own.post(
      [
        { account: '2400', amount: '-1.00', dimensions: partner },
        { account: '4300', amount: '1.00' },
      ],
      '2026-04-01',
    );
    expect(await liveOf(own, subject)).toEqual([[explained.id, false, 'RECORD_STANDING_EXPLAINED']]);
    await own.expectSound();
  });

  it('have a line held while its record is written; what changed meanwhile is refused and leaves nothing', async () => {
    const { own, balance } = await owing();
    const line = world.line(own);
    const before = world.held.count;
    const made = await world.created(own, [printed(line), balance]);
    expect(world.held.count).toBe(before + 1);
    await retire(own, made.id);
    world.beforeHold(() => {
      line.amount = '100.01';
    });
    expect(refusal(await world.create(own, [printed(line), balance]))).toEqual([409, 'common.conflict']);
    expect(await ids(own)).toEqual([]);
    line.amount = '100.00';
    world.beforeHold(() => {
      line.isBusy = true;
    });
    expect(refusal(await world.create(own, [printed(line), balance]))).toEqual([409, 'common.conflict']);
    line.isBusy = false;
    expect((await world.create(own, [printed(line), balance])).status).toBe(201);
    await own.expectSound();
  });
});

describe('a draft of a document line', () => {
  it('is explained by items and reconciled, unless the ledger moved since [XRC-R35] [XRC-R36] [XRC-R37] [XRC-R39] [XRC-R40]', async () => {
    const { own, balance, partner } = await owing('-90.00');
    const line = world.line(own);
    const draft = await world.created(own, [printed(line), balance], { is_draft: true });
    expect(draft).toMatchObject({ difference: '-10.00', is_draft: true, reconciliation_method: null });
    const reconcile = (change: object = {}) => patch(own, draft.id, { is_draft: false, ...change });
    expect(refusal(await reconcile())).toEqual([400, 'period_reconciliation.unexplained_difference']);
    const tooLittle = { is_draft: false, items: [{ description: 'Gebyr', amount: '-9.99' }] };
    expect(await said(own, `${PATH}/${draft.id}`, tooLittle)).toEqual([
      ...[400, 'period_reconciliation.unexplained_difference', 'items'],
      'The difference is -10.00, and the items add up to -9.99',
      'Differansen er -10.00, og postene summerer seg til -9.99',
    ]);
    expect(refusal(await patch(own, draft.id, { items: [{ description: '', amount: '-10' }] }))).toEqual([
      400,
      'common.validation_error',
    ]);
    expect(refusal(await patch(own, draft.id, { items: [{ description: 'Gebyr', amount: '0' }] }))).toEqual([
      400,
      'common.validation_error',
    ]);
    const items = [
      { description: 'Gebyr', amount: '-4.00' },
      { description: 'Rabatt', amount: '-5.00' },
    ];
    const changed = (await patch(own, draft.id, { items, note: 'Mars' })).body;
    expect(changed.entries.slice(2)).toMatchObject(items);
    expect(changed).toMatchObject({ note: 'Mars', is_draft: true, difference: '-10.00' });
    const again = [{ description: 'Faktura 7 mangler', amount: '-10.00' }];
    const { body: reconciled } = await reconcile({ items: again });
    expect(reconciled).toMatchObject({ is_draft: false, reconciliation_method: 'EXPLAINED', sequence_number: 1 });
    expect(reconciled.entries.slice(2)).toMatchObject(again);
    await retire(own, draft.id);
    expect((await patch(own, draft.id, { note: 'Trukket' })).body).toMatchObject({ note: 'Trukket', is_deleted: true });
    expect((await patch(own, draft.id, { note: null })).body.note).toBeNull();

    // Refused only once it was begun: note and items are what they were.
    const late = world.line(own);
    const kept = await world.created(own, [printed(late), balance], { is_draft: true, note: 'Før' });
    const difference = kept.difference;
    const first = (await patch(own, kept.id, { items: [{ description: 'Rest', amount: difference }] })).body;
    world.beforeHold(() => {
      late.amount = '102.00';
    });
    const anew = { note: 'Etter', items: [{ description: 'Annet', amount: difference }] };
    expect(refusal(await patch(own, kept.id, { is_draft: false, ...anew }))).toEqual([
      409,
      'period_reconciliation.stale_draft',
    ]);
    expect((await own.call('GET', `${PATH}/${kept.id}`)).body).toEqual(first);

    const stale = await world.created(own, [printed(line), balance, item('-10.00')], { is_draft: true });
    await own.post([
      { account: '2400', amount: '-10.00', dimensions: partner },
      { account: '4300', amount: '10.00' },
    ]);
    expect(refusal(await patch(own, stale.id, { is_draft: false }))).toEqual([
      409,
      'period_reconciliation.stale_draft',
    ]);
    const other = world.line(own);
    const printedAnew = await world.created(own, [printed(other), balance], { is_draft: true });
    other.amount = '101.00';
    expect(refusal(await patch(own, printedAnew.id, { is_draft: false }))).toEqual([
      409,
      'period_reconciliation.stale_draft',
    ]);
    await own.expectSound();
  });
});

describe('the list', () => {
  it('is newest first, without drafts and retired records unless asked, limited by days and by what entries point at [XRC-R01] [XRC-R02] [XRC-R03] [XRC-R04] [XRC-R05] [XRC-R57]', async () => {
    const { own, balance } = await owing();
    const account = await world.house(own);
    const transaction = await world.transaction(own, account, '100.00');
    const line = await world.booked(own, account, '100.00');
    const statement = world.line(own);
    const bank = await world.created(own, [moved(transaction, '100.00'), line]);
    const document = await world.created(own, [printed(statement), balance]);
    const draft = await world.created(own, [printed(world.line(own)), balance], { is_draft: true });
    const retired = await world.created(own, [printed(world.line(own)), balance]);
    await retire(own, retired.id);

    const today = Temporal.Now.plainDateISO('Europe/Oslo');
    const expected: readonly (readonly [string, readonly number[]])[] = [
      ['', [document.id, bank.id]],
      ['&is_draft=true', [draft.id]],
      ['&is_draft=null', [draft.id, document.id, bank.id]],
      ['&is_deleted=true', [retired.id]],
      ['&is_deleted=null&is_draft=null', [retired.id, draft.id, document.id, bank.id]],
      [`&from_date=${today}&to_date=${today}`, [document.id, bank.id]],
      [`&from_date=${today.add({ days: 1 })}`, []],
      [`&to_date=${today.subtract({ days: 1 })}`, []],
      ['&as_of_from=2026-03-31&as_of_to=2026-03-31', [document.id]],
      ['&as_of_from=2026-04-01', []],
      ['&as_of_to=2026-03-30', []],
      ['&relation_type=PAYMT', [bank.id]],
      [`&relation_type=PAYMT&relation_id=${transaction}`, [bank.id]],
      [`&relation_type=JE&relation_id=${line.relation_id}&relation_line_id=${line.relation_line_id}`, [bank.id]],
      [`&relation_type=AP_STATEMENT&relation_line_id=${statement.lineId}`, [document.id]],
      [`&relation_type=GENERAL_LEDGER_ACCOUNT&relation_id=${balance.relation_id}`, [document.id]],
      ['&relation_type=AP_STATEMENT&relation_id=1', []],
      ['&per_page=1', [document.id]],
      ['&per_page=1&page=2', [bank.id]],
      ['&page=0', [document.id, bank.id]],
    ];
    for (const [query, found] of expected) expect([query, await ids(own, query)]).toEqual([query, found]);
    expect((await list(own, '&per_page=1')).meta).toEqual({ page: 1, pages: 2, per_page: 1, records: 2 });
    expect((await list(own)).data[1].entries).toHaveLength(2);
    for (const bad of ['&is_draft=maybe', '&from_date=2026-02-30', '&relation_id=x', '&per_page=0'])
      expect((await own.call('GET', `${PATH}?client_account_id=${own.clientAccountId}${bad}`)).status, bad).toBe(400);
    expect(refusal(await own.call('GET', PATH))).toEqual([400, 'common.validation_error']);
    expect(refusal(await own.call('GET', `${PATH}/987654`))).toEqual([404, 'external_reconciliation.not_found']);
  });
});

describe('a stranger', () => {
  it('neither reads nor changes anything, and learns nothing by naming records of others', async () => {
    const { own, transaction, line } = await matched();
    const made = await world.created(own, [moved(transaction, '100.00'), line]);
    const stranger = await matched('50.00');
    const denied = [403, 'accounting.client_account_access_denied'];
    const on = `${PATH}/${made.id}`;
    for (const answer of [
      await stranger.own.call('GET', on),
      await stranger.own.call('PATCH', on, { note: 'x' }),
      await stranger.own.call('DELETE', on),
      await stranger.own.call('GET', `${PATH}?client_account_id=${own.clientAccountId}`),
      await stranger.own.call('POST', PATH, { client_account_id: own.clientAccountId, entries: [] }),
    ])
      expect(refusal(answer)).toEqual(denied);
    const employee = await world.colleague(own, 'EM');
    for (const [method, path] of [
      ['GET', on],
      ['DELETE', on],
      ['GET', `${PATH}?client_account_id=${own.clientAccountId}`],
    ] as const)
      expect(refusal(await employee.call(method, path))).toEqual([403, 'common.forbidden']);

    // Ids of another company in every field are answered like those of nobody.
    const mine = moved(stranger.transaction, '50.00');
    const statement = world.line(own);
    const accountId = await world.accountId(own, '2400');
    const balance: Sent = {
      ...{ kind: 'LEDGER_BALANCE', relation_type: 'GENERAL_LEDGER_ACCOUNT', relation_id: accountId },
      ...{ as_of_date: '2026-03-31', ...nok },
    };
    const pairs: readonly (readonly [readonly Sent[], readonly Sent[]])[] = [
      [
        [moved(transaction, '100.00'), stranger.line],
        [moved(987_654, '100.00'), stranger.line],
      ],
      [
        [mine, { ...line, amount: '50.00' }],
        [mine, { ...line, relation_id: 987_654, relation_line_id: 987_655 }],
      ],
      [
        [mine, { ...line, relation_id: stranger.line.relation_id }],
        [mine, { ...stranger.line, relation_line_id: 987_655 }],
      ],
      [
        [printed(statement), balance],
        [printed({ ...statement, documentId: 987_654, lineId: 987_655 }), balance],
      ],
    ];
    const shape = (text: string) => text.replace(/\d+/g, '#');
    for (const [foreign, unknown] of pairs) {
      const [one, other] = [await world.create(stranger.own, foreign), await world.create(stranger.own, unknown)];
      expect(one.status).toBe(400);
      expect(shape(one.body.error.message)).toBe(shape(other.body.error.message));
    }
    expect(await ids(stranger.own)).toEqual([]);
    await own.expectSound();
  });
});

describe('what is cut', () => {
  const steps = ['ClaimLines', 'ReleaseLines'] as const;

  it('at any step is carried to its end, once: by the request that comes again, or by the recovery', async () => {
    for (const when of ['before', 'after'] as const)
      for (const ends of ['repeat', 'recovery'] as const) {
        const { own, transaction, line } = await matched();
        const headers = { 'idempotency-key': `cut ${when} ${ends} ${own.clientAccountId}` };
        const post = () =>
          own.call(
            'POST',
            PATH,
            { client_account_id: own.clientAccountId, entries: [moved(transaction, '100.00'), line] },
            headers,
          );
        world.cut({ method: steps[0], when });
        expect((await post()).status).toBeGreaterThanOrEqual(500);
        expect(await ids(own, '&is_draft=null')).toEqual([]);
        // Whoever comes meanwhile finds the subject taken.
        expect(refusal(await world.create(own, [moved(transaction, '100.00'), line]))).toEqual([
          409,
          'external_reconciliation.already_reconciled',
        ]);
        if (ends === 'repeat') expect((await post()).status).toBe(201);
        else await world.recover();
        const [id] = await ids(own);
        expect(await world.reconciledOf(transaction)).toBe('100.00');
        await own.expectSound();

        world.cut({ method: steps[1], when });
        expect((await retire(own, id!)).status).toBeGreaterThanOrEqual(500);
        if (ends === 'repeat') expect((await retire(own, id!)).status).toBe(204);
        else await world.recover();
        expect(await ids(own)).toEqual([]);
        expect(await world.reconciledOf(transaction)).toBe('0.00');
        await own.expectSound();
        expect((await world.create(own, [moved(transaction, '100.00'), line])).status).toBe(201);
        await own.expectSound();
      }
  });

  it('is what a repeat of the request for a draft carries to its end, and another request is refused', async () => {
    const { own, balance } = await owing('-90.00');
    for (const repeated of ['same', 'other'] as const) {
      const line = world.line(own);
      const draft = await world.created(own, [printed(line), balance, item('-10.00')], { is_draft: true });
      const wish = { is_draft: false, note: 'Mars', items: [{ description: 'Faktura 7 mangler', amount: '-10.00' }] };
      world.beforeHold(() => {
        throw new Error('lost on the way');
      });
      expect((await patch(own, draft.id, wish)).status).toBeGreaterThanOrEqual(500);
      const change = repeated === 'same' ? wish : { ...wish, items: [{ description: 'Gebyr', amount: '-10' }] };
      const answer = await patch(own, draft.id, change);
      if (repeated === 'same') expect(answer.body).toMatchObject({ is_draft: false, note: 'Mars' });
      else expect(refusal(answer)).toEqual([400, 'period_reconciliation.not_a_draft']);
      const { body } = await own.call('GET', `${PATH}/${draft.id}`);
      expect(body).toMatchObject({ is_draft: false, note: 'Mars', reconciliation_method: 'EXPLAINED' });
      expect(body.entries.slice(2)).toMatchObject(wish.items);
      await own.expectSound();
    }
  });

  it('and what is refused after a lost answer leaves neither a record nor a claim', async () => {
    const { own, account, transaction, line } = await matched();
    const other = await world.transaction(own, account, '100.00');
    world.cut({ method: 'ClaimLines', when: 'before' });
    expect((await world.create(own, [moved(transaction, '100.00'), line])).status).toBeGreaterThanOrEqual(500);
    // Somebody else takes the line before the recovery comes to it.
    expect((await world.create(own, [moved(other, '100.00'), line])).status).toBe(201);
    await world.recover();
    expect(await world.reconciledOf(transaction)).toBe('0.00');
    expect((await list(own)).meta.records).toBe(1);
    const [rows] = await world.db.raw`select count(*)::int as count from external_reconciliations
      where client_account_id = ${own.clientAccountId}`;
    expect(rows!.count).toBe(1);
    await own.expectSound();
  });

  it('answers 503 while documents or the ledger cannot be asked, and stores nothing', async () => {
    const { own, balance } = await owing();
    const line = world.line(own);
    for (const method of ['GetReconciliationLines', 'DescribeBalances']) {
      world.away.add(method);
      expect([method, (await world.create(own, [printed(line), balance])).status]).toEqual([method, 503]);
      world.away.delete(method);
    }
    expect(await ids(own, '&is_draft=null&is_deleted=null')).toEqual([]);
    expect((await world.create(own, [printed(line), balance])).status).toBe(201);
  });
});

describe('the engine of the periods', () => {
  const write = (wanted: readonly EngineRecord[]) =>
    world.db.write((tx) => recordByEngine(tx, { moment: new Date(), actorId: 2 }, wanted));

  /** Makes records of balances of an account; `open` is a draft about what partner 7 is owed. */
  function scopesOf({ clientAccountId }: Bookkeeper, balance: Sent) {
    const scope = (key: string, more: Partial<EngineRecord> = {}): EngineRecord => ({
      ...{ clientAccountId, scopeKey: key, subjectType: 'RECONCILIATION_PERIOD', subjectId: 5, note: null },
      ...{ expectedAmount: '0.00', currencyCode: 'NOK', exchangeRate: '1.000000', items: [], isDraft: false },
      balances: [
        {
          ...{ accountId: balance.relation_id as number, accountCode: '2400', asOfDate: '2026-03-31' },
          ...{ relationType: 'businesspartner', relationId: null, amount: '0.00' },
        },
      ],
      method: 'NO_ACTIVITY',
      ...more,
    });
    const open = scope('BALANCE:1:2026-03-31:businesspartner:7', {
      ...{ isDraft: true, method: 'OPEN_ITEMS' },
      items: [{ description: 'Faktura 1', amount: '90.00' }],
      balances: [{ ...scope('').balances[0]!, relationId: 7, amount: '-90.00' }],
    });
    return { scope, open };
  }

  it('writes records of scopes in its own transaction, once each; a draft of it is finished by PATCH', async () => {
    const { own, balance, partner } = await owing('-90.00');
    const { scope, open } = scopesOf(own, balance);
    const [first, draft] = await write([scope('BALANCE:1:2026-03-31:businesspartner:-'), open]);
    await expect(write([open])).rejects.toThrow();
    await expect(write([scope('BALANCE:2', { expectedAmount: '1.00' })])).rejects.toThrow(/not explained/);
    expect((await list(own)).data).toMatchObject([
      {
        ...{ id: first!.id, sequence_number: 1, reconciliation_method: 'NO_ACTIVITY', created_by_id: 2 },
        entries: [
          { kind: 'EXTERNAL', relation_type: 'RECONCILIATION_PERIOD', relation_id: 5, amount: '0.00' },
          { secondary_relation_type: 'businesspartner', secondary_relation_id: null, account_code: '2400' },
        ],
      },
    ]);
    const { body } = await patch(own, draft!.id, { is_draft: false });
    expect(body).toMatchObject({ reconciliation_method: 'OPEN_ITEMS', difference: '90.00', sequence_number: 2 });
    await world.db.write((tx) => retireByEngine(tx, { moment: new Date(), actorId: 2 }, [draft!, first!]));
    const [again] = await write([open]);
    await own.post([
      { account: '2400', amount: '-1.00', dimensions: partner },
      { account: '4300', amount: '1.00' },
    ]);
    expect(refusal(await patch(own, again!.id, { is_draft: false }))).toEqual([
      409,
      'period_reconciliation.stale_draft',
    ]);
    const others = [{ description: 'Faktura 2', amount: '90.00' }];
    expect((await patch(own, again!.id, { items: others })).body.entries.at(-1)).toMatchObject(others[0]!);
    await own.expectSound();
  });

  it('has a draft reconciled once, and explained by one, whoever else explains it at that moment [XRC-R35] [XRC-R38]', async () => {
    const { own, balance } = await owing('-90.00');
    const [draft] = await write([scopesOf(own, balance).open]);
    const wishes = Array.from({ length: 6 }, (_, n) => ({
      is_draft: false,
      items: [{ description: `Faktura ${n}`, amount: '90.00' }],
    }));
    const answers = await Promise.all(wishes.map((wish) => patch(own, draft!.id, wish)));
    const done = answers.filter(({ status }) => status === 200);
    expect(done).toHaveLength(1);
    for (const answer of answers)
      if (answer !== done[0]) expect(refusal(answer)).toEqual([400, 'period_reconciliation.not_a_draft']);
    const { items } = wishes[answers.indexOf(done[0]!)]!;
    const { body } = await own.call('GET', `${PATH}/${draft!.id}`);
    expect(body).toMatchObject({ is_draft: false, sequence_number: 1, reconciliation_method: 'EXPLAINED' });
    expect(body.entries.filter(({ kind }: Sent) => kind === 'RECONCILING_ITEM')).toMatchObject(items);
    await own.expectSound();
  });

  it('reconciles no draft by items that somebody took away while it was compared [XRC-R36]', async () => {
    const { own, balance } = await owing('-90.00');
    const [draft] = await write([scopesOf(own, balance).open]);
    const items = [{ description: 'Faktura 1', amount: '50.00' }];
    const results: TestAnswer[] = [];
    world.meanwhile('DescribeBalances', async () => results.push(await patch(own, draft!.id, { items })));
    results.push(await patch(own, draft!.id, { is_draft: false }));
    expect(results[0]?.status).toBe(200);
    expect(refusal(results[1]!)).toEqual([400, 'period_reconciliation.unexplained_difference']);
    const { body } = await own.call('GET', `${PATH}/${draft!.id}`);
    expect(body).toMatchObject({ is_draft: true, sequence_number: null });
    expect(body.entries.filter(({ kind }: Sent) => kind === 'RECONCILING_ITEM')).toMatchObject(items);
    await own.expectSound();
  });

  it('keeps a draft as it was when what is sent with its reconciliation is refused [XRC-R36]', async () => {
    const { own, balance } = await owing('-90.00');
    const [draft] = await write([scopesOf(own, balance).open]);
    const { body: before } = await own.call('GET', `${PATH}/${draft!.id}`);
    const wrong = { is_draft: false, note: 'Mars', items: [{ description: 'Faktura 2', amount: '89.00' }] };
    expect(refusal(await patch(own, draft!.id, wrong))).toEqual([400, 'period_reconciliation.unexplained_difference']);
    world.away.add('DescribeBalances');
    const right = { ...wrong, items: [{ description: 'Faktura 2', amount: '90.00' }] };
    expect((await patch(own, draft!.id, right)).status).toBe(503);
    world.away.delete('DescribeBalances');
    expect((await own.call('GET', `${PATH}/${draft!.id}`)).body).toEqual(before);
    const { body } = await patch(own, draft!.id, right);
    expect(body).toMatchObject({ is_draft: false, note: 'Mars', reconciliation_method: 'EXPLAINED' });
    await own.expectSound();
  });
});

describe('any history', () => {
  it('leaves of every line what a model says, and no transaction with two records', async () => {
    const own = await world.company();
    const account = await world.house(own);
    let seed = 20_260_314;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const pick = <T>(from: readonly T[]): T => from[random(from.length)]!;
    const transactions = await Promise.all([10, 20, 30].map((n) => world.transaction(own, account, `${n}.00`)));
    const amounts = new Map(transactions.map((id, index) => [id, (index + 1) * 10]));
    const lines = await Promise.all([15, 20, 25].map((n) => world.booked(own, account, `${n}.00`)));
    const left = new Map(lines.map((line) => [line, Number(line.amount)]));
    const live = new Map<number, { readonly id: number; readonly taken: readonly (readonly [Sent, number])[] }>();
    for (let step = 0; step < 45; step++) {
      const transaction = pick(transactions);
      const record = live.get(transaction);
      if (record && random(2) === 0) {
        expect((await retire(own, record.id)).status).toBe(204);
        for (const [line, amount] of record.taken) left.set(line, left.get(line)! + amount);
        live.delete(transaction);
        continue;
      }
      const whole = amounts.get(transaction)!;
      const part = 1 + random(whole);
      const [one, other] = [pick(lines), pick(lines)];
      const taken = [[one, part] as const, ...(part === whole ? [] : [[other, whole - part] as const])];
      const needed = new Map<Sent, number>();
      for (const [line, amount] of taken) needed.set(line, (needed.get(line) ?? 0) + amount);
      const isEnough = [...needed].every(([line, amount]) => amount <= left.get(line)!);
      const answer = await world.create(own, [
        moved(transaction, `${whole}.00`),
        ...taken.map(([line, amount]) => ({ ...line, amount: `${amount}.00` })),
      ]);
      const expected = record ? 409 : isEnough ? 201 : 400;
      expect([step, answer.status]).toEqual([step, expected]);
      if (expected !== 201) continue;
      live.set(transaction, { id: answer.body.id, taken });
      for (const [line, amount] of taken) left.set(line, left.get(line)! - amount);
    }
    for (const [line, open] of left)
      expect((await own.line(line.relation_line_id as number)).external_remaining_amount).toBe(`${open}.00`);
    expect((await ids(own, '&per_page=1000')).length).toBe(live.size);
    await own.expectSound();
  });
});
