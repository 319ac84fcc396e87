import { type ClientOf, Ledger as LedgerContract } from '@app/rpc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, type Ledger, startLedger } from './ledger.ts';

// The world plays documents, which posts what its documents say.

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger?.stop());

type Contract = ClientOf<typeof LedgerContract>;
type Entry = Parameters<Contract['PostEntry']>[0];

let serial = 0;
const books = () => ledger.connect(LedgerContract, 'documents');
const line = (accountCode: string, debit: string, credit: string, more: Partial<Entry['lines'][number]> = {}) => ({
  ...{ postingDate: '2026-03-14', description: 'Kaffe', accountCode, debit, credit, dimensions: [] },
  ...more,
});
const invoice = (own: Books, changes: Partial<Entry> = {}): Entry => ({
  clientAccountId: own.clientAccountId,
  commandKey: `document-${++serial}`,
  userId: own.userId,
  description: 'Faktura 1',
  relationType: 'ARINV',
  relationId: 7,
  relationNumber: '1',
  lines: [
    line('1500', '125.00', '0.00', { dimensions: [{ relationType: 'businesspartner', relationId: 1 }] }),
    line('3000', '0.00', '100.00', { taxCode: '3', taxBaseAmount: '100.00', taxAmount: '25.00' }),
    line('2700', '0.00', '25.00', { taxForLine: 2 }),
  ],
  ...changes,
});
const company = async () => {
  const own = await ledger.books({ vatLiable: true });
  ledger.own(own.clientAccountId, 'businesspartner', { id: 1, name: 'Kari' });
  return own;
};
const read = async (own: Books, id: number) => (await own.call('GET', `/journal-entries/${id}`)).body;

describe('posting the entry of a document', () => {
  it('books it once, however often the command comes', async () => {
    const own = await company();
    const command = invoice(own);
    const answers = await Promise.all(Array.from({ length: 5 }, () => books().PostEntry(command)));
    expect(new Set(answers.map(({ journalEntryId }) => journalEntryId)).size).toBe(1);
    const entry = await read(own, answers[0]!.journalEntryId);
    expect(entry).toMatchObject({
      ...{ sequence_number: 1, relation_type: 'ARINV', relation_id: 7, relation_number: '1' },
      lines: [
        { id: answers[0]!.journalLineIds[0], account_code: '1500', debit: '125.00' },
        { account_code: '3000', tax_code: '3', tax_base_amount: '100.00', tax_amount: '25.00', tax_line: false },
        { account_code: '2700', tax_line: true, tax_for_line: 2 },
      ],
    });
    await ledger.expectSound(own.clientAccountId);
  });

  it('answers commands that come again together as each was answered, also when new ones come with them', async () => {
    const [own, other] = await Promise.all([company(), company()]);
    const commands = [invoice(own), invoice(other), invoice(own)];
    const broken = invoice(own, { lines: [line('1500', '1.00', '0.00'), line('3000', '0.00', '2.00')] });
    const send = (command: Entry) =>
      books()
        .PostEntry(command)
        .catch(({ status, code, message }: { status: number; code: string; message: string }) => ({
          status,
          code,
          message,
        }));
    const first = await Promise.all([...commands, broken].map(send));
    expect(first.at(-1)).toMatchObject({ status: 400 });
    const again = await Promise.all([...commands, broken, invoice(other), ...commands, broken].map(send));
    expect(again.toSpliced(4, 1)).toEqual([...first, ...first]);
    expect(again[4]).toMatchObject({ sequenceNumber: 2 });
    for (const each of [own, other]) await ledger.expectSound(each.clientAccountId);
  });

  it('shares commits among commands that come together: each books its own, once, and fails for itself', async () => {
    const companies = await Promise.all([company(), company()]);
    const commands = Array.from({ length: 24 }, (_, index) => invoice(companies[index % 2]!));
    const broken = invoice(companies[0]!, { lines: [line('1500', '1.00', '0.00'), line('3000', '0.00', '2.00')] });
    const send = (command: Entry) =>
      books()
        .PostEntry(command)
        .catch((error: unknown) => error as { status: number });
    const answers = await Promise.all([...commands, ...commands, broken].map(send));
    expect(answers.at(-1)).toMatchObject({ status: 400 });
    const ids = answers.slice(0, -1).map((answer) => ('journalEntryId' in answer ? answer.journalEntryId : answer));
    expect(ids.slice(0, 24)).toEqual(ids.slice(24));
    expect(new Set(ids).size).toBe(24);
    for (const own of companies) {
      const listed = await own.call('GET', `/journal-entries?client_account_id=${own.clientAccountId}`);
      const numbers = listed.body.data.map((entry: { sequence_number: number }) => entry.sequence_number);
      expect(numbers.toSorted((a: number, b: number) => a - b)).toEqual(Array.from({ length: 12 }, (_, n) => n + 1));
      await ledger.expectSound(own.clientAccountId);
    }
  });

  it('keeps a refusal: what was refused is not posted later under the same key', async () => {
    const own = await company();
    const command = invoice(own);
    const locked = { client_account_id: own.clientAccountId, locking_comment: 'x' };
    await own.call('POST', '/period-locks', { ...locked, locked_until_date: '2026-03-31' });
    await expect(books().PostEntry(command)).rejects.toMatchObject({ code: 'accounting.period_locked', status: 409 });
    await own.call('POST', '/period-locks', { ...locked, locked_until_date: '2026-01-31' });
    await expect(books().PostEntry(command)).rejects.toMatchObject({ code: 'accounting.period_locked', status: 409 });
    expect((await books().PostEntry({ ...command, commandKey: `${command.commandKey}b` })).sequenceNumber).toBe(1);
  });

  it('refuses amounts that were worked out in another currency than that of the books', async () => {
    const own = await company();
    const command = { ...invoice(own), accountingCurrency: 'NOK' };
    const changed = await ledger.connect(LedgerContract, 'organisation').ChangeCurrency({
      ...{ clientAccountId: own.clientAccountId, commandKey: `change-${own.clientAccountId}` },
      ...{ currencyCode: 'EUR', accountVersion: 1_000 },
    });
    expect(changed).toEqual({ isChanged: true });
    const refused = { status: 400, details: { fields: [{ field: 'accounting_currency' }] } };
    await expect(books().PostEntry(command)).rejects.toMatchObject(refused);
    // What is refused stays so under its key; worked out anew, it has another.
    await expect(books().PostEntry({ ...command, accountingCurrency: 'EUR' })).rejects.toMatchObject(refused);
    const again = { ...command, commandKey: `${command.commandKey}:again` };
    const { journalEntryId } = await books().PostEntry({ ...again, accountingCurrency: 'EUR' });
    expect((await read(own, journalEntryId)).lines[0]).toMatchObject({ currency_code: 'EUR', debit: '125.00' });
  });

  it('takes nothing that a person could not post, and no values that are none', async () => {
    const own = await company();
    const other = await company();
    ledger.own(other.clientAccountId, 'project', { id: 77 });
    const refused = async (changes: Partial<Entry['lines'][number]>) => {
      const [first, ...rest] = invoice(own).lines;
      const command = invoice(own, { lines: [{ ...first!, ...changes }, ...rest] });
      return (await books()
        .PostEntry(command)
        .catch((error: unknown) => error)) as { status?: number };
    };
    for (const changes of [
      { accountCode: '9999' },
      { debit: '-1.00' },
      { debit: '1e3' },
      { postingDate: 'today' },
      { dimensions: [{ relationType: 'project', relationId: 77 }] },
      { dimensions: [{ relationType: 'wizard', relationId: 1 }] },
    ])
      expect(await refused(changes), JSON.stringify(changes)).toMatchObject({ status: 400 });
    await expect(ledger.connect(LedgerContract, 'payroll').PostEntry(invoice(own))).rejects.toMatchObject({});
    expect((await own.call('GET', `/journal-entries?client_account_id=${own.clientAccountId}`)).body.data).toEqual([]);
  });

  it('is cancelled once, by one reversal', async () => {
    const own = await company();
    const { journalEntryId } = await books().PostEntry(invoice(own));
    const command = {
      ...{ clientAccountId: own.clientAccountId, userId: own.userId, journalEntryId },
      ...{ commandKey: `cancel-${++serial}`, reason: 'Feil' },
    };
    const answers = await Promise.all([1, 2, 3].map(() => books().CancelEntry(command)));
    expect(new Set(answers.map(({ journalEntryId: id }) => id)).size).toBe(1);
    expect(await read(own, answers[0]!.journalEntryId)).toMatchObject({ cancelled: 'C', relation_id: journalEntryId });
    await expect(books().CancelEntry({ ...command, commandKey: 'another' })).rejects.toMatchObject({ status: 400 });
  });
});

describe('what a document is made ready by', () => {
  it('is the books of a day: VAT, codes, accounts and records of the company alone', async () => {
    const own = await company();
    const other = await ledger.books({ vatLiable: false });
    ledger.own(own.clientAccountId, 'project', { id: 5, name: 'Tak' });
    ledger.own(own.clientAccountId, 'project', { id: 6, name: 'Gulv', isActive: false });
    const question = {
      ...{ date: '2026-03-14', accountCodes: ['3000', '0001'], accountIds: [] },
      references: [5, 6, 999].map((relationId) => ({ relationType: 'project', relationId })),
    };
    const described = await books().DescribeBooks({ ...question, clientAccountId: own.clientAccountId });
    expect(described).toMatchObject({ currencyCode: 'NOK', isVatLiable: true });
    expect(described.accounts.map(({ code }) => code)).toEqual(['3000']);
    expect(described.records.map(({ relationId, isActive }) => [relationId, isActive])).toEqual([
      [5, true],
      [6, false],
    ]);
    const code = (wanted: string) => described.taxCodes.find((each) => each.code === wanted);
    expect(code('3')).toMatchObject({ rate: '25.00', taxAccountCode: '2700' });
    expect(code('86')).toMatchObject({ taxAccountCode: '2707', acquisitionAccountCode: '2717' });
    expect(described.taxCodes.filter((each) => each.code === '13')).toHaveLength(1);
    const foreign = await books().DescribeBooks({ ...question, clientAccountId: other.clientAccountId });
    expect(foreign).toMatchObject({ isVatLiable: false, records: [] });
  });

  it('is of this moment, also where no entry was posted since it changed', async () => {
    const own = await company();
    const { clientAccountId } = own;
    const described = async () => {
      const question = { date: '2026-03-14', accountCodes: ['3066'], accountIds: [], references: [] };
      const said = await books().DescribeBooks({ ...question, clientAccountId });
      return [said.lockedUntil, said.accounts.map(({ isActive }) => isActive), said.currencyCode];
    };
    const lock = async (until: string) => {
      const body = { client_account_id: clientAccountId, locked_until_date: until, locking_comment: 'Ferdig' };
      expect((await own.call('POST', '/period-locks', body)).status).toBe(201);
    };
    await lock('2026-06-30');
    expect(await described()).toEqual(['2026-06-30', [], 'NOK']);
    await lock('2026-01-31');
    expect(await described()).toEqual(['2026-01-31', [], 'NOK']);
    const account = { client_account_id: clientAccountId, account_code: '3066', description_nob: 'Kurs' };
    const added = await own.call('POST', '/general-ledger-accounts', account);
    expect(await described()).toEqual(['2026-01-31', [true], 'NOK']);
    await own.call('DELETE', `/general-ledger-accounts/${added.body.id}`);
    expect(await described()).toEqual(['2026-01-31', [false], 'NOK']);
    const order = { clientAccountId, commandKey: `order-${++serial}`, currencyCode: 'EUR', accountVersion: 1 };
    await ledger.connect(LedgerContract, 'organisation').ChangeCurrency(order);
    expect(await described()).toEqual(['2026-01-31', [false], 'EUR']);
  });

  it('is how much of its lines is reconciled, which is published with every claim and release', async () => {
    const own = await company();
    const { journalLineIds } = await books().PostEntry(invoice(own));
    const [receivable] = journalLineIds;
    const claim = {
      ...{ clientAccountId: own.clientAccountId, kind: 'CLAIM_KIND_INTERNAL' as const, reconciliationId: -7 },
      ...{ commandKey: `claim-${++serial}` },
    };
    const claims = [{ reconciliationEntryId: -1, journalLineId: receivable!, amount: '50.00', amountFc: '0' }];
    await books().ClaimLines({ ...claim, claims });
    const standings = async (clientAccountId: number) =>
      (await books().GetLineStandings({ clientAccountId, journalLineIds })).lines.filter(
        ({ reconciledAmount }) => reconciledAmount !== '0.00',
      );
    expect(await standings(own.clientAccountId)).toMatchObject([
      { journalLineId: receivable, amount: '125.00', reconciledAmount: '50.00', reconciledAmountFc: '50.00' },
    ]);
    expect(await standings((await company()).clientAccountId)).toEqual([]);
    await books().ReleaseLines(claim);
    const said = (await ledger.events('ledger.claims.changed')).filter(
      ({ clientAccountId }) => clientAccountId === own.clientAccountId,
    );
    expect(said.map(({ payload }) => payload.lines)).toEqual([
      [{ journal_line_id: receivable, amount: '50.00', amount_fc: '50.00' }],
      [{ journal_line_id: receivable, amount: '0.00', amount_fc: '0.00' }],
    ]);
    expect(Number(said[1]!.payload.version)).toBeGreaterThan(Number(said[0]!.payload.version));
  });
});
