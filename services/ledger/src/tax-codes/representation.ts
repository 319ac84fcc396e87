import type { TaxCodeOut } from '@app/api/ledger/tax-codes';
import type { Language } from '@app/runtime';
import type { z } from 'zod';
import type { TaxAccount } from './store.ts';
import type { TaxCode } from './tax-code.ts';

type Wire = z.input<typeof TaxCodeOut>;

export const describeTaxCode = (code: TaxCode, language: Language): Wire => ({
  id: code.id,
  code: code.code,
  tax_rate: code.rate,
  category: code.category,
  tax_account_id: code.taxAccountId,
  acquisition_tax_account_id: code.acquisitionTaxAccountId,
  active_from: code.activeFrom,
  active_to: code.activeTo,
  compensation: code.compensation,
  description: code[language],
});

export const describeTaxAccount = (account: TaxAccount | undefined, language: Language): Wire['tax_account'] =>
  account === undefined
    ? null
    : {
        id: account.id,
        account_code: account.code,
        description: language === 'eng' ? (account.eng ?? account.nob) : account.nob,
        description_nob: account.nob,
        description_eng: account.eng,
        is_active: account.isActive,
      };
