import { Ledger as LedgerContract } from '@app/rpc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
