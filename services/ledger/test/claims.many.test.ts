import { Ledger as LedgerContract } from '@app/rpc';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Books, type Ledger, startLedger } from './ledger.ts';

// Claims and questions that another service sends together, by one call.

let ledger: Ledger;
vi.setConfig({ testTimeout: 60_000 });
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger?.stop());

const contract = () => ledger.connect(LedgerContract, 'reconciliation');
let serial = 0;
const next = () => ++serial;
interface Line {
  readonly own: Books;
  readonly line: number;
}

/** Debit lines of 100.00, each in books of its own. */
const linesIn = (count: number): Promise<readonly Line[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const own = await ledger.books();
      return { own, line: (await own.posted()).lines[0].id };
    }),
  );
const commandOf = ({ own, line }: Line, amount: string) => ({
  ...{ clientAccountId: own.clientAccountId, commandKey: `many-${next()}`, kind: 'CLAIM_KIND_INTERNAL' as const },
  reconciliationId: next(),
  claims: [{ reconciliationEntryId: next(), journalLineId: line, amount, amountFc: '0' }],
});
const openOf = async ({ own, line }: Line): Promise<string> => {
  const { lines } = await contract().DescribeLines({ clientAccountId: own.clientAccountId, journalLineIds: [line] });
  return lines[0]!.internalRemainingAmount;
};
const soundAll = async (lines: readonly Line[]) => {
  for (const { own } of lines) await ledger.expectSound(own.clientAccountId);
};

type Commands = Parameters<ReturnType<typeof contract>['ClaimLinesOfMany']>[0]['commands'];

/** Sent again while the service itself holds the books of one for a moment: a command that comes again gets its answer. */
async function answered(commands: Commands) {
  for (;;) {
    const { outcomes } = await contract().ClaimLinesOfMany({ commands });
    if (outcomes.every(({ answer }) => answer)) return outcomes;
  }
}

it('each is answered as it would be alone, and again when it comes again, by itself or with others', async () => {
  const lines = await linesIn(3);
  const commands = lines.map((line, place) => commandOf(line, place === 1 ? '100.01' : '60.00'));
  const outcomes = await answered(commands);
  expect(outcomes.map(({ answer }) => answer!.faults.map(({ rule }) => rule))).toEqual([
    ...[[], ['CLAIM_FAULT_RULE_EXCEEDS_OPEN'], []],
  ]);
  expect(outcomes[0]!.answer!.lines).toEqual([
    { journalLineId: lines[0]!.line, remainingAmount: '40.00', remainingAmountFc: '40.00' },
  ]);
  expect(await Promise.all(lines.map(openOf))).toEqual(['40.00', '100.00', '40.00']);
  expect(await answered(commands)).toEqual(outcomes);
  expect(await contract().ClaimLines(commands[0]!)).toEqual(outcomes[0]!.answer);
  const told = await ledger.db.raw<{ amounts: string[] }[]>`
    select jsonb_path_query_array(payload, '$.lines[*].amount') as amounts from outbox
    where subject = 'events.ledger.claims.changed' and client_account_id = any (${lines.map(({ own }) => own.clientAccountId)})`;
  expect(told.map(({ amounts }) => amounts)).toEqual([['60.00'], ['60.00']]);
  await soundAll(lines);
});

it('one whose books somebody holds is left out, and one that was given up claims nothing', async () => {
  const lines = await linesIn(3);
  const commands = lines.map((line) => commandOf(line, '60.00'));
  const [held, given] = [lines[0]!, commands[1]!];
  await contract().ReleaseLines({ ...given });
  const rules = async () => {
    const { outcomes } = await contract().ClaimLinesOfMany({ commands });
    return outcomes.map(({ answer }) => answer && [...answer.faults.map(({ rule }) => rule)]);
  };
  await ledger.asOwner((owner) =>
    owner.begin(async (tx) => {
      await tx`select from ledger.journal_counters where client_account_id = ${held.own.clientAccountId} for update`;
      await expect.poll(rules, { timeout: 50_000 }).toEqual([undefined, ['CLAIM_FAULT_RULE_GIVEN_UP'], []]);
    }),
  );
  expect(await Promise.all(lines.map(openOf))).toEqual(['100.00', '100.00', '40.00']);
  await soundAll(lines);
});

it('beside a command that no books could carry out all are left out: each is to be sent by itself', async () => {
  const lines = await linesIn(2);
  const commands = [commandOf(lines[0]!, '60.00'), commandOf(lines[1]!, '1.001')];
  const { outcomes } = await contract().ClaimLinesOfMany({ commands });
  expect(outcomes.map(({ answer }) => answer)).toEqual([undefined, undefined]);
  expect((await contract().ClaimLines(commands[0]!)).faults).toEqual([]);
  await expect(contract().ClaimLines(commands[1]!)).rejects.toMatchObject({ status: 400 });
  expect(await Promise.all(lines.map(openOf))).toEqual(['40.00', '100.00']);
});

it('none, too many, an exchange difference and callers that may not are refused', async () => {
  const [line] = (await linesIn(1)) as [Line];
  const command = commandOf(line, '60.00');
  const many = Array.from({ length: 65 }, () => commandOf(line, '1.00'));
  const posting = { postingDate: '2026-03-14', description: 'x', accountCode: '8060', debit: '1', credit: '0' };
  const side = { ...posting, dimensions: [] };
  const difference = {
    ...{
      userId: 2,
      description: 'x',
      relationType: 'INTERNAL_RECONCILIATION',
      relationId: 1,
      reconciliationEntryId: 1,
    },
    ...{ line: side, resultLine: side },
  };
  for (const commands of [[], many, [command, { ...command, difference }]])
    await expect(contract().ClaimLinesOfMany({ commands })).rejects.toMatchObject({ status: 400 });
  const question = { clientAccountId: line.own.clientAccountId, journalLineIds: [line.line] };
  for (const questions of [[], Array.from({ length: 65 }, () => question)])
    await expect(contract().DescribeLinesOfMany({ questions })).rejects.toMatchObject({ status: 400 });
  const documents = ledger.connect(LedgerContract, 'documents');
  await expect(documents.ClaimLinesOfMany({ commands: [command] })).rejects.toMatchObject({
    code: 'PERMISSION_DENIED',
  });
  expect(await openOf(line)).toBe('100.00');
});

it('questions are answered in their order, each with the lines of its own account', async () => {
  const [one, other] = (await linesIn(2)) as [Line, Line];
  const ask = ({ own }: Line, ...journalLineIds: number[]) => ({
    clientAccountId: own.clientAccountId,
    journalLineIds,
  });
  const questions = [ask(one, one.line), ask(other, one.line), ask(other, other.line, other.line)];
  const { answers } = await contract().DescribeLinesOfMany({ questions });
  expect(answers.map(({ lines }) => lines.map(({ id }) => id))).toEqual([[one.line], [], [other.line]]);
  expect(answers[0]).toEqual(await contract().DescribeLines(questions[0]!));
});
