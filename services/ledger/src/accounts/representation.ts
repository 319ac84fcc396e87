import type { AccountOut } from '@app/api/ledger/accounts';
import type { Executor } from '@app/db';
import type { Language } from '@app/runtime';
import type { z } from 'zod';
import { describeTaxCode } from '../tax-codes/representation.ts';
import { findTaxCodes } from '../tax-codes/store.ts';
import { type Account, nameOf } from './account.ts';
import { mandatoryDimensionsOf, statisticsOf, taxCodesOf } from './parts-store.ts';

export type AccountRelation = 'mandatory_dimensions' | 'tax_codes' | 'tax_codes.tax_code' | 'statistics';

type Wire = z.input<typeof AccountOut>;

export interface Embedding {
  readonly with: ReadonlySet<AccountRelation>;
  readonly language: Language;
  /** Whose statistics; required for them. */
  readonly clientAccountId: number | null;
}

/** Accounts as the API shows them, with one query per relation. */
export async function describeAccounts(
  db: Executor,
  accounts: readonly Account[],
  embedding: Embedding,
): Promise<Wire[]> {
  const ids = accounts.map(({ id }) => id);
  const { with: wanted, language, clientAccountId } = embedding;
  const wantsStatistics = wanted.has('statistics') && clientAccountId !== null;
  const dimensions = wanted.has('mandatory_dimensions') ? await mandatoryDimensionsOf(db, ids) : undefined;
  const codes = wanted.has('tax_codes') ? await taxCodesOf(db, ids) : undefined;
  const whole = wanted.has('tax_codes.tax_code')
    ? new Map(
        (
          await findTaxCodes(
            db,
            [...codes!.values()].flat().map(({ taxCodeId }) => taxCodeId),
          )
        ).map((code) => [code.id, code]),
      )
    : undefined;
  const statistics = wantsStatistics ? await statisticsOf(db, clientAccountId, ids) : undefined;
  return accounts.map((account) => {
    const figures = statistics?.get(account.id);
    return {
      ...describeAccount(account, language),
      ...(dimensions
        ? { mandatory_dimensions: (dimensions.get(account.id) ?? []).map((relation_type) => ({ relation_type })) }
        : {}),
      ...(codes
        ? {
            tax_codes: (codes.get(account.id) ?? []).map(({ id, taxCodeId, code }) => ({
              id,
              tax_code_id: taxCodeId,
              tax_code: whole ? describeTaxCode(whole.get(taxCodeId)!, language) : code,
            })),
          }
        : {}),
      ...(statistics
        ? {
            statistics: {
              line_count: figures?.lineCount ?? 0,
              last_posting_date: figures?.lastPostingDate ?? null,
              balance: figures?.balance ?? '0.00',
            },
          }
        : {}),
    };
  });
}

function describeAccount(account: Account, language: Language): Wire {
  const [first, second, third] = account.categories;
  return {
    id: account.id,
    created_at: account.createdAt,
    created_by_id: account.createdById,
    updated_at: account.updatedAt,
    updated_by_id: account.updatedById,
    client_account_id: account.clientAccountId,
    account_code: account.code,
    description: nameOf(account, language),
    description_nob: account.nob,
    description_eng: account.eng,
    category_code_1: first.code,
    category_description_1: first[language],
    category_code_2: second.code,
    category_description_2: second[language],
    category_code_3: third.code,
    category_description_3: third[language],
    is_active: account.isActive,
    is_system: account.clientAccountId === null,
    country_code: 'NO',
    industry_extension: account.industryExtension,
    grouping_category: account.groupingCategory,
    grouping_code: account.groupingCode,
    grouping_is_derived: account.groupingIsDerived,
  };
}
