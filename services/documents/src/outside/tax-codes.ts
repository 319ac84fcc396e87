import type { TaxCodeOut } from '@app/api/ledger/tax-codes';
import type { Finder } from '@app/records';
import type { ClientOf, Ledger } from '@app/rpc';
import type { Clock, Language } from '@app/runtime';
import type { z } from 'zod';

export type TaxCode = Awaited<ReturnType<ClientOf<typeof Ledger>['ListTaxCodes']>>['taxCodes'][number];
export type WireTaxCode = z.input<typeof TaxCodeOut>;

/** The national VAT codes, as the ledger has them. */
export interface TaxCodes {
  /** Rate periods by id; unknown ones are left out. @throws Failure 503 */
  find(ids: readonly number[]): Promise<ReadonlyMap<number, TaxCode>>;
}

/** They change with releases of the ledger: an id that is not known is asked about at once, a known one seldom. */
const REMEMBERED_MILLIS = 60_000;

export function createTaxCodes(ledger: Pick<ClientOf<typeof Ledger>, 'ListTaxCodes'>, clock: Clock): TaxCodes {
  let known: ReadonlyMap<number, TaxCode> = new Map();
  let readAt = Number.NEGATIVE_INFINITY;
  const isFresh = (): boolean => Math.abs(clock.millis() - readAt) < REMEMBERED_MILLIS;
  const read = async (): Promise<void> => {
    const { taxCodes } = await ledger.ListTaxCodes({});
    known = new Map(taxCodes.map((code) => [code.id, code]));
    readAt = clock.millis();
  };
  return {
    find: async (ids) => {
      if (ids.length === 0) return new Map();
      if (!isFresh() || ids.some((id) => !known.has(id))) await read();
      return new Map(ids.flatMap((id) => (known.has(id) ? [[id, known.get(id)!] as const] : [])));
    },
  };
}

/** A rate period as the API shows it. */
export const taxCodeWire = (code: TaxCode, language: Language): WireTaxCode => ({
  id: code.id,
  code: code.code,
  tax_rate: code.rate,
  category: code.category === 'input' || code.category === 'output' ? code.category : null,
  tax_account_id: code.taxAccountId ?? null,
  acquisition_tax_account_id: code.acquisitionTaxAccountId ?? null,
  active_from: code.activeFrom ?? null,
  active_to: code.activeTo ?? null,
  compensation: code.compensation,
  description: language === 'eng' ? code.descriptionEng : code.descriptionNob,
});

/** Rate periods of VAT codes are the same for everybody. */
export const amongTaxCodes =
  (taxCodes: TaxCodes): Finder =>
  async (_clientAccountId, ids) =>
    new Set((await taxCodes.find(ids)).keys());
