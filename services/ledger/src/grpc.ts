import { invalid } from '@app/contract/failure';
import type { Database } from '@app/db';
import { type Implementation, implement, Ledger, Records, References } from '@app/rpc';
import type { Clock } from '@app/runtime';
import { readBalanceQuery } from './account-balances/balance-query.ts';
import { describeBalances } from './account-balances/described-balances.ts';
import { partnerBalances } from './account-balances/partner-balances.ts';
import { changeCurrency } from './accounting-currency/change.ts';
import { claimLinesOfMany, createClaiming, releaseLines } from './claims/claim-lines.ts';
import { claimWithDifference, releaseWithDifference } from './claims/difference.ts';
import { presentClaims, presentLine, readClaiming, readDifference, readKind } from './claims/grpc.ts';
import { describeBooks, describeBooksOfMany } from './document-postings/describe.ts';
import {
  presentBooks,
  presentPosted,
  presentTaxCodes,
  readEntry,
  readPosting,
  requireDate,
  requireKey,
} from './document-postings/grpc.ts';
import { cancelDocumentEntry, postDocumentEntries, postDocumentEntry } from './document-postings/post.ts';
import { lineStandings } from './document-postings/standings.ts';
import type { Books } from './journal-entries/books.ts';
import { entriesOfVouchers, type VoucherEntry } from './journal-entries/of-vouchers.ts';
import { resolveReferences } from './journal-entries/referred.ts';
import { releaseVouchers } from './journal-entries/release-vouchers.ts';
import type { EntryStore } from './journal-entries/store.ts';
import { createDescribing, presentDescribedLine } from './journal-entry-lines/describe.ts';
import { listBooks } from './open-lines/books.ts';
import { presentOpenLine, readCursor } from './open-lines/grpc.ts';
import { listOpenLines } from './open-lines/list.ts';
import type { AccountFactsCache } from './projections/account-facts.ts';
import type { References as RecordReferences } from './projections/references.ts';
import { taxCodeMessages } from './tax-codes/grpc.ts';

/** What other services ask the ledger. */
export const createRpc = (
  {
    db,
    clock,
    books,
    references,
  }: { readonly db: Database; readonly clock: Clock; readonly books: Books; readonly references: RecordReferences },
  entries: EntryStore,
  facts: AccountFactsCache,
  claim = createClaiming({ db, clock }),
  describe = createDescribing(db),
): readonly Implementation[] => [
  implement(Ledger, {
    HasPostings: async ({ clientAccountId }) => ({ hasPostings: await entries.hasEntries(clientAccountId) }),
    ChangeCurrency: async ({ clientAccountId, commandKey, currencyCode, accountVersion }) => {
      if (commandKey === '') throw invalid('A command key is required');
      if (!/^[A-Z]{3}$/.test(currencyCode)) throw invalid(`"${currencyCode}" is no currency code such as NOK`);
      return {
        isChanged: await changeCurrency(
          { db, clock, facts },
          { clientAccountId, commandKey, currencyCode, accountVersion },
        ),
      };
    },
    GetPartnerBalances: async (question) => ({ balances: await partnerBalances(db.executor, question) }),
    DescribeBalances: async ({ clientAccountId, queries }) =>
      describeBalances({ db, books }, { clientAccountId, queries: queries.map(readBalanceQuery) }),
    ListTaxCodes: async () => ({ taxCodes: await taxCodeMessages(db.executor) }),
    GetVoucherEntries: async (question) => {
      const { entries: found, revision } = await entriesOfVouchers(db.executor, question);
      return { entries: found.map(presentVoucherEntry), revision };
    },
    ReleaseVouchers: async (command) => ({ postedVoucherIds: await releaseVouchers({ db, clock }, command) }),
    DescribeBooks: async ({ date, ...question }) =>
      presentBooks(await describeBooks({ db, books, references }, { ...question, date: requireDate(date) })),
    DescribeBooksOfMany: async ({ questions }) => {
      requireSome(questions);
      const asked = questions.map(({ date, ...question }) => ({ ...question, date: requireDate(date) }));
      const described = await describeBooksOfMany({ db, books, references }, asked);
      const dates = new Map(described.flatMap((each, index) => (each ? [[asked[index]!.date, each.taxCodes]] : [])));
      return {
        outcomes: described.map((each) => (each ? { answer: presentBooks({ ...each, taxCodes: [] }) } : {})),
        dates: [...dates].map(([date, taxCodes]) => ({ date, taxCodes: presentTaxCodes(taxCodes) })),
      };
    },
    PostEntry: async (entry) => presentPosted(await postDocumentEntry({ db, books }, readEntry(entry))),
    PostEntriesOfMany: async ({ commands }) => {
      requireSome(commands);
      const posted = await postDocumentEntries({ db, books }, commands.map(readPosting));
      return { outcomes: posted.map((each) => (each ? { answer: presentPosted(each) } : {})) };
    },
    CancelEntry: ({ commandKey, journalEntryId: entryId, ...command }) =>
      cancelDocumentEntry({ db, books }, { ...command, entryId, commandKey: requireKey(commandKey) }),
    GetLineStandings: async (question) => ({ lines: [...(await lineStandings(db.executor, question))] }),
    DescribeLines: async (question) => ({
      lines: (await describe(question)).map(presentDescribedLine),
    }),
    ClaimLines: async ({ kind, claims, difference, ...sent }) => {
      const command = { ...sent, kind: readKind(kind) };
      return presentClaims(
        difference
          ? await claimWithDifference({ db, books }, command, claims, readDifference(difference))
          : await claim(command, claims),
      );
    },
    DescribeLinesOfMany: async ({ questions }) => {
      requireSome(questions);
      const answers = await Promise.all(questions.map(describe));
      return { answers: answers.map((lines) => ({ lines: lines.map(presentDescribedLine) })) };
    },
    ClaimLinesOfMany: async ({ commands }) => {
      requireSome(commands);
      const outcomes = await claimLinesOfMany({ db, clock }, commands.map(readClaiming));
      return { outcomes: outcomes.map((outcome) => (outcome ? { answer: presentClaims(outcome) } : {})) };
    },
    ReleaseLines: async ({ kind, difference, ...sent }) => {
      const command = { ...sent, kind: readKind(kind) };
      const { lines } = difference
        ? await releaseWithDifference({ db, books }, command, difference)
        : await releaseLines({ db, clock }, command);
      return { lines: lines.map(presentLine) };
    },
    ListOpenLines: async ({ clientAccountId, after }) => {
      const { lines, next } = await listOpenLines(db.executor, clientAccountId, readCursor(after));
      return { lines: lines.map(presentOpenLine), ...(next === null ? {} : { next }) };
    },
    ListBooks: async ({ afterClientAccountId }) => ({
      books: [...(await listBooks(db.executor, afterClientAccountId))],
    }),
  }),
  implement(References, {
    Resolve: async (question) => ({ references: await resolveReferences(db.executor, question) }),
  }),
  implement(Records, {
    CountRecords: async ({ clientAccountId }) => ({
      counts: [{ kind: 'journal_entries', count: await entries.count(clientAccountId) }],
    }),
  }),
];

/** What one call may ask, or command, at once. */
const MOST_OF_MANY = 64;

/** @throws Failure 400 */
function requireSome({ length }: readonly unknown[]): void {
  if (length === 0 || length > MOST_OF_MANY) throw invalid(`1 to ${MOST_OF_MANY} can be sent at once, not ${length}`);
}

const presentVoucherEntry = ({ sequenceNumber, lines, ...entry }: VoucherEntry) => ({
  ...entry,
  ...(sequenceNumber === null ? {} : { sequenceNumber }),
  lines: lines.map(({ postingDate, accountCode, taxCode }) => ({
    postingDate,
    accountCode,
    ...(taxCode === null ? {} : { taxCode }),
  })),
});
