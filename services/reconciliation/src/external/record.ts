import { conflict, Failure, invalid, notFound } from '@app/contract/failure';
import type { externalReconciliationEntries, externalReconciliations } from '../schema/external-reconciliations.ts';

/** A figure of the outside that was compared with the ledger (docs/contract/external-reconciliation.md). */
export type ExternalRecord = typeof externalReconciliations.$inferSelect;
export type ExternalEntry = typeof externalReconciliationEntries.$inferSelect;
export type Method = NonNullable<ExternalRecord['method']>;

/** A bank transaction as the subject of a record. */
export const TRANSACTION = 'PAYMT';
/** A line of a journal entry, by the ids of both. */
export const LEDGER_LINE = 'JE';
/** The balance of an account, by its id. */
export const LEDGER_BALANCE = 'GENERAL_LEDGER_ACCOUNT';

/** An entry as somebody wants it; amounts are decimals, and null where they are worked out. */
export interface EntryWish {
  readonly kind: ExternalEntry['kind'];
  readonly relationType: string | null;
  readonly relationId: number | null;
  readonly relationLineId: number | null;
  readonly secondaryRelationType: string | null;
  readonly secondaryRelationId: number | null;
  readonly asOfDate: string | null;
  readonly description: string | null;
  readonly amount: string | null;
  readonly currencyCode: string;
  readonly exchangeRate: string | null;
}

/** What an EXTERNAL entry points at; the line is 0 where the subject has none. */
export interface Subject {
  readonly subjectType: string;
  readonly subjectId: number;
  readonly subjectLineId: number;
}

/** What a line takes: in the accounting currency and in its own, signed like debit minus credit. */
export interface LineShare {
  readonly claimAmount: string;
  readonly claimAmountFc: string;
}

/** An entry as it is stored, before it has an id. */
export type NewEntry = Omit<
  ExternalEntry,
  'id' | 'clientAccountId' | 'externalReconciliationId' | 'place' | 'claimId' | 'claimAmount' | 'claimAmountFc'
> & { readonly share: LineShare | null };

/** What was compared, and what came of it. */
export interface Comparison extends Subject {
  readonly entries: readonly NewEntry[];
  readonly expectedAmount: string;
  readonly ledgerAmount: string;
  readonly difference: string;
  readonly currencyCode: string;
  readonly asOfDate: string | null;
  /** Whether the items cover the whole difference. */
  readonly isExplained: boolean;
}

/** 400 about one entry of a request (XRC-R58): the index counts from 0. */
export const entryFault = (index: number, message: string): Failure =>
  new Failure('common.validation_error', 400, message, {
    details: { entry_index: index, fields: [{ field: `entries.${index}`, message }] },
  });

export const recordNotFound = (id: number): Failure =>
  notFound(`There is no external reconciliation ${id}`, 'external_reconciliation.not_found');

export const alreadyReconciled = ({ subjectType, subjectId, subjectLineId }: Subject): Failure =>
  conflict(
    subjectType === TRANSACTION
      ? `Bank transaction ${subjectId} is reconciled already, or being reconciled at this moment`
      : `Line ${subjectLineId} of document ${subjectId} is reconciled already, or being reconciled at this moment`,
    'external_reconciliation.already_reconciled',
  );

export const recordDeleted = (id: number): Failure =>
  conflict(`External reconciliation ${id} was retired; only its note can change`, 'external_reconciliation.deleted');

/** @param field what was sent that only a draft takes */
export const notDraft = (id: number, field: 'items' | 'is_draft'): Failure => {
  const message = `External reconciliation ${id} is no draft`;
  return invalid(message, [{ field, message }], 'period_reconciliation.not_a_draft');
};

export const staleDraft = (id: number): Failure =>
  conflict(
    `What draft ${id} compares has changed since it was made; make it again`,
    'period_reconciliation.stale_draft',
  );

export const unexplained = (difference: string, items: string): Failure => {
  const message = `The difference is ${difference}, and the items add up to ${items}`;
  return invalid(message, [{ field: 'items', message }], 'period_reconciliation.unexplained_difference');
};

export const recordBusy = (id: number): Failure =>
  conflict(`External reconciliation ${id} is being changed at this moment; try again in a moment`);
