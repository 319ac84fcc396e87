import { getTaxCode, listTaxCodes } from '@app/api/ledger/tax-codes';
import { type Api, notFound } from '@app/contract';
import { type Database, sharedLookup } from '@app/db';
import type { Language } from '@app/runtime';
import { describeTaxAccount, describeTaxCode } from './representation.ts';
import * as store from './store.ts';
import type { TaxCode } from './tax-code.ts';

type Relation = 'tax_account' | 'acquisition_tax_account';

/** The national VAT codes over HTTP (docs/contract/tax-codes.md). They are the same for everybody who has a token. */
export function serveTaxCodes(api: Api, { db }: { readonly db: Database }): void {
  const find = sharedLookup(db, store.findTaxCodes, ({ id }) => id);
  const describe = async (codes: readonly TaxCode[], wanted: ReadonlySet<Relation>, language: Language) => {
    const accounts = wanted.size > 0 ? await store.taxAccounts(db.executor) : undefined;
    const embedded = (id: number | null) =>
      describeTaxAccount(id === null ? undefined : accounts?.get(id), language) ?? null;
    return codes.map((code) => ({
      ...describeTaxCode(code, language),
      ...(wanted.has('tax_account') ? { tax_account: embedded(code.taxAccountId) } : {}),
      ...(wanted.has('acquisition_tax_account')
        ? { acquisition_tax_account: embedded(code.acquisitionTaxAccountId) }
        : {}),
    }));
  };

  api.serve(listTaxCodes, async ({ query, language }) => {
    const codes = await store.listTaxCodes(db.executor, { activeOn: query.active_on, category: query.category });
    return describe(codes, query.with, language);
  });

  api.serve(getTaxCode, async ({ params, query, language }) => {
    const code = await find(params.id);
    if (!code) throw notFound(`There is no tax code with the id ${params.id}`, 'accounting.tax_code_not_found');
    return (await describe([code], query.with, language))[0]!;
  });
}
