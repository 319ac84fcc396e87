import { type ClientOf, Ledger as LedgerContract } from '@app/rpc';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Books, type Ledger, startLedger } from './ledger.ts';

// Entries of documents, and questions about the books, that documents sends together, by one call.

let ledger: Ledger;
vi.setConfig({ testTimeout: 60_000 });
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger?.stop());

type Contract = ClientOf<typeof LedgerContract>;
type Entry = Parameters<Contract['PostEntry']>[0];

let serial = 0;
const contract = () => ledger.connect(LedgerContract, 'documents');
const line = (accountCode: string, debit: string, credit: string) => ({
  ...{ postingDate: '2026-03-14', description: 'Kaffe', accountCode, debit, credit, dimensions: [] },
});
const bill = ({ clientAccountId, userId }: Books, changes: Partial<Entry> = {}): Entry => ({
  ...{ clientAccountId, userId, commandKey: `many-${++serial}`, description: 'Faktura 1' },
  ...{
    relationType: 'APINV',
    relationId: serial,
    lines: [line('6300', '100.00', '0.00'), line('2400', '0.00', '100.00')],
  },
  ...changes,
});
const post = async (commands: readonly Entry[]) => {
  const sent = commands.map((command) => ({ command, requestId: `request of ${command.commandKey}` }));
  return (await contract().PostEntriesOfMany({ commands: sent })).outcomes.map(({ answer }) => answer);
};
const companies = (count: number): Promise<readonly Books[]> =>
  Promise.all(Array.from({ length: count }, () => ledger.books()));
const numbersOf = async (own: Books): Promise<readonly number[]> =>
  (await own.call('GET', `/journal-entries?client_account_id=${own.clientAccountId}`)).body.data.map(
    (entry: { sequence_number: number }) => entry.sequence_number,
  );

it('each is posted once, and answered as it would be alone, by itself or with others; its event names its request', async () => {
  const [one, other] = (await companies(2)) as [Books, Books];
  const commands = [bill(one), bill(other), bill(one)];
  const posted = await post(commands);
  expect(new Set(posted.map((each) => each?.journalEntryId)).size).toBe(3);
  expect(await contract().PostEntry(commands[1]!)).toEqual(posted[1]);
  expect(await post([...commands, bill(other)])).toEqual([...posted, expect.objectContaining({ sequenceNumber: 2 })]);
  expect((await numbersOf(one)).toSorted()).toEqual([1, 2]);
  const told = await ledger.db.raw<{ entry: number; request: string }[]>`
    select (payload ->> 'journal_entry_id')::int as entry, request_id as request from outbox
    where subject = 'events.ledger.journal_entry.posted' and client_account_id = any (${[one, other].map((own) => own.clientAccountId)})`;
  for (const [index, { commandKey }] of commands.entries())
    expect(told).toContainEqual({ entry: posted[index]!.journalEntryId, request: `request of ${commandKey}` });
  for (const own of [one, other]) await ledger.expectSound(own.clientAccountId);
});

it('a command that ended at the very moment of its claim is answered what it gave, and the others of its group are posted', async () => {
  const [own, other] = (await companies(2)) as [Books, Books];
  const given = { journalEntryId: 1_000_000, sequenceNumber: 7, journalLineIds: [1_000_000] };
  const { together } = ledger.db;
  const race = async () => {
    const [raced, beside] = [bill(own), bill(other)];
    const racing = vi.spyOn(ledger.db, 'together').mockImplementationOnce((account, work) =>
      together(account, async (tx) => {
        const execute = tx.execute.bind(tx);
        let statements = 0;
        const late = async (...query: Parameters<typeof execute>) => {
          // The claim has found the key free by now.
          if (++statements === 2)
            await ledger.db.raw`
              insert into use_cases (command_key, name, result) values (
                ${`${own.clientAccountId}:${raced.commandKey}`}, 'post_document_entry', ${JSON.stringify(given)}::text::jsonb)`;
          return execute(...query);
        };
        return work(Object.assign(tx, { execute: late }));
      }),
    );
    const [first, second] = await post([raced, beside]);
    expect([first, racing.mock.calls.length > 1]).toEqual([given, true]);
    racing.mockRestore();
    return second;
  };
  // One whose company somebody works in at that moment, as who hears of its settings, is left out, and goes by itself.
  await expect.poll(race, { timeout: 30_000 }).toMatchObject({ sequenceNumber: 1 });
  expect(await numbersOf(own)).toEqual([]);
  expect(await numbersOf(other)).toEqual([1]);
});

it('what may not be posted is left out and takes nobody along: alone it learns why, and its refusal stands', async () => {
  const [own, gone] = (await companies(2)) as [Books, Books];
  await own.call('POST', '/period-locks', {
    ...{ client_account_id: own.clientAccountId, locking_comment: 'x', locked_until_date: '2026-01-31' },
  });
  const [first, second] = bill(own).lines;
  const refused = [
    bill(own, { lines: [first!, { ...second!, credit: '99.00' }] }),
    bill(own, { lines: [{ ...first!, accountCode: '9999' }, second!] }),
    bill(own, {
      lines: [
        { ...first!, postingDate: '2026-01-31' },
        { ...second!, postingDate: '2026-01-31' },
      ],
    }),
    bill(own, { lines: [{ ...first!, dimensions: [{ relationType: 'project', relationId: 999 }] }, second!] }),
    bill(gone, { clientAccountId: 2_000_000_000 }),
  ];
  const outcomes = await post([bill(own), ...refused, bill(own)]);
  expect(outcomes.map((each) => each?.sequenceNumber)).toEqual([1, ...refused.map(() => undefined), 2]);
  for (const command of refused) {
    const alone = () =>
      contract()
        .PostEntry(command)
        .catch(({ status }: { status: number }) => status);
    expect(await alone(), JSON.stringify(command.lines)).toBeGreaterThanOrEqual(400);
    expect(await post([command])).toEqual([undefined]);
  }
  expect((await numbersOf(own)).toSorted()).toEqual([1, 2]);
  await ledger.expectSound(own.clientAccountId);
});

it('one whose books somebody holds is left out meanwhile, however many there are: nobody waits for them', async () => {
  const [held, ...free] = (await companies(3)) as [Books, ...Books[]];
  // Its first entry makes the row that is held.
  await held.posted();
  const waiting = Array.from({ length: 12 }, () => bill(held));
  let alone: Promise<{ sequenceNumber: number }> | undefined;
  await ledger.asOwner((owner) =>
    owner.begin(async (tx) => {
      await tx`select from ledger.journal_counters where client_account_id = ${held.clientAccountId} for update`;
      for (let round = 0; round < 3; round++) {
        const outcomes = await post([waiting[0]!, bill(free[0]!), ...waiting.slice(1), bill(free[1]!)]);
        expect(
          outcomes.flatMap((each, index) => (each ? [index] : [])),
          `round ${round}`,
        ).toEqual([1, 13]);
        // Whoever is posted alone waits, and the others of the company are still left out.
        alone ??= contract().PostEntry(waiting[0]!);
      }
    }),
  );
  const { sequenceNumber } = await alone!;
  expect(sequenceNumber).toBe(2);
  await expect.poll(async () => (await post(waiting)).every(Boolean), { timeout: 30_000 }).toBe(true);
  expect(await numbersOf(held)).toHaveLength(13);
  for (const own of [held, ...free]) await ledger.expectSound(own.clientAccountId);
});

it('a command that comes in several calls at once, and alone, is posted once', async () => {
  const [one, other] = (await companies(2)) as [Books, Books];
  const commands = Array.from({ length: 20 }, (_, index) => bill(index % 2 === 0 ? one : other));
  const alone = commands.map((command) => contract().PostEntry(command));
  const calls = await Promise.all([post(commands), post(commands.toReversed()), post([...commands, ...commands])]);
  const posted = await Promise.all(alone);
  const known = new Map(posted.map((each, index) => [commands[index]!.commandKey, each]));
  const sent = [commands, commands.toReversed(), [...commands, ...commands]];
  for (const [call, outcomes] of calls.entries())
    for (const [index, outcome] of outcomes.entries())
      if (outcome) expect(outcome).toEqual(known.get(sent[call]![index]!.commandKey));
  for (const own of [one, other]) {
    expect(await numbersOf(own)).toHaveLength(10);
    await ledger.expectSound(own.clientAccountId);
  }
});

it('questions are answered as each would be alone; who names a record that its owner is to be asked about is left out', async () => {
  const [one, other] = [await ledger.books({ vatLiable: true }), await ledger.books({ vatLiable: false })];
  ledger.own(one.clientAccountId, 'project', { id: 5, name: 'Tak' });
  const ask = ({ clientAccountId }: Books, date: string, relationId?: number) => ({
    ...{ clientAccountId, date, accountCodes: ['3000', '0001'], accountIds: [] },
    references: relationId === undefined ? [] : [{ relationType: 'project', relationId }],
  });
  const questions = [
    ask(one, '2026-03-14'),
    ask(other, '2026-03-14'),
    ask(one, '2015-06-01'),
    ask(one, '2026-03-14', 5),
  ];
  const many = async () => {
    const { outcomes, dates } = await contract().DescribeBooksOfMany({ questions });
    const codes = new Map(dates.map(({ date, taxCodes }) => [date, taxCodes]));
    expect(codes.size).toBe(dates.length);
    return outcomes.map(({ answer }, index) => answer && { ...answer, taxCodes: codes.get(questions[index]!.date) });
  };
  expect((await many()).map((each) => each !== undefined)).toEqual([true, true, true, false]);
  const alone = await Promise.all(questions.map((question) => contract().DescribeBooks(question)));
  // Asked about by itself the record is known.
  expect(await many()).toEqual(alone);
  expect(alone[0]!.taxCodes).not.toEqual(alone[2]!.taxCodes);
});

it('none, too many, commands that say nothing and callers that may not are refused', async () => {
  const [own] = (await companies(1)) as [Books];
  const question = {
    ...{ clientAccountId: own.clientAccountId, date: '2026-03-14' },
    accountCodes: [],
    accountIds: [],
  };
  const questions = (count: number) => Array.from({ length: count }, () => ({ ...question, references: [] }));
  const many = (count: number) => Array.from({ length: count }, () => ({ command: bill(own), requestId: '' }));
  for (const count of [0, 65]) {
    await expect(contract().PostEntriesOfMany({ commands: many(count) })).rejects.toMatchObject({ status: 400 });
    await expect(contract().DescribeBooksOfMany({ questions: questions(count) })).rejects.toMatchObject({
      status: 400,
    });
  }
  const empty = [...many(1), { command: undefined as unknown as Entry, requestId: '' }];
  await expect(contract().PostEntriesOfMany({ commands: empty })).rejects.toMatchObject({ status: 400 });
  for (const caller of ['reconciliation', 'payroll'])
    await expect(ledger.connect(LedgerContract, caller).PostEntriesOfMany({ commands: many(1) })).rejects.toMatchObject(
      {
        code: 'PERMISSION_DENIED',
      },
    );
  expect(await numbersOf(own)).toEqual([]);
});
