import type { Executor } from '@app/db';
import type { CommonGround } from '../ground/ground.ts';
import { listTaxCodes, taxAccounts } from './store.ts';
import type { TaxCode } from './tax-code.ts';

/** A code in the rate period of a day, with the numbers of the accounts that its VAT is booked on. */
export interface TaxCodeOfDay extends TaxCode {
  readonly taxAccountCode: string | undefined;
  readonly acquisitionAccountCode: string | undefined;
}

/** The codes in force on a day. */
async function taxCodesOfDay(db: Executor, day: string): Promise<readonly TaxCodeOfDay[]> {
  const codes = await listTaxCodes(db, { activeOn: day });
  const accounts = await taxAccounts(db);
  const codeOf = (id: number | null): string | undefined => (id === null ? undefined : accounts.get(id)?.code);
  return codes.map((code) => ({
    ...code,
    taxAccountCode: codeOf(code.taxAccountId),
    acquisitionAccountCode: codeOf(code.acquisitionTaxAccountId),
  }));
}

const DAYS_REMEMBERED = 100;

const remembered = new WeakMap<CommonGround, Map<string, Promise<readonly TaxCodeOfDay[]>>>();

/**
 * The codes in force on a day, remembered as long as the ground that all companies share is the same one: its version
 * rises with every change of codes and of the accounts that they post to.
 */
export function rememberedCodesOfDay(
  db: Executor,
  common: CommonGround,
  day: string,
): Promise<readonly TaxCodeOfDay[]> {
  const days = remembered.get(common) ?? new Map<string, Promise<readonly TaxCodeOfDay[]>>();
  remembered.set(common, days);
  const known = days.get(day);
  if (known) return known;
  if (days.size >= DAYS_REMEMBERED) days.clear();
  const codes = taxCodesOfDay(db, day);
  days.set(day, codes);
  codes.catch(() => days.delete(day));
  return codes;
}
