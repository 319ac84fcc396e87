import type { DimensionType } from '@app/api/ledger/dimensions';
import { invalid } from '@app/contract/failure';
import type { Executor } from '@app/db';
import { formatMoney } from '@app/money';
import { sql } from 'drizzle-orm';
import {
  accountIdsBetween,
  accountIdsOf,
  type DescribedAccount,
  describedAccounts,
} from '../../accounts/described-accounts.ts';
import { readingOf } from '../months.ts';
import { askPosted, type PostedPart } from '../posted/ask.ts';
import type { Splits } from '../posted/selection.ts';
import { count, type Figures, money } from '../posted/store.ts';
import { mandatoryDimensions } from '../trial-balance/mandatory-dimensions.ts';
import { splitOf } from '../trial-balance/trial-balance.ts';
import { journalState, monthsOf, type PartMonths } from './store.ts';

/** A span of whole months, and the accounts that are described in any case. */
export interface PeriodQuestion {
  readonly clientAccountId: number;
  readonly from: string;
  readonly to: string;
  readonly accountCodes: readonly string[];
  /** Where the page before ended. */
  readonly after?: PartPlace | null | undefined;
  /** Parts to leave out where nobody says where the page before ended. */
  readonly offset: number;
}

/** Where a part stands among the others; without a value behind those with one. */
export interface PartPlace {
  readonly accountCode: string;
  readonly relationId?: number | undefined;
}

/** An account, or what stands on it under a dimension value or under none. Amounts are debit minus credit. */
export interface PeriodPart {
  readonly accountId: number;
  readonly relationId: number | null;
  readonly relationName: string | null;
  readonly openingBalance: string;
  readonly movement: string;
  readonly earlierLines: number;
  readonly lines: number;
  readonly months: PartMonths;
}

export interface PeriodFigures {
  readonly revision: number;
  readonly firstPostingDate: string | null;
  readonly accounts: readonly (DescribedAccount & { readonly relationType: DimensionType | null })[];
  readonly parts: readonly PeriodPart[];
  readonly hasMore: boolean;
}

const MAX_CODES = 100;
/** Parts of one answer: some two megabytes. */
const PAGE = 10_000;

/**
 * What a reconciliation period is prepared from: accounts 1000 to 2999 with their balances before the span and what was
 * posted in it, cancelled entries and reversals included, from the maintained balances alone.
 * @throws Failure 400 for a span that is not made of whole months, or too many accounts
 */
export async function periodFigures(db: Executor, question: PeriodQuestion): Promise<PeriodFigures> {
  const { clientAccountId, from, to, accountCodes, after, offset } = question;
  requireWholeMonths(from, to);
  if (accountCodes.length > MAX_CODES) throw invalid(`At most ${MAX_CODES} accounts can be asked about at once`);
  // Before the figures: they are never older than what is said of them.
  const state = await journalState(db, clientAccountId);
  const [sheet, asked, splits] = await Promise.all([
    accountIdsBetween(db, clientAccountId, '1', '3'),
    accountIdsOf(db, clientAccountId, accountCodes),
    splitsOf(db, clientAccountId),
  ]);
  const all = await partsOf(db, question, sheet, splits);
  const rest = after ? all.filter((part) => compareParts(placeOf(part), after) > 0) : all.slice(offset);
  const page = rest.slice(0, PAGE);
  const banks = sheet.filter((id) => splits.get(id) === 'bankacc');
  const months = await monthsOf(db, { clientAccountId, from, to, accountIds: asked, bankAccountIds: banks });
  const named = new Set([...asked, ...page.map(({ account }) => account.id)]);
  const accounts = await describedAccounts(db, clientAccountId, [...named]);
  return {
    ...state,
    accounts: [...accounts.values()].map((account) => ({ ...account, relationType: splits.get(account.id) ?? null })),
    parts: page.map((part) => partOf(part, months)),
    hasMore: rest.length > PAGE,
  };
}

/** The first day with a posting; null in empty books. */
export const firstPosting = async (db: Executor, clientAccountId: number): Promise<string | null> =>
  (await journalState(db, clientAccountId)).firstPostingDate;

type Figure = 'before' | 'movement' | 'earlier_lines' | 'lines';

const figuresFrom =
  (from: string): Figures<Figure> =>
  ({ day, debit, credit, lines }) => {
    const balance = sql`${debit} - (${credit})`;
    return {
      before: money(balance, sql`${day} < ${from}::date`),
      movement: money(balance, sql`${day} >= ${from}::date`),
      earlier_lines: count(lines, sql`${day} < ${from}::date`),
      lines: count(lines, sql`${day} >= ${from}::date`),
    };
  };

async function partsOf(
  db: Executor,
  { clientAccountId, from, to }: PeriodQuestion,
  accountIds: readonly number[],
  byAccount: ReadonlyMap<number, DimensionType>,
): Promise<readonly PostedPart<Figure>[]> {
  const splits: Splits = { byAccount };
  const selection = { clientAccountId, accountIds, dimensions: new Map(), words: [], splits };
  const parts = await askPosted(
    db,
    {
      selection: { ...selection, includeDrafts: false, includeCancelled: true },
      dates: { from: null, to },
      reading: readingOf(from, to),
      figures: figuresFrom(from),
    },
    ['earlier_lines', 'lines'],
  );
  return parts.toSorted((a, b) => compareParts(placeOf(a), placeOf(b)));
}

const placeOf = ({ account, relation }: PostedPart<Figure>): PartPlace => ({
  accountCode: account.code,
  relationId: relation?.id,
});

function compareParts(a: PartPlace, b: PartPlace): number {
  if (a.accountCode !== b.accountCode) return a.accountCode < b.accountCode ? -1 : 1;
  if (a.relationId === b.relationId) return 0;
  return (a.relationId ?? Number.POSITIVE_INFINITY) - (b.relationId ?? Number.POSITIVE_INFINITY);
}

function partOf(
  { account, relation, figures }: PostedPart<Figure>,
  months: ReadonlyMap<string, PartMonths>,
): PeriodPart {
  return {
    accountId: account.id,
    relationId: relation?.id ?? null,
    relationName: relation?.name ?? null,
    openingBalance: formatMoney(figures.before),
    movement: formatMoney(figures.movement),
    earlierLines: figures.earlier_lines.toNumber(),
    lines: figures.lines.toNumber(),
    months: months.get(`${account.id}:${relation?.id ?? ''}`) ?? [],
  };
}

/** By which dimension each account is reconciled: of several mandatory ones the first, as in the trial balance. */
async function splitsOf(db: Executor, clientAccountId: number): Promise<ReadonlyMap<number, DimensionType>> {
  const mandatory = await mandatoryDimensions(db, clientAccountId);
  return new Map(
    [...mandatory].flatMap(([id, types]) => {
      const type = splitOf(types);
      return type === null ? [] : [[id, type] as const];
    }),
  );
}

function requireWholeMonths(from: string, to: string): void {
  const last = Temporal.PlainDate.from(to);
  if (from.slice(8) === '01' && last.day === last.daysInMonth && from <= to) return;
  throw invalid(`A period is made of whole months: ${from} to ${to} is not`);
}
