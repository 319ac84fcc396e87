import type { CollectionEntryOut } from '@app/api/documents/index';
import type { Database } from '@app/db';
import { type Partners, recordWire } from '@app/records';
import type { Language } from '@app/runtime';
import type { z } from 'zod';
import { itemsById } from '../../items/known.ts';
import { itemWire } from '../../items/present.ts';
import type { Currencies } from '../../outside/currencies.ts';
import { type TaxCodes, taxCodeWire } from '../../outside/tax-codes.ts';
import { unitsById } from '../../units/unit.ts';
import type { CollectionEntry } from './entry.ts';
import { linesOfEntries, type UsingLine } from './used.ts';

export type WireEntry = z.input<typeof CollectionEntryOut>;
export type EntryRelation = 'item' | 'unit' | 'tax_code_details' | 'business_partner' | 'document_lines';

export interface EntryPresenting {
  readonly db: Database;
  readonly currencies: Currencies;
  readonly taxCodes: TaxCodes;
  readonly partners: Partners;
}

/** Entries of one client account as callers see them, with the relations they ask for. @throws Failure 503 */
export async function presentEntries(
  { db, currencies, taxCodes, partners }: EntryPresenting,
  clientAccountId: number,
  entries: readonly CollectionEntry[],
  { relations, language }: { readonly relations: ReadonlySet<EntryRelation>; readonly language: Language },
): Promise<readonly WireEntry[]> {
  if (entries.length === 0) return [];
  const every = (idOf: (entry: CollectionEntry) => number | null): readonly number[] =>
    entries.flatMap((entry) => idOf(entry) ?? []);
  const [items, currency, units, codes, customers, lines] = await Promise.all([
    relations.has('item')
      ? itemsById(
          db.executor,
          clientAccountId,
          every(({ itemId }) => itemId),
        )
      : undefined,
    relations.has('item') ? currencies.of(clientAccountId) : '',
    relations.has('unit')
      ? unitsById(
          db.executor,
          every(({ unitId }) => unitId),
          language,
        )
      : undefined,
    relations.has('tax_code_details') ? taxCodes.find(every(({ taxCodeId }) => taxCodeId)) : undefined,
    relations.has('business_partner')
      ? partners.find(
          clientAccountId,
          every(({ businessPartnerId }) => businessPartnerId),
        )
      : undefined,
    relations.has('document_lines')
      ? linesOfEntries(
          db.executor,
          clientAccountId,
          every(({ id }) => id),
        )
      : undefined,
  ]);
  return entries.map((entry) => {
    const item = items?.get(entry.itemId ?? 0);
    const code = codes?.get(entry.taxCodeId);
    return {
      ...entryWire(entry),
      ...(items ? { item: item ? itemWire(item, currency) : null } : {}),
      ...(units ? { unit: units.get(entry.unitId)! } : {}),
      ...(codes ? { tax_code_details: code ? taxCodeWire(code, language) : null } : {}),
      ...(customers ? { business_partner: customers.get(entry.businessPartnerId ?? 0) ?? null } : {}),
      ...(lines ? { document_lines: (lines.get(entry.id) ?? []).map(lineWire) } : {}),
    };
  });
}

const lineWire = (line: UsingLine) => ({
  id: line.id,
  document_id: line.documentId,
  line_no: line.lineNo,
  description: line.description,
  quantity: line.quantity,
  price: line.price,
  net_amount: line.netAmount,
  tax_amount: line.taxAmount,
  gross_amount: line.grossAmount,
});

const entryWire = (entry: CollectionEntry): WireEntry => ({
  ...recordWire(entry),
  item_collection_id: entry.itemCollectionId,
  item_id: entry.itemId,
  description: entry.description,
  quantity: entry.quantity,
  price: entry.price,
  currency_code: entry.currencyCode,
  unit_id: entry.unitId,
  tax_code_id: entry.taxCodeId,
  business_partner_id: entry.businessPartnerId,
  project_id: entry.projectId,
  recurring_start_date: entry.recurringStartDate,
  recurring_end_date: entry.recurringEndDate,
  recurring_terms: entry.recurringTerms,
  recurring_interval: entry.recurringInterval,
  refund_policy: entry.refundPolicy,
  trial_end_date: entry.trialEndDate,
});
