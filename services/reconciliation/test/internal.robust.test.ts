import { Failure } from '@app/contract/failure';
import { Ledger } from '@app/rpc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proposeDraft } from '../src/internal/proposals.ts';
import { type Bookkeeper, type Interruption, startWithLedger, type WithLedger } from './with-ledger.ts';
import { refusal } from './world.ts';

// Calls to the real ledger are cut where a process may die, and others act in between.

let world: WithLedger;
beforeAll(async () => {
  world = await startWithLedger({ isInterrupted: true });
});
afterAll(() => world?.stop());

const DATE = '2026-03-20';
const cut = (method: Interruption['method'], when: Interruption['when']) =>
  world.interruptions.push({
    method,
    when,
    act: () => {
      throw new Failure('common.internal_error', 500, 'lost on the way');
    },
  });
const create = (own: Bookkeeper, ids: readonly number[], key?: string) =>
  own.call(
    'POST',
    '/reconciliations',
    {
      ...{ client_account_id: own.clientAccountId, date: DATE },
      entry_lines: ids.map((id) => ({ journal_entry_line_id: id })),
    },
    key === undefined ? undefined : { 'idempotency-key': key },
  );
const listed = async (own: Bookkeeper, query = '') =>
  (await own.call('GET', `/reconciliations?client_account_id=${own.clientAccountId}&with=entries${query}`)).body.data;

/** A line in euros on an account, against sales or the bank; gives its id. */
const line = async (own: Bookkeeper, amount: string, fc: string): Promise<number> => {
  const against = amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
  const posted = await own.post([
    { account: '1500', amount, fc, currency: 'EUR' },
    { account: '1920', amount: against },
  ]);
  return posted.lines[0]!;
};
/** Lines that balance in euros; in kroner they do, or 10.00 is gained. */
const pair = async (own: Bookkeeper, isDifferent: boolean): Promise<readonly [number, number]> => [
  await line(own, '1140.00', '100.00'),
  await line(own, isDifferent ? '-1150.00' : '-1140.00', '-100.00'),
];
const entriesIn = async (own: Bookkeeper): Promise<number> =>
  (await own.ledger('GET', `/journal-entries?client_account_id=${own.clientAccountId}`)).body.meta.records;

describe('cut at any step', () => {
  it('creating is carried to its end, once: by the request that comes again, or by the recovery', async () => {
    const own = await world.company();
    let made = 0;
    for (const when of ['before', 'after'] as const)
      for (const ends of ['repeat', 'recovery'] as const)
        for (const isDifferent of [false, true]) {
          const where = `${when} ${ends} ${isDifferent}`;
          const lines = await pair(own, isDifferent);
          const before = await entriesIn(own);
          cut('ClaimLines', when);
          expect((await create(own, lines, where)).status, where).toBeGreaterThanOrEqual(500);
          expect(await listed(own), where).toHaveLength(made);
          if (ends === 'repeat') expect((await create(own, lines, where)).status, where).toBe(201);
          else await world.runJob('use-case-recovery');
          const records = await listed(own);
          expect(records.at(-1), where).toMatchObject({ sequence_number: ++made, is_draft: false });
          expect(records.at(-1).entries, where).toHaveLength(isDifferent ? 3 : 2);
          expect((await entriesIn(own)) - before, where).toBe(isDifferent ? 1 : 0);
          await own.expectSound();
        }
    expect(world.interruptions).toEqual([]);
  });

  it('those who share a call are too, each of them', async () => {
    for (const when of ['before', 'after'] as const) {
      cut('ClaimLinesOfMany', when);
      let companies: readonly Bookkeeper[] = [];
      let pairs: readonly (readonly [number, number])[] = [];
      let answers: readonly Awaited<ReturnType<typeof create>>[] = [];
      // Until some of them have come to the ledger together.
      while (world.interruptions.length > 0) {
        companies = await Promise.all(Array.from({ length: 8 }, () => world.company()));
        pairs = await Promise.all(companies.map((own) => pair(own, false)));
        answers = await Promise.all(companies.map((own, place) => create(own, pairs[place]!, `shared ${when}`)));
      }
      expect(answers.filter(({ status }) => status >= 500).length, when).toBeGreaterThan(1);
      const [repeated, ...others] = companies.filter((_, place) => answers[place]!.status >= 500);
      const again = await create(repeated!, pairs[companies.indexOf(repeated!)]!, `shared ${when}`);
      expect(again.status, when).toBe(201);
      for (const own of others) expect(await listed(own), when).toEqual([]);
      await world.runJob('use-case-recovery');
      for (const own of companies) {
        expect(await listed(own), when).toMatchObject([{ sequence_number: 1, is_draft: false, entries: [{}, {}] }]);
        await own.expectSound();
      }
    }
  });

  it('approving a draft is too, and nobody deletes it meanwhile', async () => {
    const own = await world.company();
    for (const when of ['before', 'after'] as const) {
      const lines = await pair(own, true);
      const taken = await Promise.all(
        lines.map(async (id) => {
          const {
            journal_entry_id: journalEntryId,
            debit,
            credit,
            debit_fc,
            credit_fc,
            exchange_rate,
          } = await own.line(id);
          const amounts = { debit, credit, debitFc: debit_fc, creditFc: credit_fc, exchangeRate: exchange_rate };
          return { journalEntryId, journalEntryLineId: id, ...amounts };
        }),
      );
      const draft = { clientAccountId: own.clientAccountId, reconciliationDate: DATE, note: 'KID', taken };
      const id = await world.db.write((tx) => proposeDraft(tx, { ...draft, createdAt: new Date() }));
      cut('ClaimLines', when);
      const approve = () => own.call('PATCH', `/reconciliations/${id}`, { is_draft: false });
      expect((await approve()).status).toBeGreaterThanOrEqual(500);
      expect((await own.call('DELETE', `/reconciliations/${id}`)).status).toBe(409);
      if (when === 'before') await world.runJob('use-case-recovery');
      expect((await approve()).body).toMatchObject({ id, is_draft: false, entries: [{}, {}, { debit: '10.00' }] });
      await own.expectSound();
    }
  });

  it('deleting is too, with the entry of the difference', async () => {
    const own = await world.company();
    for (const when of ['before', 'after'] as const) {
      const { body } = await create(own, await pair(own, true));
      cut('ReleaseLines', when);
      expect((await own.call('DELETE', `/reconciliations/${body.id}`)).status).toBeGreaterThanOrEqual(500);
      expect((await listed(own)).map(({ id }: { id: number }) => id)).toContain(body.id);
      if (when === 'before') await world.runJob('use-case-recovery');
      expect((await own.call('DELETE', `/reconciliations/${body.id}`)).status).toBe(204);
      expect(await listed(own)).toEqual([]);
      expect((await own.ledger('GET', `/journal-entries/${body.exchange_entry_id}`)).body.cancelled).toBe('Y');
      await own.expectSound();
    }
  });

  it('what lost a race leaves nothing, however late its claim arrives again', async () => {
    const own = await world.company();
    const [invoice, payment] = await pair(own, true);
    const other = await line(own, '-1140.00', '-100.00');
    const before = await entriesIn(own);
    let late: unknown;
    let winner: Awaited<ReturnType<typeof create>> | undefined;
    world.interruptions.push({
      method: 'ClaimLines',
      when: 'before',
      act: async (request) => {
        late = request;
        winner = await create(own, [invoice, other]);
      },
    });
    cut('ReleaseLines', 'before');
    expect(refusal(await create(own, [invoice, payment], 'late'))).toEqual([409, 'common.conflict']);
    await world.runJob('use-case-recovery');
    expect(winner?.status).toBe(201);
    expect(refusal(await create(own, [invoice, payment], 'late'))).toEqual([409, 'common.conflict']);
    expect((await own.call('DELETE', `/reconciliations/${winner?.body.id}`)).status).toBe(204);
    const claimLines = world.ledger.connect(Ledger, 'reconciliation').ClaimLines;
    const { faults } = await claimLines(late as Parameters<typeof claimLines>[0]);
    expect(faults).toMatchObject([{ rule: 'CLAIM_FAULT_RULE_GIVEN_UP' }]);
    expect(await entriesIn(own)).toBe(before);
    expect((await create(own, [invoice, payment])).body.sequence_number).toBe(2);
    await own.expectSound();
  });
});

describe('beside each other', () => {
  it('reconciling, deleting and cancelling by hand leave lines claimed or entries cancelled, never both', async () => {
    const own = await world.company();
    const cancel = (id: number) =>
      own.ledger('PATCH', `/journal-entries/${id}`, { cancelled: 'Y', cancellation_reason: 'Feil' });
    const entryOf = async (id: number) => (await own.line(id)).journal_entry_id as number;
    const pairs = await Promise.all(Array.from({ length: 8 }, () => pair(own, true)));
    const made = await Promise.all(pairs.slice(0, 4).map((lines) => create(own, lines)));
    const entries = await Promise.all(pairs.map(([invoice]) => entryOf(invoice)));
    const answers = await Promise.all([
      ...made.map(({ body }) => own.call('DELETE', `/reconciliations/${body.id}`)),
      ...made.map(({ body }) => cancel(body.exchange_entry_id)),
      ...entries.map(cancel),
      ...pairs.slice(4).map((lines) => create(own, lines)),
    ]);
    expect(answers.slice(0, 4).map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    for (const { status, body } of answers) expect([200, 201, 204, 400, 409], JSON.stringify(body)).toContain(status);
    for (const { entries: taken } of await listed(own))
      for (const { journal_entry_id: id } of taken)
        expect((await own.ledger('GET', `/journal-entries/${id}`)).body.cancelled).toBe(null);
    for (const { body } of made)
      expect((await own.ledger('GET', `/journal-entries/${body.exchange_entry_id}`)).body.cancelled).toBe('Y');
    await own.expectSound();
  });

  it('any history keeps what is reconciled of each line the sum of what live records take of it', async () => {
    const own = await world.company();
    const seed = Number(process.env.RECONCILIATION_SEED ?? 20_260_314);
    const random = randomOf(seed);
    const below = (most: number) => Math.floor(random() * most);
    const rates = { EUR: '11.40', ISK: '0.08', JPY: '0.07' } as const;
    const whole = (fc: number, rate: string) => ((fc * Math.round(Number(rate) * 100)) / 100).toFixed(2);
    const lines: { readonly id: number; readonly isDebit: boolean; readonly currency: string }[] = [];
    for (const currency of ['NOK', 'EUR', 'ISK', 'JPY'])
      for (const isDebit of [true, false])
        for (const fc of [10_000, 2_500]) {
          const rate = currency === 'NOK' ? '1.00' : rates[currency as keyof typeof rates];
          const amount = `${isDebit ? '' : '-'}${whole(fc, rate)}`;
          const against = isDebit ? `-${amount}` : amount.slice(1);
          const posted = await own.post([
            {
              ...{ account: '1500', amount },
              ...(currency === 'NOK' ? {} : { currency, fc: `${isDebit ? '' : '-'}${fc}.00` }),
            },
            { account: '1920', amount: against },
          ]);
          lines.push({ id: posted.lines[0]!, isDebit, currency });
        }
    const step = async (): Promise<number> => {
      const live = await listed(own);
      if (live.length > 0 && random() < 0.35)
        return (await own.call('DELETE', `/reconciliations/${live[below(live.length)].id}`)).status;
      const currency = ['NOK', 'EUR', 'ISK', 'JPY'][below(4)]!;
      const [debits, credits] = [true, false].map((isDebit) =>
        lines.filter((each) => each.isDebit === isDebit && each.currency === currency),
      ) as [typeof lines, typeof lines];
      const [debit, credit] = [debits[below(debits.length)]!, credits[below(credits.length)]!];
      const part = (below(25) + 1) * 100;
      const amount = whole(part, currency === 'NOK' ? '1.00' : rates[currency as keyof typeof rates]);
      const fc = currency === 'NOK' ? {} : { debit_fc: `${part}.00` };
      const { status } = await own.call('POST', '/reconciliations', {
        ...{ client_account_id: own.clientAccountId, date: DATE },
        entry_lines: [
          { journal_entry_line_id: debit.id, debit: amount, ...fc },
          {
            journal_entry_line_id: credit.id,
            credit: amount,
            ...(currency === 'NOK' ? {} : { credit_fc: `${part}.00` }),
          },
        ],
      });
      return status;
    };
    const statuses = new Set<number>();
    for (let round = 0; round < 12; round++)
      for (const status of await Promise.all([step(), step(), step(), step()])) statuses.add(status);
    expect(
      [...statuses].every((status) => [201, 204, 400, 409].includes(status)),
      `seed ${seed}`,
    ).toBe(true);
    expect(statuses, `seed ${seed}`).toContain(201);
    const taken = new Map<number, number>();
    for (const { entries } of await listed(own, '&per_page=1000'))
      for (const entry of entries)
        taken.set(
          entry.journal_entry_line_id,
          (taken.get(entry.journal_entry_line_id) ?? 0) +
            Math.round(Number(entry.debit) * 100) -
            Math.round(Number(entry.credit) * 100),
        );
    for (const { id } of lines)
      expect(Math.round(Number((await own.line(id)).reconciled_amount) * 100), `seed ${seed}`).toBe(taken.get(id) ?? 0);
    await own.expectSound();
  });
});

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
