import { createClock, createMetrics } from '@app/runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createGroundStore } from '../src/ground/ground-store.ts';
import { createGrounds } from '../src/ground/grounds.ts';
import { createLineAccounts } from '../src/journal-entries/accounts.ts';
import type { Books as LedgerBooks } from '../src/journal-entries/books.ts';
import { cancelJournalEntry } from '../src/journal-entries/cancel.ts';
import { createJournalEntries } from '../src/journal-entries/create.ts';
import type { LineRequest } from '../src/journal-entries/journal-entry.ts';
import { postDraft } from '../src/journal-entries/post-draft.ts';
import { createPostingStore } from '../src/journal-entries/posting-store.ts';
import { createEntryStore } from '../src/journal-entries/store.ts';
import type { EntryRequest } from '../src/journal-entries/write.ts';
import { type Books, type Ledger, rent, startLedger } from './ledger.ts';

// What the rest of the ledger and other services call: many entries at once, and drafts posted as they stand.

let ledger: Ledger;
const metrics = createMetrics({ service: 'ledger' });
let own: Books;
let books: LedgerBooks;
beforeAll(async () => {
  ledger = await startLedger();
});
beforeEach(async () => {
  own = await ledger.books();
  const { db } = ledger;
  const unknown = {
    clientAccountId: own.clientAccountId,
    accountingCurrency: 'NOK',
    accountingLanguage: 'nob',
    displayName: '',
    organizationNumber: null,
    isActive: true,
  };
  // The account is known to the books from here on.
  await own.posted();
  const facts = {
    get: async () => unknown,
    refresh: async () => unknown,
    forget: () => undefined,
    forgetAll: () => undefined,
  };
  const grounds = createGrounds({ db, store: createGroundStore(db), facts });
  books = {
    entries: createEntryStore(db),
    posting: createPostingStore({ db, clock: createClock(), metrics }, grounds),
    grounds,
    accounts: createLineAccounts(db),
    facts,
    references: { refresh: async () => undefined },
    owner: { current: async () => undefined },
    clock: createClock(),
    logger: ledger.running.composition.logger,
  };
});
afterAll(() => ledger?.stop());

const account = () => ({ clientAccountId: own.clientAccountId, actorId: own.userId });
const line = (accountCode: string, debit: string, credit: string, more: Partial<LineRequest> = {}): LineRequest => ({
  postingDate: '2026-03-14',
  accountCode,
  debit,
  credit,
  ...more,
});
const entry = (amount: string, more: Partial<EntryRequest> = {}, isDraft = false): EntryRequest => ({
  header: {
    isDraft,
    description: amount,
    voucherId: null,
    relationType: null,
    relationId: null,
    relationNumber: null,
    externalId: null,
    metadata: null,
  },
  lines: [line('6300', amount, '0'), line('1920', '0', amount)],
  ...more,
});
const countEntries = () => books.entries.count(own.clientAccountId);

describe('postings', () => {
  it('are counted when they are committed; drafts and what is taken back are none', async () => {
    const before = (await metrics.postings.get()).values[0]?.value ?? 0;
    const counted = async () => (await metrics.postings.get()).values[0]!.value - before;
    const post = (isDraft = false) => createJournalEntries(books, account(), [entry('1.00', {}, isDraft)]);
    const [posted] = await post();
    const [draft] = await post(true);
    expect(await counted()).toBe(1);
    await postDraft(books, account(), draft!.id);
    expect(await counted()).toBe(2);
    await ledger.db.within(
      () => post(),
      () => false,
    );
    expect(await counted()).toBe(2);
    await ledger.db.write(async () => {
      await post();
      expect(await counted()).toBe(2);
    });
    expect(await counted()).toBe(3);
    await cancelJournalEntry(books, account(), posted!.id, 'a mistake');
    expect(await counted()).toBe(4);
  });
});

describe('many entries in one call', () => {
  it('get consecutive numbers in their order; drafts among them get none', async () => {
    const stored = await createJournalEntries(books, account(), [
      entry('1.00'),
      entry('2.00', {}, true),
      entry('3.00'),
    ]);
    expect(stored.map(({ sequenceNumber, description, isDraft }) => [sequenceNumber, description, isDraft])).toEqual([
      [2, '1.00', false],
      [null, '2.00', true],
      [3, '3.00', false],
    ]);
    for (const written of stored) expect(await books.entries.find(own.clientAccountId, written.id)).toEqual(written);
    await ledger.expectSound(own.clientAccountId);
  });

  it('are stored all or not at all, and every fault of every entry is reported', async () => {
    const before = await countEntries();
    const wrong = [
      entry('1.00'),
      entry('2.00', { lines: [line('9999', '2.00', '0'), line('1920', '0', '2.00')] }),
      entry('3.00', { lines: [line('6300', '3.00', '0'), line('1920', '0', '4.00')] }),
    ];
    await expect(createJournalEntries(books, account(), wrong)).rejects.toMatchObject({
      status: 400,
      details: { fields: [{ field: 'entries.2.lines' }, { field: 'entries.1.lines.0.account_code' }] },
    });
    expect(await countEntries()).toBe(before);
    expect((await own.posted()).sequence_number).toBe(2);
  });

  it('two for one voucher are refused', async () => {
    await ledger.db.raw`insert into reference_values values (${own.clientAccountId}, 'voucher', 1, 'v', true, 1)`;
    const header = { ...entry('1.00').header, voucherId: 1 };
    const before = await countEntries();
    await expect(
      createJournalEntries(books, account(), [entry('1.00', { header }), entry('2.00', { header })]),
    ).rejects.toMatchObject({
      status: 409,
    });
    expect(await countEntries()).toBe(before);
    await ledger.expectSound(own.clientAccountId);
  });

  it('of five hundred cost one call', async () => {
    const stored = await createJournalEntries(
      books,
      account(),
      Array.from({ length: 500 }, (_, i) => entry(`${i + 1}.00`)),
    );
    expect(stored.map(({ sequenceNumber }) => sequenceNumber)).toEqual(Array.from({ length: 500 }, (_, i) => i + 2));
    await ledger.expectSound(own.clientAccountId);
  });
});

describe('a draft posted as it stands', () => {
  it('keeps everything it held', async () => {
    await ledger.db.raw`insert into reference_values values (${own.clientAccountId}, 'project', 1, 'Roof', true, 1)`;
    const [draft] = await createJournalEntries(books, account(), [
      entry(
        '',
        {
          lines: [
            line('6300', '100.00', '0', {
              taxCode: '1',
              taxAmount: '24.99',
              currencyCode: 'EUR',
              exchangeRate: '11.25',
              quantity: '3',
              lineId: 7,
              dimensions: [{ relationType: 'project', relationId: 1 }],
            }),
            line('2710', '24.99', '0', { taxLine: true, taxForLine: 7 }),
            line('1920', '0', '124.99', { description: 'Bank' }),
          ],
        },
        true,
      ),
    ]);
    const answer = await postDraft(books, account(), draft!.id);
    expect(answer).toMatchObject({ id: draft!.id, sequenceNumber: 2 });
    const posted = await books.entries.find(own.clientAccountId, draft!.id);
    const content = (lines: NonNullable<typeof posted>['lines']) =>
      lines.map(({ id: _, dimensions, ...rest }) => ({
        ...rest,
        dimensions: dimensions.map(({ id: _id, ...dimension }) => dimension),
      }));
    expect(content(posted!.lines)).toEqual(content(draft!.lines));
    expect(posted).toMatchObject({ isDraft: false, sequenceNumber: 2 });
    await ledger.expectSound(own.clientAccountId);
  });

  it('is checked as a posting of today: an account deactivated since refuses it', async () => {
    const id = await ledger.addAccount(own.clientAccountId, '6302');
    const [draft] = await createJournalEntries(books, account(), [
      entry('', { lines: [line('6302', '1.00', '0'), line('1920', '0', '1.00')] }, true),
    ]);
    await ledger.db.raw`update accounts set is_active = false where id = ${id}`;
    await expect(postDraft(books, account(), draft!.id)).rejects.toMatchObject({
      status: 400,
      details: { fields: [{ field: 'lines.0.account_id' }] },
    });
  });

  it('may be partial while it is a draft, and never once it is posted', async () => {
    const partial = entry('', { lines: [line('8960', '5.00', '0')], isPartial: true }, true);
    const [draft] = await createJournalEntries(books, account(), [partial]);
    await expect(postDraft(books, account(), draft!.id)).rejects.toMatchObject({
      status: 400,
      code: 'common.validation_error',
    });
    expect(await books.entries.find(own.clientAccountId, draft!.id)).toMatchObject({
      isDraft: true,
      sequenceNumber: null,
    });
    // Not posted at once either, whatever the caller says.
    await expect(
      createJournalEntries(books, account(), [entry('', { lines: partial.lines, isPartial: true })]),
    ).rejects.toMatchObject({
      status: 400,
    });
    await ledger.expectSound(own.clientAccountId);
  });

  it('is not posted twice, and what is gone is not posted', async () => {
    const { id } = await own.posted({ ...rent(), is_draft: true });
    expect(await postDraft(books, account(), id)).toMatchObject({ isDraft: false });
    await expect(postDraft(books, account(), id)).rejects.toMatchObject({ code: 'accounting.journal_entry_not_draft' });
    await expect(postDraft(books, account(), 999_999)).rejects.toMatchObject({ status: 404 });
  });
});

it('a difference of exchange rates has a currency and moves nothing in it', async () => {
  const [stored] = await createJournalEntries(books, account(), [
    entry('', {
      lines: [
        line('1500', '3.00', '0', { currencyCode: 'EUR', exchangeRate: '11.25', isExchangeDifference: true }),
        line('8060', '0', '3.00', { currencyCode: 'EUR', exchangeRate: '11.25', isExchangeDifference: true }),
      ],
    }),
  ]);
  expect(
    stored!.lines.map(({ debit, credit, debitFc, creditFc, currencyCode }) => [
      debit,
      credit,
      debitFc,
      creditFc,
      currencyCode,
    ]),
  ).toEqual([
    ['3.00', '0.00', '0.00', '0.00', 'EUR'],
    ['0.00', '3.00', '0.00', '0.00', 'EUR'],
  ]);
});
