import { addMoney } from '@app/money';
import { Ledger, Periods } from '@app/rpc';
import { type Stub, stub } from '@app/testing';

/** A posted line, debit above zero. */
export interface PlayedLine {
  readonly clientAccountId: number;
  readonly date: string;
  readonly code: string;
  readonly amount: string;
  /** A value of the dimension of its account. */
  readonly relationId?: number;
}

const DIMENSIONS: Readonly<Record<string, string>> = {
  ...{ 1500: 'businesspartner', 2400: 'businesspartner', 1920: 'bankacc', 1950: 'bankacc' },
};

export interface PlayedBooks {
  readonly stubs: readonly Stub[];
  /** Posts lines; they need not balance here. */
  post(...lines: readonly PlayedLine[]): void;
  /** How often somebody asked to post: the engine never does. */
  readonly asked: { posting: number; figures: number };
  /** Runs before the next answer about a period. */
  beforeFigures(work: () => unknown): void;
  /** Parts of one answer; 10 000 by default. */
  pageSize: number;
  /** Does the ledger begin anew with each page, as that of the release before? */
  isOld: boolean;
  /** From here on the journal of a company counts from 0 again, as that of a ledger that was restored. */
  restore(clientAccountId: number): void;
}

/** The ledger as periods ask it, over lines in memory. */
export function playBooks(): PlayedBooks {
  const lines: PlayedLine[] = [];
  const asked = { posting: 0, figures: 0 };
  let pageSize = 10_000;
  let isOld = false;
  const restored = new Map<number, number>();
  let before: (() => unknown) | undefined;
  const of = (clientAccountId: number) => lines.filter((line) => line.clientAccountId === clientAccountId);
  const total = (some: readonly PlayedLine[]): string => addMoney('0.00', ...some.map(({ amount }) => amount));
  const posting = async (): Promise<never> => {
    asked.posting += 1;
    throw new Error('the engine posts nothing');
  };
  const figures = stub(Periods, {
    GetFirstPosting: async ({ clientAccountId }) => {
      const [first] = of(clientAccountId)
        .map(({ date }) => date)
        .sort();
      return first === undefined ? {} : { firstPostingDate: first };
    },
    DescribePeriod: async ({ clientAccountId, from, to, accountCodes, after }) => {
      asked.figures += 1;
      const work = before;
      before = undefined;
      const own = of(clientAccountId);
      const until = own.filter(({ date }) => date <= to);
      const parts = Map.groupBy(until, ({ code, relationId }) => `${code}:${relationId ?? ''}`);
      const codes = new Set([...accountCodes, ...until.map(({ code }) => code)]);
      const all = [...parts.entries()].filter(([key]) => key < '3').sort(([a], [b]) => (a < b ? -1 : 1));
      const rest = all.filter(([key]) => isOld || !after || key > `${after.accountCode}:${after.relationId ?? ''}`);
      const answer = {
        revision: own.length - (restored.get(clientAccountId) ?? 0),
        currencyCode: 'NOK',
        hasMore: rest.length > pageSize,
        accounts: [...codes].sort().map((code) => ({
          ...{ id: Number(code), code, descriptionNob: `Konto ${code}`, descriptionEng: `Account ${code}` },
          ...(DIMENSIONS[code] === undefined ? {} : { relationType: DIMENSIONS[code] }),
        })),
        parts: rest.slice(0, pageSize).map(([, some]) => partOf(some, from)),
      };
      await work?.();
      return answer;
    },
    ListOpenItems: async ({ clientAccountId, asOfDate, of: partners }) => ({
      isCutOff: false,
      items: partners.flatMap(({ accountId, businessPartnerId }) =>
        of(clientAccountId)
          .map((line, place) => ({ ...line, place }))
          .filter(
            ({ code, relationId, date }) =>
              Number(code) === accountId && relationId === businessPartnerId && date <= asOfDate,
          )
          .map(({ place, date, amount }) => ({
            ...{ accountId, businessPartnerId, journalLineId: place + 1, postingDate: date, description: 'Salg' },
            ...{ sequenceNumber: place + 1, amount },
          })),
      ),
    }),
  });
  const ledger = stub(Ledger, {
    PostEntry: posting,
    CancelEntry: posting,
    ClaimLines: posting,
    DescribeBalances: async ({ clientAccountId, queries }) => ({
      currencyCode: 'NOK',
      balances: queries.map(({ accountId, asOfDate, relationType, relationId }) => {
        const some = of(clientAccountId).filter(
          ({ code, date, relationId: own }) =>
            Number(code) === accountId && date <= asOfDate && (relationType === undefined || own === relationId),
        );
        return { accountCode: String(accountId), balance: total(some), lineCount: some.length };
      }),
    }),
  });
  function partOf(some: readonly PlayedLine[], from: string) {
    const { code, relationId } = some[0]!;
    const inside = some.filter(({ date }) => date >= from);
    const earlier = some.filter(({ date }) => date < from);
    const months = Map.groupBy(inside, ({ date }) => `${date.slice(0, 7)}-01`);
    return {
      ...{ accountId: Number(code), openingBalance: total(earlier), movement: total(inside) },
      ...{ earlierLines: earlier.length, lines: inside.length },
      ...(relationId === undefined ? {} : { relationId, relationName: `Navn ${relationId}` }),
      months: [...months].map(([month, own]) => ({ month, movement: total(own) })),
    };
  }
  return {
    stubs: [figures, ledger],
    post: (...more) => void lines.push(...more),
    asked,
    beforeFigures: (work) => {
      before = work;
    },
    get pageSize() {
      return pageSize;
    },
    set pageSize(size) {
      pageSize = size;
    },
    get isOld() {
      return isOld;
    },
    set isOld(value) {
      isOld = value;
    },
    restore: (clientAccountId) => void restored.set(clientAccountId, of(clientAccountId).length),
  };
}
