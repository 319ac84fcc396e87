import type { Executor } from '@app/db';
import { type Decimal, formatMoney } from '@app/money';
import type { LineFilter } from '../../journal-entry-lines/filter.ts';
import { type AccountPart, compareParts } from '../account-order.ts';
import { readingOf } from '../months.ts';
import { askPosted, type PostedPart } from '../posted/ask.ts';
import { UNSPLIT } from '../posted/selection.ts';
import { isResultAccount } from '../result.ts';
import { type TrialBalanceFigure, trialBalanceFigures } from '../trial-balance/figures.ts';

/** What a printed ledger is divided by: an account each, or a business partner each. */
export type LedgerDivision = 'account' | 'partner';

/** A part of a printed ledger. */
export interface LedgerGroup extends AccountPart {
  /** The incoming balance, as the trial balance shows it: decimal text. */
  readonly opening: string;
  /** At least as many lines lie in the span. */
  readonly lines: number;
}

/** Days between which all posting dates lie, for spans without a limit. */
const EVER = { from: '1900-01-01', to: '2999-12-31' } as const;

export const groupKey = ({ account, relation }: AccountPart, division: LedgerDivision): number | null =>
  division === 'account' ? account.id : (relation?.id ?? null);

/**
 * The accounts or partners of a ledger that open with a balance or have lines in its span, by code or name; what is in
 * none comes last. Balances are those of the lines that the filter leaves.
 */
export async function groupsOf(
  db: Executor,
  filter: LineFilter,
  division: LedgerDivision,
): Promise<readonly LedgerGroup[]> {
  const { from, to } = { from: filter.dateFrom ?? EVER.from, to: filter.dateTo ?? EVER.to };
  if (from > to) return [];
  const parts = await askPosted(
    db,
    {
      selection: {
        clientAccountId: filter.clientAccountId,
        accountIds: filter.accountIds,
        dimensions: filter.dimensions ?? new Map(),
        words: filter.words ?? [],
        taxCodes: filter.taxCodes,
        isOpenOnly: !filter.includeReconciled,
        asOf: filter.asOf,
        includeDrafts: filter.includeDrafts,
        includeCancelled: filter.includeCancelled,
        splits: division === 'account' ? UNSPLIT : { all: 'businesspartner' },
      },
      dates: { from: null, to },
      reading: readingOf(from, to),
      figures: trialBalanceFigures(from),
    },
    ['lines', 'earlier_lines'],
  );
  const groups = new Map<number | null, PostedPart<TrialBalanceFigure>>();
  for (const part of parts) {
    const key = groupKey(part, division);
    const known = groups.get(key);
    groups.set(key, known ? { ...known, figures: added(known.figures, part.figures) } : part);
  }
  return [...groups.values()].flatMap((part) => groupOf(part) ?? []).sort(compareParts);
}

type Figures = PostedPart<TrialBalanceFigure>['figures'];

const added = (a: Figures, b: Figures): Figures =>
  Object.fromEntries(Object.entries(a).map(([name, sum]) => [name, sum.plus(b[name as TrialBalanceFigure])])) as Record<
    TrialBalanceFigure,
    Decimal
  >;

function groupOf({ account, relation, figures }: PostedPart<TrialBalanceFigure>): LedgerGroup | undefined {
  const opening = isResultAccount(account) ? figures.opening : figures.earlier.plus(figures.opening);
  const hasLines = !figures.debit.isZero() || !figures.credit.isZero();
  if (!hasLines && opening.isZero()) return undefined;
  return { account, relation, opening: formatMoney(opening), lines: hasLines ? Number(figures.lines) : 0 };
}
