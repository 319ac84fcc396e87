import { conflict, invalid, invalidField } from '@app/contract/failure';
import { decimal, formatMoney, sum } from '@app/money';
import { type ClientOf, Ledger } from '@app/rpc';
import { type Stub, stub } from '@app/testing';

type Contract = ClientOf<typeof Ledger>;
type PostRequest = Parameters<Contract['PostEntry']>[0];
type CancelRequest = Parameters<Contract['CancelEntry']>[0];

export interface PlayedLine {
  readonly id: number;
  readonly account: string;
  /** Debit minus credit. */
  readonly amount: string;
  readonly amountFc: string;
  readonly sent: PostRequest['lines'][number];
  claimed: string;
  claimedFc: string;
}

export interface PlayedEntry {
  readonly id: number;
  readonly request: PostRequest;
  readonly lines: readonly PlayedLine[];
  cancelledBy: number | null;
}

/** Where a call is cut: before it does anything, or after it did and before it answered. */
export type Cut = { readonly method: string; readonly when: 'before' | 'after'; times: number };

/** The ledger as documents knows it, in memory: it refuses what does not balance, and does each command once. */
export interface PlayedBooks {
  readonly stub: Stub;
  readonly entries: PlayedEntry[];
  readonly cuts: Cut[];
  /** Records that companies have: `2 project 5`; false for inactive ones. */
  readonly records: Map<string, boolean>;
  readonly lockedUntil: Map<number, string>;
  readonly notLiable: Set<number>;
  /** The first day on which a company is liable for VAT, where it was not always. */
  readonly liableFrom: Map<number, string>;
  isLiable(clientAccountId: number, date: string): boolean;
  readonly currencies: Map<number, string>;
  /** Accounts that a company may not post to, with the refusal. */
  refuse: ((request: PostRequest) => Error | undefined) | undefined;
  refuseCancelling: ((request: CancelRequest) => Error | undefined) | undefined;
  /** What a description of the books waits for. */
  beforeDescribing: (() => Promise<void>) | undefined;
  /** How often each method was called. */
  readonly calls: Map<string, number>;
}

const code = (id: number, name: string, rate: string, more: object = {}) => ({ id, code: name, rate, ...more });
const TAX_CODES = [
  code(1, '0', '0.00'),
  code(2, '1', '25.00', { category: 'input', acquisitionAccountCode: '2710' }),
  code(3, '11', '15.00', { category: 'input', acquisitionAccountCode: '2711' }),
  code(4, '3', '25.00', { category: 'output', taxAccountCode: '2700' }),
  code(5, '31', '15.00', { category: 'output', taxAccountCode: '2701' }),
  code(6, '5', '0.00', { category: 'output' }),
  code(7, '52', '0.00', { category: 'output' }),
  code(8, '51', '0.00', { category: 'output' }),
  code(9, '6', '0.00', { category: 'output' }),
  code(10, '86', '25.00', { category: 'input', taxAccountCode: '2707', acquisitionAccountCode: '2717' }),
  code(11, '87', '25.00', { category: 'input', taxAccountCode: '2707' }),
  code(12, '21', '25.00', { category: 'input' }),
  code(13, '91', '25.00', { category: 'input', taxAccountCode: '2706', acquisitionAccountCode: '2716' }),
];
const ACCOUNTS = [
  '1500',
  '1920',
  '1950',
  '2220',
  '2400',
  '2600',
  '2740',
  '2910',
  '3000',
  '3100',
  '3200',
  '4300',
  '6300',
  '7770',
  '7797',
].map((number, index) => ({
  id: index + 1,
  code: number,
  isActive: true,
  taxCodes: [],
  descriptionNob: `Konto ${number}`,
  descriptionEng: `Account ${number}`,
}));
const INACTIVE = { ...ACCOUNTS[0]!, id: 99, code: '3999', isActive: false };

export function playBooks(): PlayedBooks {
  let serial = 0;
  const answers = new Map<string, unknown>();
  const claims: {
    readonly reconciliationId: number;
    readonly line: PlayedLine;
    readonly amount: string;
    readonly amountFc: string;
  }[] = [];
  const books: PlayedBooks = {
    entries: [],
    cuts: [],
    records: new Map(),
    lockedUntil: new Map(),
    notLiable: new Set(),
    liableFrom: new Map(),
    isLiable: (clientAccountId, date) =>
      !books.notLiable.has(clientAccountId) && date >= (books.liableFrom.get(clientAccountId) ?? ''),
    currencies: new Map(),
    refuse: undefined,
    refuseCancelling: undefined,
    beforeDescribing: undefined,
    calls: new Map(),
    stub: stub(Ledger, {
      DescribeBooks: async ({ clientAccountId, date, accountCodes, accountIds, references }) => {
        await books.beforeDescribing?.();
        return {
          currencyCode: books.currencies.get(clientAccountId) ?? 'NOK',
          accountingLanguage: 'nob',
          isVatLiable: books.isLiable(clientAccountId, date),
          ...(books.lockedUntil.has(clientAccountId) ? { lockedUntil: books.lockedUntil.get(clientAccountId)! } : {}),
          taxCodes: TAX_CODES,
          accounts: [...ACCOUNTS, INACTIVE].filter(
            (account) => accountCodes.includes(account.code) || accountIds.includes(account.id),
          ),
          records: references.flatMap(({ relationType, relationId }) => {
            const isActive = books.records.get(`${clientAccountId} ${relationType} ${relationId}`);
            return isActive === undefined
              ? []
              : [{ relationType, relationId, name: `${relationType} ${relationId}`, isActive }];
          }),
        };
      },
      DescribeBooksOfMany: async ({ questions }) => {
        const { DescribeBooks } = books.stub.handlers as unknown as Pick<Contract, 'DescribeBooks'>;
        const described = await Promise.all(questions.map((question) => DescribeBooks(question)));
        const dates = new Map(questions.map(({ date }, index) => [date, described[index]!.taxCodes]));
        return {
          outcomes: described.map((answer) => ({ answer: { ...answer, taxCodes: [] } })),
          dates: [...dates].map(([date, taxCodes]) => ({ date, taxCodes })),
        };
      },
      ListTaxCodes: async () => ({
        taxCodes: TAX_CODES.map((each) => ({ ...each, compensation: false, descriptionNob: '', descriptionEng: '' })),
      }),
      GetVoucherEntries: async ({ voucherIds, includesCancelled }) => ({
        entries: books.entries
          .filter(({ request, cancelledBy }) => {
            const isNamed = request.voucherId !== undefined && voucherIds.includes(request.voucherId);
            return isNamed && (includesCancelled || cancelledBy === null);
          })
          .map(({ id, request, cancelledBy }) => ({
            ...{ id, voucherId: request.voucherId!, sequenceNumber: id, postingDate: request.lines[0]!.postingDate },
            ...{ description: request.description, isDraft: false, isCancelled: cancelledBy !== null },
            lines: [],
          })),
        revision: 1,
      }),
      // These books have no drafts that could go with a voucher.
      ReleaseVouchers: async ({ voucherIds }) => ({
        postedVoucherIds: books.entries
          .filter(({ cancelledBy }) => cancelledBy === null)
          .flatMap(({ request: { voucherId } }) => voucherId ?? [])
          .filter((id) => voucherIds.includes(id)),
      }),
      PostEntry: (request) =>
        once('PostEntry', `${request.clientAccountId} ${request.commandKey}`, () => {
          const refusal = books.refuse?.(request);
          if (refusal) throw refusal;
          const currency = books.currencies.get(request.clientAccountId) ?? 'NOK';
          const { accountingCurrency = currency } = request;
          if (accountingCurrency !== currency)
            throw invalidField('accounting_currency', `is ${accountingCurrency}, but the books are in ${currency}`);
          const taken = books.entries.some(
            (entry) =>
              request.voucherId !== undefined &&
              entry.request.voucherId === request.voucherId &&
              entry.cancelledBy === null,
          );
          if (taken)
            throw conflict(
              `voucher_id is ${request.voucherId}, which has a journal entry already; cancel that one first`,
            );
          assertBalanced(request);
          const lines = request.lines.map(playedLine);
          const entry = { id: ++serial, request, lines, cancelledBy: null };
          books.entries.push(entry);
          return { journalEntryId: entry.id, sequenceNumber: entry.id, journalLineIds: lines.map(({ id }) => id) };
        }),
      // A refusal is kept, and is heard by whoever posts by themselves.
      PostEntriesOfMany: ({ commands }) =>
        cutting('PostEntriesOfMany', async () => {
          const { PostEntry } = books.stub.handlers as unknown as Pick<Contract, 'PostEntry'>;
          const posted = await Promise.allSettled(commands.map(({ command }) => PostEntry(command!)));
          return { outcomes: posted.map((each) => (each.status === 'fulfilled' ? { answer: each.value } : {})) };
        }),
      CancelEntry: (request) =>
        once('CancelEntry', `${request.clientAccountId} ${request.commandKey}`, () => {
          const entry = books.entries.find(({ id }) => id === request.journalEntryId)!;
          if (entry.lines.some(({ claimed }) => claimed !== '0.00'))
            throw conflict('A line is reconciled', 'accounting.journal_entry_reconciled');
          if (entry.cancelledBy !== null)
            throw invalid('cancelled before', [{ field: 'cancelled', message: 'the entry was cancelled before' }]);
          const refusal = books.refuseCancelling?.(request);
          if (refusal) throw refusal;
          entry.cancelledBy = ++serial;
          return { journalEntryId: entry.cancelledBy };
        }),
      GetLineStandings: (request) =>
        cutting('GetLineStandings', async () => ({
          lines: allLines()
            .filter(({ id }) => request.journalLineIds.includes(id))
            .map((line) => ({
              ...{ journalLineId: line.id, amount: line.amount, amountFc: line.amountFc },
              ...{ reconciledAmount: line.claimed, reconciledAmountFc: line.claimedFc },
            })),
        })),
      ClaimLines: (request) =>
        once('ClaimLines', `${request.clientAccountId} ${request.commandKey}`, () => {
          for (const claim of request.claims) {
            const line = allLines().find(({ id }) => id === claim.journalLineId)!;
            line.claimed = formatMoney(decimal(line.claimed).plus(decimal(claim.amount)));
            line.claimedFc = formatMoney(decimal(line.claimedFc).plus(decimal(claim.amountFc)));
            claims.push({ reconciliationId: request.reconciliationId, line, ...claim });
          }
          return { faults: [], lines: [] };
        }),
      ReleaseLines: (request) =>
        once('ReleaseLines', `${request.clientAccountId} ${request.commandKey}`, () => {
          const released = claims.filter(({ reconciliationId }) => reconciliationId === request.reconciliationId);
          const entry = books.entries.find(({ id }) => id === request.difference?.journalEntryId);
          const rest = (line: PlayedLine) =>
            sum(released.filter((claim) => claim.line === line).map(({ amount }) => decimal(amount)));
          if (entry?.lines.some((line) => !decimal(line.claimed).equals(rest(line))))
            throw conflict('A line is reconciled', 'accounting.journal_entry_reconciled');
          for (const claim of released.splice(0)) {
            claims.splice(claims.indexOf(claim), 1);
            claim.line.claimed = formatMoney(decimal(claim.line.claimed).minus(decimal(claim.amount)));
            claim.line.claimedFc = formatMoney(decimal(claim.line.claimedFc).minus(decimal(claim.amountFc)));
          }
          if (entry) entry.cancelledBy ??= ++serial;
          return { lines: [] };
        }),
    }),
  };
  const allLines = () => books.entries.flatMap(({ lines }) => lines);
  const playedLine = (sent: PostRequest['lines'][number]): PlayedLine => {
    const amount = formatMoney(decimal(sent.debit).minus(decimal(sent.credit)));
    const fc = sent.amountFc === undefined ? amount : amount.startsWith('-') ? `-${sent.amountFc}` : sent.amountFc;
    return { id: ++serial, account: sent.accountCode, amount, amountFc: fc, sent, claimed: '0.00', claimedFc: '0.00' };
  };

  /** Cuts a call where a test wants it cut. */
  async function cutting<T>(method: string, work: () => Promise<T> | T): Promise<T> {
    books.calls.set(method, (books.calls.get(method) ?? 0) + 1);
    const isCut = (when: Cut['when']): boolean => {
      const cut = books.cuts.find((each) => each.method === method && each.when === when && each.times > 0);
      if (cut) cut.times -= 1;
      return cut !== undefined;
    };
    if (isCut('before')) throw new Error('cut before');
    const answer = await work();
    if (isCut('after')) throw new Error('cut after');
    return answer;
  }
  const once = <T>(method: string, key: string, work: () => T): Promise<T> =>
    cutting(method, () => {
      const known = answers.get(`${method} ${key}`) as { readonly answer?: T; readonly error?: unknown } | undefined;
      if (known) {
        if (known.error !== undefined) throw known.error;
        return known.answer!;
      }
      try {
        const answer = work();
        answers.set(`${method} ${key}`, { answer });
        return answer;
      } catch (error) {
        answers.set(`${method} ${key}`, { error });
        throw error;
      }
    });
  return books;
}

/** What the real books refuse: a line without one side, sums that differ, and a rate that does not fit. */
function assertBalanced({ lines }: PostRequest): void {
  for (const { debit, credit, amountFc, exchangeRate, currencyCode, taxForLine, taxCode, taxBaseAmount } of lines) {
    if (decimal(debit).isZero() === decimal(credit).isZero()) throw invalid(`one side of ${debit} and ${credit}`);
    if (decimal(debit).isNegative() || decimal(credit).isNegative()) throw invalid('negative');
    if (currencyCode !== undefined && amountFc === undefined) throw invalid('no amount in the currency');
    if (taxForLine !== undefined && !lines[taxForLine - 1]?.taxCode) throw invalid('a tax line for no line');
    if (taxCode === undefined && taxBaseAmount !== undefined) throw invalid('a base without a code');
    if (amountFc === undefined || exchangeRate === undefined) continue;
    const rate = decimal(exchangeRate);
    const off = decimal(debit).plus(decimal(credit)).minus(decimal(amountFc).times(rate)).abs();
    const allowed = [decimal('0.01'), rate.times('0.005'), decimal(amountFc).times('0.0000005')];
    if (allowed.every((most) => off.greaterThan(most)))
      throw invalid(`${amountFc} at ${exchangeRate} is off by ${off}`);
  }
  const difference = sum(lines.map(({ debit, credit }) => decimal(debit).minus(decimal(credit))));
  if (!difference.isZero()) throw invalid(`lines are out of balance by ${formatMoney(difference)}`);
}
