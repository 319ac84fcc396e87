import type { Executor } from '@app/db';
import { listTaxCodes, taxAccounts } from './store.ts';
import type { TaxCode } from './tax-code.ts';

/** A code in the rate period of a day, with the numbers of the accounts that its VAT is booked on. */
export interface TaxCodeOfDay extends TaxCode {
  readonly taxAccountCode: string | undefined;
  readonly acquisitionAccountCode: string | undefined;
}

/** The codes in force on a day. */
export async function taxCodesOfDay(db: Executor, day: string): Promise<readonly TaxCodeOfDay[]> {
  const codes = await listTaxCodes(db, { activeOn: day });
  const accounts = await taxAccounts(db);
  const codeOf = (id: number | null): string | undefined => (id === null ? undefined : accounts.get(id)?.code);
  return codes.map((code) => ({
    ...code,
    taxAccountCode: codeOf(code.taxAccountId),
    acquisitionAccountCode: codeOf(code.acquisitionTaxAccountId),
  }));
}
