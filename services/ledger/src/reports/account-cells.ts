import { decimal, formatMoney } from '@app/money';
import type { Language } from '@app/runtime';
import { nameOf } from '../accounts/account.ts';
import type { DescribedAccount } from '../accounts/described-accounts.ts';
import type { Relation } from './relation-names.ts';

/** How the answer of a report says which account a row is about. */
export function describeAccount(account: DescribedAccount, language: Language) {
  const [first, second, third] = account.categories;
  return {
    grouping: {
      level_1_code: first.code,
      level_1_name: first[language],
      level_2_code: second.code,
      level_2_name: second[language],
      level_3_code: third.code,
      level_3_name: third[language],
    },
    account_code: account.code,
    account_name: nameOf(account, language),
  };
}

/** How it says which dimension value; all null: the whole account, or its postings without one. */
export const describeRelation = (relation: Relation | null) => ({
  relation_type: relation?.type ?? null,
  relation_id: relation?.id ?? null,
  relation_name: relation?.name ?? null,
});

/** The exact text of a number of the answer, with its two decimals. */
export const amountOf = (cell: unknown): string => formatMoney(decimal((cell as { readonly rawJSON: string }).rawJSON));
