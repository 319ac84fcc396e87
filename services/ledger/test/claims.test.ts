import { Ledger as LedgerContract } from '@app/rpc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listOpenLines, type OpenLineCursor } from '../src/open-lines/list.ts';
import { type Books, type Ledger, rent, startLedger } from './ledger.ts';

// The world plays reconciliation, which owns the records that claim.

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger?.stop());

let serial = 0;
const next = () => ++serial;
const reconciliation = () => ledger.connect(LedgerContract, 'reconciliation');

interface Wish {
  readonly line: number;
  readonly amount: string;
  readonly amountFc?: string;
  readonly entry?: number;
}
const claim = (
  { clientAccountId }: Pick<Books, 'clientAccountId'>,
  wishes: readonly Wish[],
  { kind = 'INTERNAL', key = `claim-${next()}`, id = next() }: { kind?: string; key?: string; id?: number } = {},
) =>
  reconciliation().ClaimLines({
    clientAccountId,
    commandKey: key,
    kind: `CLAIM_KIND_${kind}` as 'CLAIM_KIND_INTERNAL',
    reconciliationId: id,
    claims: wishes.map(({ line, amount, amountFc = '0', entry = next() }) => ({
      reconciliationEntryId: entry,
      journalLineId: line,
      amount,
      amountFc,
    })),
  });
const release = ({ clientAccountId }: Books, id: number, key = `release-${next()}`, kind = 'INTERNAL') =>
  reconciliation().ReleaseLines({
    clientAccountId,
    commandKey: key,
    kind: `CLAIM_KIND_${kind}` as 'CLAIM_KIND_INTERNAL',
    reconciliationId: id,
  });

/** Books with one entry of 100.00; its debit line and its credit line. */
async function entryOf100() {
  const own = await ledger.books();
  const entry = await own.posted();
  const [debit, credit] = entry.lines.map(({ id }: { id: number }) => id) as [number, number];
  return { own, entry, debit, credit };
}
const linesOf = async (own: Books) =>
  (
    await own.call(
      'GET',
      `/journal-entry-lines?client_account_id=${own.clientAccountId}&include_reconciled=true&include_externally_reconciled=true`,
    )
  ).body.data as {
    id: number;
    remaining_amount: string;
    external_remaining_amount: string;
    reconciled_amount: string;
  }[];

describe('claiming', () => {
  it('takes amounts of lines, which then show what is open', async () => {
    const { own, debit, credit } = await entryOf100();
    const { faults, lines } = await claim(own, [
      { line: credit, amount: '-100.00' },
      { line: debit, amount: '30.50' },
    ]);
    expect(faults).toEqual([]);
    expect(lines).toMatchObject([
      { journalLineId: debit, remainingAmount: '69.50', remainingAmountFc: '69.50' },
      { journalLineId: credit, remainingAmount: '0.00' },
    ]);
    expect((await linesOf(own)).find(({ id }) => id === debit)).toMatchObject({
      reconciled_amount: '30.50',
      remaining_amount: '69.50',
      external_remaining_amount: '100.00',
    });
    await ledger.expectSound(own.clientAccountId);
  });

  it('is for each kind by itself: a line is open to the bank although it is reconciled inside', async () => {
    const { own, debit } = await entryOf100();
    expect((await claim(own, [{ line: debit, amount: '100.00' }])).faults).toEqual([]);
    expect((await claim(own, [{ line: debit, amount: '100.00' }], { kind: 'EXTERNAL' })).faults).toEqual([]);
    await ledger.expectSound(own.clientAccountId);
  });

  it('of one line by several entries of a command counts together, and names the first that exceeds', async () => {
    const { own, debit } = await entryOf100();
    const wishes = ['60.00', '40.00', '0.01'].map((amount) => ({ line: debit, amount }));
    expect((await claim(own, wishes)).faults).toMatchObject([
      { index: 2, rule: 'CLAIM_FAULT_RULE_EXCEEDS_OPEN', remainingAmount: '100.00' },
    ]);
    expect((await claim(own, wishes.slice(0, 2))).faults).toEqual([]);
  });

  it('is all or none: every fault is named and nothing is claimed', async () => {
    const { own, debit, credit } = await entryOf100();
    const other = await entryOf100();
    const draft = await own.posted({ ...rent(), is_draft: true });
    const cancelled = await own.posted();
    await own.call('PATCH', `/journal-entries/${cancelled.id}`, { cancelled: 'Y', cancellation_reason: 'Feil' });
    const spent = next();
    await claim(own, [{ line: credit, amount: '-1.00', entry: spent }]);
    const { faults, lines } = await claim(own, [
      { line: debit, amount: '50.00' },
      { line: 999_999_999, amount: '1.00' },
      { line: other.debit, amount: '1.00' },
      { line: draft.lines[0].id, amount: '1.00' },
      { line: cancelled.lines[0].id, amount: '1.00' },
      { line: credit, amount: '-1.00', entry: spent },
      { line: credit, amount: '-99.01' },
      { line: debit, amount: '-1.00' },
    ]);
    expect(faults.map(({ index, rule }) => [index, rule.replace('CLAIM_FAULT_RULE_', '')])).toEqual([
      [1, 'LINE_UNKNOWN'],
      [2, 'LINE_UNKNOWN'],
      [3, 'LINE_NOT_STANDING'],
      [4, 'LINE_NOT_STANDING'],
      [5, 'ENTRY_CLAIMED'],
      [6, 'EXCEEDS_OPEN'],
      [7, 'EXCEEDS_OPEN'],
    ]);
    expect(lines).toEqual([]);
    expect((await linesOf(own)).find(({ id }) => id === debit)!.reconciled_amount).toBe('0.00');
  });

  it('in a foreign currency is bounded in both', async () => {
    const own = await ledger.books();
    const entry = await own.posted({
      ...rent(),
      lines: [
        {
          posting_date: '2026-03-14',
          account_code: '1500',
          debit: '1150.00',
          credit: '0',
          debit_fc: '100.00',
          credit_fc: '0',
          currency_code: 'EUR',
          exchange_rate: '11.5',
        },
        { posting_date: '2026-03-14', account_code: '3000', debit: '0', credit: '1150.00' },
      ],
    });
    const line = entry.lines[0].id;
    expect((await claim(own, [{ line, amount: '500.00', amountFc: '100.01' }])).faults).toMatchObject([
      { index: 0, rule: 'CLAIM_FAULT_RULE_EXCEEDS_OPEN', remainingAmountFc: '100.00' },
    ]);
    expect((await claim(own, [{ line, amount: '500.00', amountFc: '-1' }])).faults).toHaveLength(1);
    expect((await claim(own, [{ line, amount: '500.00', amountFc: '40.00' }])).lines).toMatchObject([
      { remainingAmount: '650.00', remainingAmountFc: '60.00' },
    ]);
  });

  it.each([
    ['no command key', { key: '' }, [{ line: 1, amount: '1.00' }]],
    ['no claim', {}, []],
    ['no kind', { kind: 'UNSPECIFIED' }, [{ line: 1, amount: '1.00' }]],
    ['an amount of zero', {}, [{ line: 1, amount: '-0.00' }]],
    ['three decimals', {}, [{ line: 1, amount: '1.001' }]],
    ['what is no number', {}, [{ line: 1, amount: 'NaN' }]],
    ['an exponent', {}, [{ line: 1, amount: '1e9' }]],
    ['what is no number in the foreign currency', {}, [{ line: 1, amount: '1', amountFc: '' }]],
  ])('with %s is 400', async (_what, options, wishes) => {
    await expect(claim({ clientAccountId: 1 }, wishes, options)).rejects.toMatchObject({ status: 400 });
  });
});

describe('a command that comes again', () => {
  it('gets the answer it got, whatever was claimed since, and claims nothing more', async () => {
    const { own, debit } = await entryOf100();
    const first = await claim(own, [{ line: debit, amount: '60.00' }], { key: 'again', id: 1 });
    await claim(own, [{ line: debit, amount: '40.00' }]);
    expect(await claim(own, [{ line: debit, amount: '60.00' }], { key: 'again', id: 1 })).toEqual(first);
    await ledger.expectSound(own.clientAccountId);
  });

  it('after a refusal is judged anew', async () => {
    const { own, debit } = await entryOf100();
    await claim(own, [{ line: debit, amount: '100.00' }], { id: 77 });
    expect((await claim(own, [{ line: debit, amount: '1.00' }], { key: 'refused' })).faults).toHaveLength(1);
    await release(own, 77);
    expect((await claim(own, [{ line: debit, amount: '1.00' }], { key: 'refused' })).faults).toEqual([]);
  });

  it('and arrives twenty times at once claims once', async () => {
    const { own, debit } = await entryOf100();
    const entry = next();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => claim(own, [{ line: debit, amount: '60.00', entry }], { key: 'racing', id: 5 })),
    );
    for (const { faults, lines } of answers) {
      expect(faults).toEqual([]);
      expect(lines).toMatchObject([{ remainingAmount: '40.00' }]);
    }
    await ledger.expectSound(own.clientAccountId);
  });

  it('is of its operation: a release under the key of a claim releases', async () => {
    const { own, debit } = await entryOf100();
    await claim(own, [{ line: debit, amount: '60.00' }], { key: 'both', id: 41 });
    expect((await release(own, 41, 'both')).lines).toMatchObject([{ journalLineId: debit, remainingAmount: '100.00' }]);
    await ledger.expectSound(own.clientAccountId);
  });

  it('is of its client account: the same key of another is another command', async () => {
    const [a, b] = [await entryOf100(), await entryOf100()];
    await claim(a.own, [{ line: a.debit, amount: '60.00' }], { key: 'shared' });
    expect((await claim(b.own, [{ line: b.debit, amount: '10.00' }], { key: 'shared' })).lines).toMatchObject([
      { journalLineId: b.debit, remainingAmount: '90.00' },
    ]);
  });
});

describe('releasing', () => {
  it('opens all that a reconciliation claimed, and nothing of another or of the other kind', async () => {
    const { own, debit, credit } = await entryOf100();
    await claim(
      own,
      [
        { line: debit, amount: '60.00' },
        { line: credit, amount: '-60.00' },
      ],
      { id: 11 },
    );
    await claim(own, [{ line: debit, amount: '10.00' }], { id: 12 });
    await claim(own, [{ line: debit, amount: '100.00' }], { id: 11, kind: 'EXTERNAL' });
    expect((await release(own, 11)).lines).toMatchObject([
      { journalLineId: debit, remainingAmount: '90.00' },
      { journalLineId: credit, remainingAmount: '-100.00' },
    ]);
    expect((await linesOf(own)).find(({ id }) => id === debit)).toMatchObject({ external_remaining_amount: '0.00' });
    expect((await release(own, 11)).lines).toEqual([]);
    await ledger.expectSound(own.clientAccountId);
  });

  it('again by a command that came late leaves what was claimed since', async () => {
    const { own, debit } = await entryOf100();
    await claim(own, [{ line: debit, amount: '60.00' }], { id: 21 });
    const released = await release(own, 21, 'late');
    await claim(own, [{ line: debit, amount: '70.00' }], { id: 21 });
    expect(await release(own, 21, 'late')).toEqual(released);
    expect((await linesOf(own)).find(({ id }) => id === debit)!.remaining_amount).toBe('30.00');
  });

  it('lets the entry be cancelled, which a claim forbids', async () => {
    const { own, entry, debit } = await entryOf100();
    await claim(own, [{ line: debit, amount: '1.00' }], { id: 31 });
    const cancel = () =>
      own.call('PATCH', `/journal-entries/${entry.id}`, { cancelled: 'Y', cancellation_reason: 'Feil' });
    expect((await cancel()).status).toBe(409);
    await release(own, 31);
    expect((await cancel()).status).toBe(200);
  });
});

describe('an exchange difference', () => {
  const day = '2026-03-14';
  const euro = (debit: string, credit: string, fc: string, rate: string) => ({
    ...{ posting_date: day, account_code: '1500', debit, credit, currency_code: 'EUR', exchange_rate: rate },
    ...(credit === '0' ? { debit_fc: fc, credit_fc: '0' } : { debit_fc: '0', credit_fc: fc }),
    dimensions: [{ relation_type: 'businesspartner', relation_id: 1 }],
  });
  const crowns = (account: string, debit: string, credit: string) => ({
    ...{ posting_date: day, account_code: account, debit, credit },
  });
  /** Owed 100 euros at 11.40, paid at 11.50. */
  async function owedAndPaid() {
    const own = await ledger.books();
    ledger.own(own.clientAccountId, 'businesspartner', { id: 1, name: 'Kari' });
    const owed = await own.posted({ lines: [euro('1140.00', '0', '100', '11.4'), crowns('3000', '0', '1140.00')] });
    const paid = await own.posted({ lines: [crowns('1920', '1150.00', '0'), euro('0', '1150.00', '100', '11.5')] });
    return { own, owed: owed.lines[0].id as number, paid: paid.lines[1].id as number };
  }
  const reconcile = (
    { own, owed, paid }: Awaited<ReturnType<typeof owedAndPaid>>,
    { date = day, amount = '1140.00', ...named }: { id?: number; key?: string; date?: string; amount?: string } = {},
  ) => {
    const id = named.id ?? next();
    const key = named.key ?? `difference-${id}`;
    const line = (accountCode: string, debit: string, credit: string) => ({
      ...{ postingDate: date, description: 'Agio', accountCode, debit, credit, dimensions: [] },
    });
    return reconciliation().ClaimLines({
      ...{ clientAccountId: own.clientAccountId, commandKey: key, kind: 'CLAIM_KIND_INTERNAL', reconciliationId: id },
      claims: [
        { reconciliationEntryId: 10 * id, journalLineId: owed, amount, amountFc: '100.00' },
        { reconciliationEntryId: 10 * id + 1, journalLineId: paid, amount: '-1150.00', amountFc: '-100.00' },
      ],
      difference: {
        ...{ userId: own.userId, description: 'Agio', relationType: 'INTERNAL_RECONCILIATION', relationId: id },
        line: {
          ...line('1500', '10.00', '0.00'),
          ...{ currencyCode: 'EUR', exchangeRate: '11.4', isExchangeDifference: true },
          dimensions: [{ relationType: 'businesspartner', relationId: 1 }],
        },
        resultLine: line('8060', '0.00', '10.00'),
        reconciliationEntryId: 10 * id + 2,
      },
    });
  };
  const entriesOf = async (own: Books) =>
    (await own.call('GET', `/journal-entries?client_account_id=${own.clientAccountId}`)).body.data;

  it('is posted with the claims and claimed among them, once, and cancelled when they are released', async () => {
    const ground = await owedAndPaid();
    const { own, owed, paid } = ground;
    const id = next();
    const answers = await Promise.all(Array.from({ length: 4 }, () => reconcile(ground, { id, key: 'once' })));
    expect(new Set(answers.map(({ differenceEntryId }) => differenceEntryId)).size).toBe(1);
    const [{ differenceEntryId = 0, differenceLineId = 0, lines }] = answers as [(typeof answers)[0]];
    expect(lines.map(({ remainingAmount, remainingAmountFc }) => [remainingAmount, remainingAmountFc])).toEqual(
      [owed, paid, differenceLineId].map(() => ['0.00', '0.00']),
    );
    expect((await own.call('GET', `/journal-entries/${differenceEntryId}`)).body).toMatchObject({
      ...{ sequence_number: 3, relation_type: 'INTERNAL_RECONCILIATION', relation_id: id },
      lines: [
        { account_code: '1500', debit: '10.00', debit_fc: '0.00', currency_code: 'EUR', reconciled_amount: '10.00' },
        { account_code: '8060', credit: '10.00', currency_code: 'NOK' },
      ],
    });
    const byHand = { cancelled: 'Y', cancellation_reason: 'Feil' };
    expect(await own.call('PATCH', `/journal-entries/${differenceEntryId}`, byHand)).toMatchObject({
      status: 409,
      body: { error: { code: 'accounting.journal_entry_reconciled' } },
    });
    const give = (key: string) =>
      reconciliation().ReleaseLines({
        ...{ clientAccountId: own.clientAccountId, commandKey: key, kind: 'CLAIM_KIND_INTERNAL', reconciliationId: id },
        difference: { journalEntryId: differenceEntryId, userId: own.userId, reason: 'Slettet' },
      });
    const lock = (until: string) =>
      own.call('POST', '/period-locks', {
        ...{ client_account_id: own.clientAccountId, locking_comment: 'x', locked_until_date: until },
      });
    await lock('2026-03-31');
    await expect(give('locked')).rejects.toMatchObject({ status: 409, code: 'accounting.period_locked' });
    expect((await linesOf(own)).find((line) => line.id === owed)!.remaining_amount).toBe('0.00');
    await lock('2026-01-31');
    // A copy of it that comes late finds it refused: who sent it has gone by that, and keeps the reconciliation.
    await expect(give('locked')).rejects.toMatchObject({ status: 409, code: 'accounting.period_locked' });
    expect((await linesOf(own)).find((line) => line.id === owed)!.remaining_amount).toBe('0.00');
    for (const released of await Promise.all([give('free'), give('free'), give('free')]))
      expect(released.lines).toHaveLength(3);
    expect((await entriesOf(own)).map(({ cancelled }: { cancelled: string | null }) => cancelled)).toEqual([
      ...['C', 'Y', null, null],
    ]);
    await ledger.expectSound(own.clientAccountId);
  });

  it('leaves nothing when a claim or the entry is refused', async () => {
    const ground = await owedAndPaid();
    const { faults, lines } = await reconcile(ground, { amount: '1140.01' });
    expect([faults.map(({ rule }) => rule), lines]).toEqual([['CLAIM_FAULT_RULE_EXCEEDS_OPEN'], []]);
    await ground.own.call('POST', '/period-locks', {
      ...{ client_account_id: ground.own.clientAccountId, locking_comment: 'x', locked_until_date: '2026-03-31' },
    });
    await expect(reconcile(ground)).rejects.toMatchObject({ status: 409, code: 'accounting.period_locked' });
    await expect(reconcile(ground, { date: 'today' })).rejects.toMatchObject({ status: 400 });
    expect(await entriesOf(ground.own)).toHaveLength(2);
    expect((await linesOf(ground.own)).every(({ reconciled_amount }) => reconciled_amount === '0.00')).toBe(true);
    expect((await reconcile(ground, { date: '2026-04-01' })).faults).toEqual([]);
    await ledger.expectSound(ground.own.clientAccountId);
  });
});

it('a claim that arrives after it was given up claims nothing, with a difference or without', async () => {
  const { own, debit } = await entryOf100();
  await release(own, 51, 'given up');
  const late = await claim(own, [{ line: debit, amount: '60.00' }], { key: 'given up', id: 51 });
  expect(late).toMatchObject({ faults: [{ rule: 'CLAIM_FAULT_RULE_GIVEN_UP' }], lines: [] });
  expect((await linesOf(own)).find(({ id }) => id === debit)!.reconciled_amount).toBe('0.00');
});

describe('lines as other services read them', () => {
  it('have amounts, what is open for each kind, dimensions and the state of their entry', async () => {
    const { own, entry, debit, credit } = await entryOf100();
    ledger.own(own.clientAccountId, 'project', { id: 5, name: 'Tak' });
    const tagged = await own.posted(rent('10.00', { dimensions: [{ relation_type: 'project', relation_id: 5 }] }));
    const draft = await own.posted({ ...rent(), is_draft: true });
    const other = await entryOf100();
    await claim(own, [{ line: debit, amount: '30.00' }]);
    await claim(own, [{ line: credit, amount: '-100.00' }], { kind: 'EXTERNAL' });
    await own.call('PATCH', `/journal-entries/${tagged.id}`, { cancelled: 'Y', cancellation_reason: 'Feil' });
    const { lines } = await reconciliation().DescribeLines({
      clientAccountId: own.clientAccountId,
      journalLineIds: [draft.lines[0].id, tagged.lines[0].id, credit, debit, debit, other.debit, 999_999_999],
    });
    expect(lines.map(({ id }) => id)).toEqual([debit, credit, tagged.lines[0].id, draft.lines[0].id]);
    expect(lines[0]).toMatchObject({
      ...{ journalEntryId: entry.id, accountCode: '6300', postingDate: '2026-03-14', currencyCode: 'NOK' },
      ...{ accountingCurrency: 'NOK', exchangeRate: '1.000000', debit: '100.00', credit: '0.00', debitFc: '100.00' },
      ...{ internalRemainingAmount: '70.00', internalRemainingAmountFc: '70.00', externalRemainingAmount: '100.00' },
      ...{ isDraft: false, isCancelled: false, isReversal: false, dimensions: [] },
    });
    expect(lines[1]).toMatchObject({ internalRemainingAmount: '-100.00', externalRemainingAmountFc: '0.00' });
    expect(lines[2]).toMatchObject({
      isCancelled: true,
      dimensions: [{ relationType: 'project', relationId: 5 }],
    });
    expect(lines[3]).toMatchObject({ isDraft: true, internalRemainingAmount: '100.00' });
    const many = Array.from({ length: 5_001 }, (_, index) => index + 1);
    await expect(
      reconciliation().DescribeLines({ clientAccountId: own.clientAccountId, journalLineIds: many }),
    ).rejects.toMatchObject({ status: 400 });
  });
});

describe('races', () => {
  it('fifty callers for the last øre leave one winner', async () => {
    const { own, debit } = await entryOf100();
    await claim(own, [{ line: debit, amount: '99.99' }]);
    const answers = await Promise.all(Array.from({ length: 50 }, () => claim(own, [{ line: debit, amount: '0.01' }])));
    expect(answers.filter(({ faults }) => faults.length === 0)).toHaveLength(1);
    expect((await linesOf(own)).find(({ id }) => id === debit)!.remaining_amount).toBe('0.00');
    await ledger.expectSound(own.clientAccountId);
  });

  it('over the same lines in every order never lock each other', async () => {
    const { own } = await entryOf100();
    const entries = await Promise.all(Array.from({ length: 5 }, () => own.posted()));
    const lines: number[] = entries.map(({ lines: [line] }) => line.id);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, caller) => {
        const rotated = [...lines.slice(caller % 5), ...lines.slice(0, caller % 5)];
        const wishes = rotated.map((line) => ({ line, amount: '5.00' }));
        return claim(own, caller % 2 === 0 ? wishes : wishes.reverse());
      }),
    );
    // Twenty times five is all there is.
    expect(answers.filter(({ faults }) => faults.length === 0)).toHaveLength(20);
    await ledger.expectSound(own.clientAccountId);
  });

  it('with cancelling leave the line claimed or the entry cancelled, never both', async () => {
    const { own } = await entryOf100();
    const entries = await Promise.all(Array.from({ length: 10 }, () => own.posted()));
    await Promise.all(
      entries.flatMap((entry) => [
        claim(own, [{ line: entry.lines[0].id, amount: '1.00' }]),
        own.call('PATCH', `/journal-entries/${entry.id}`, { cancelled: 'Y', cancellation_reason: 'Feil' }),
      ]),
    );
    for (const { id, lines } of entries) {
      const { body } = await own.call('GET', `/journal-entries/${id}`);
      const line = body.lines.find((one: { id: number }) => one.id === lines[0].id);
      expect([body.cancelled === 'Y', line.reconciled_amount === '1.00']).toContain(true);
      expect([body.cancelled === 'Y', line.reconciled_amount === '1.00']).toContain(false);
    }
    await ledger.expectSound(own.clientAccountId);
  });
});

it('is for reconciliation alone', async () => {
  const { own, debit } = await entryOf100();
  await expect(
    ledger.connect(LedgerContract, 'organisation').ClaimLines({
      clientAccountId: own.clientAccountId,
      commandKey: 'stranger',
      kind: 'CLAIM_KIND_INTERNAL',
      reconciliationId: 1,
      claims: [{ reconciliationEntryId: 1, journalLineId: debit, amount: '1.00', amountFc: '0' }],
    }),
  ).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
});

describe('open lines of partners', () => {
  const partner = (id: number) => [{ relation_type: 'businesspartner', relation_id: id }];
  const side = (account_code: string, debit: string, credit: string, more: object = {}) => ({
    ...{ posting_date: '2026-03-14', account_code, debit, credit, ...more },
  });
  /** 100.00 that a customer owes. */
  const owed = (id: number, more: object = {}) => ({
    lines: [
      side('1500', '100.00', '0', { dimensions: partner(id), ...more }),
      side('3000', '0', '100.00', 'posting_date' in more ? { posting_date: more.posting_date } : {}),
    ],
  });

  /** That much comes from a customer, after everything else. */
  const paid = (id: number, amount: string) => ({
    lines: [
      side('1500', '0', amount, { dimensions: partner(id), posting_date: '2026-05-01' }),
      side('3000', amount, '0', { posting_date: '2026-05-01' }),
    ],
  });

  it('are walked through partner by partner, with what is left of each; what is closed, drafted or cancelled is passed over, and who has one side alone', async () => {
    const [own, other] = [await ledger.books(), await ledger.books()];
    for (const id of [6, 7, 8, 9])
      for (const { clientAccountId } of [own, other]) ledger.own(clientAccountId, 'businesspartner', { id });
    await other.posted(owed(7));
    await other.posted(owed(9));
    const credits = [await own.posted(paid(7, '10.00')), await own.posted(paid(8, '20.00'))];
    // Of the first there are debits alone, of the second credits; what was cancelled and a draft are no other side.
    for (const entry of [owed(6), paid(9, '5.00')]) await own.posted(entry);
    await own.posted({ ...owed(9), is_draft: true });
    const reversed = await own.posted(paid(6, '1.00'));
    await own.call('PATCH', `/journal-entries/${reversed.id}`, { cancelled: 'Y', cancellation_reason: 'Feil' });
    const [later, part, closed, first, cancelled] = [
      await own.posted({ ...owed(8), description: 'Faktura 2' }),
      await own.posted(owed(7, { posting_date: '2026-04-01', description: 'KID 1234567897' })),
      await own.posted(owed(7)),
      await own.posted({ ...owed(7), relation_type: 'ARINV', relation_id: 5 }),
      await own.posted(owed(7)),
    ];
    await own.posted({ ...owed(7), is_draft: true });
    // Without the partner, and with it on an account that does not ask for one.
    await own.posted({ lines: [side('1500', '100.00', '0'), side('3000', '0', '100.00', { dimensions: partner(7) })] });
    await own.call('PATCH', `/journal-entries/${cancelled.id}`, { cancelled: 'Y', cancellation_reason: 'Feil' });
    const id = ({ lines: [line] }: { lines: { id: number }[] }) => line!.id;
    await claim(own, [
      { line: id(part), amount: '30.00' },
      { line: id(closed), amount: '100.00' },
    ]);
    const { lines, next } = await reconciliation().ListOpenLines({ clientAccountId: own.clientAccountId });
    expect(next).toBeUndefined();
    const open = [id(first), id(part), id(credits[0]), id(later), id(credits[1])];
    expect(lines.map(({ journalLineId }) => journalLineId)).toEqual(open);
    expect(lines[0]).toMatchObject({
      ...{ journalEntryId: first.id, businessPartnerId: 7, remainingAmount: '100.00', currencyCode: 'NOK' },
      ...{ relationType: 'ARINV', relationId: 5, postingDate: '2026-03-14' },
    });
    expect(lines[1]).toMatchObject({
      remainingAmount: '70.00',
      remainingAmountFc: '70.00',
      description: 'KID 1234567897',
    });
    expect(lines[2]).toMatchObject({ businessPartnerId: 7, remainingAmount: '-10.00' });
    expect(lines[3]).toMatchObject({ businessPartnerId: 8, entryDescription: 'Faktura 2' });
    expect(lines[3]).not.toHaveProperty('relationType');
    const read = (after?: OpenLineCursor) => listOpenLines(ledger.db.executor, own.clientAccountId, after, 2);
    const met: number[] = [];
    for (let page = await read(); ; page = await read(page.next ?? undefined)) {
      met.push(...page.lines.map(({ journalLineId }) => journalLineId));
      if (page.next === null) break;
    }
    expect(met).toEqual(open);
  });

  it('are those of books that are listed, each with a revision that rises with what is posted', async () => {
    const own = await ledger.books();
    await own.posted();
    const { clientAccountId } = own;
    const revision = async () => {
      const { books } = await reconciliation().ListBooks({ afterClientAccountId: clientAccountId - 1 });
      return books.find((each) => each.clientAccountId === clientAccountId)!.revision;
    };
    const before = await revision();
    expect(await revision()).toBe(before);
    await own.posted();
    expect(await revision()).toBeGreaterThan(before);
  });

  it('are for reconciliation alone', async () => {
    const asking = ledger.connect(LedgerContract, 'organisation');
    await expect(asking.ListOpenLines({ clientAccountId: 1 })).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(asking.ListBooks({ afterClientAccountId: 0 })).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  });
});
