import type { ReconciliationCategory } from '@app/api/documents/document-types';
import type { reconciliationLines } from '../schema/documents.ts';
import type { Document } from './document.ts';

type Line = typeof reconciliationLines.$inferSelect;

/** A record that lines of the ledger are tagged with. */
interface Reference {
  readonly relationType: string;
  readonly relationId: number;
}

interface Category {
  /** Null: the line names it. */
  readonly accounts: readonly string[] | null;
  readonly sign: 1 | -1;
  /** What narrows the comparison: the partner of the document, or what the line names of this kind. */
  readonly dimension: 'partner' | 'bankacc' | 'line' | null;
}

const to = (accounts: readonly string[] | null, sign: 1 | -1, dimension: Category['dimension'] = null): Category => ({
  accounts,
  sign,
  dimension,
});

/** What each category is compared with (docs/contract/document-reconciliation-lines.md). */
const CATEGORIES: Readonly<Record<ReconciliationCategory, Category>> = {
  TRADE_PAYABLE: to(['2400'], -1, 'partner'),
  TRADE_RECEIVABLE: to(['1500'], 1, 'partner'),
  DEPOSIT: to(['1920', '1950'], 1, 'bankacc'),
  LOAN: to(['2220'], -1, 'line'),
  INTEREST_INCOME: to(['8050'], -1),
  INTEREST_COST: to(['8150'], 1),
  FEE: to(['7770'], 1),
  WITHHELD_TAX: to(['2600'], -1),
  EMPLOYER_TAX: to(['2770'], -1),
  VAT_SETTLEMENT: to(['2740'], -1),
  INCOME_TAX: to(['2500'], -1),
  SHARE_CAPITAL: to(['2000'], -1),
  OTHER_ASSET: to(null, 1, 'line'),
  OTHER_LIABILITY: to(null, -1, 'line'),
};

export const categoryOf = (category: string | null): Category | undefined =>
  category === null ? undefined : CATEGORIES[category as ReconciliationCategory];

/** The accounts that a line is compared with; none for a line without a category. */
export const accountsOf = ({ category, accountCode }: Pick<Line, 'category' | 'accountCode'>): readonly string[] =>
  accountCode === null ? (categoryOf(category)?.accounts ?? []) : [accountCode];

/** What narrows the comparison of a line; null where nothing does. */
export function dimensionOf(
  line: Pick<Line, 'category' | 'relationType' | 'relationId'>,
  { businessPartnerId }: Pick<Document, 'businessPartnerId'>,
): Reference | null {
  const category = categoryOf(line.category);
  if (!category || category.dimension === null) return null;
  if (category.dimension === 'partner')
    return businessPartnerId === null ? null : { relationType: 'businesspartner', relationId: businessPartnerId };
  const { relationType, relationId } = line;
  if (relationType === null || relationId === null) return null;
  return category.dimension === 'line' || relationType === category.dimension ? { relationType, relationId } : null;
}
