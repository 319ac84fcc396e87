import type { DimensionType } from '@app/api/ledger/dimensions';
import type { ReconciliationPeriodOut, ReconciliationScopeOut } from '@app/api/reconciliation/index';
import { instantOut } from '@app/records';
import type { Language } from '@app/runtime';
import type { z } from 'zod';
import type { RecordWire } from '../external/present.ts';
import type { StoredScope } from './scopes-store.ts';
import type { Period } from './store.ts';

export type WirePeriod = z.input<typeof ReconciliationPeriodOut>;
export type WireScope = z.input<typeof ReconciliationScopeOut>;

export const periodWire = (period: Period): WirePeriod => ({
  id: period.id,
  client_account_id: period.clientAccountId,
  period_start: period.periodStart,
  period_end: period.periodEnd,
  status: period.status,
  reconciled_at: period.reconciledAt === null ? null : instantOut(period.reconciledAt),
  reconciled_by_id: period.reconciledById,
  created_at: instantOut(period.createdAt),
  created_by_id: period.createdById,
});

/** @param record of the scope; undefined without one, or when it was retired */
export const scopeWire = (
  scope: StoredScope,
  record: RecordWire | undefined,
  { today, language }: { readonly today: string; readonly language: Language },
): WireScope => ({
  key: scope.key,
  reconciler: scope.reconciler,
  label: language === 'nob' ? scope.labelNob : scope.labelEng,
  group_key: scope.groupKey,
  group_label: language === 'nob' ? scope.groupLabelNob : scope.groupLabelEng,
  dimension:
    scope.relationType === null || scope.relationId === null
      ? null
      : {
          relation_type: scope.relationType as DimensionType,
          relation_id: scope.relationId,
          name: scope.relationName,
        },
  as_of_date: scope.asOfDate,
  is_ready: scope.obstacle === null,
  is_overdue: today > scope.deadline && (record === undefined || record.is_draft),
  readiness_reason: scope.obstacle,
  external_reconciliation: record ?? null,
});
