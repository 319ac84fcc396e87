import type { Handler } from '@app/events';
import {
  clientAccountChanged,
  on,
  onMany,
  organisationReferenceChanged,
  referenceChangedBy,
  settingsChanged,
} from '@app/events';
import type { AccountFactsCache } from './projections/account-facts.ts';
import type { AccountFactsStore } from './projections/facts-store.ts';
import type { ReferencesStore } from './projections/references-store.ts';
import { vatLiableDuring } from './projections/vat-liability.ts';

/**
 * What the ledger does about other services' events: it keeps its projections. What it publishes is written by the
 * posting functions.
 */
export function createConsumers(stores: {
  readonly factsStore: AccountFactsStore;
  readonly facts: AccountFactsCache;
  readonly referencesStore: ReferencesStore;
}): readonly Handler[] {
  const { factsStore, facts, referencesStore } = stores;
  const references = [
    organisationReferenceChanged,
    referenceChangedBy('reconciliation'),
    referenceChangedBy('documents'),
  ];
  return [
    on(clientAccountChanged, async (tx, { payload }) => {
      const known = {
        clientAccountId: payload.client_account_id,
        accountingCurrency: payload.accounting_currency,
        accountingLanguage: payload.accounting_language,
        displayName: payload.display_name,
        organizationNumber: payload.organization_number || null,
        isActive: payload.is_active,
      };
      await factsStore.changeAccount(tx, known, payload.version);
      facts.forget(payload.client_account_id);
    }),
    on(settingsChanged, async (tx, { payload }) => {
      const periods = payload.versions.map(({ active_from, active_to, vat_liable }) => ({
        activeFrom: active_from,
        activeTo: active_to,
        vatLiable: vat_liable,
      }));
      await factsStore.changeVat(tx, payload.client_account_id, vatLiableDuring(periods), payload.version);
      facts.forget(payload.client_account_id);
    }),
    // A pile of vouchers is as many events, and the projection has one row for each.
    ...references.map((event) =>
      onMany(event, (tx, events) =>
        referencesStore.changeAll(
          tx,
          events.map(({ payload }) => ({
            clientAccountId: payload.client_account_id,
            relationType: payload.type,
            relationId: payload.id,
            name: payload.name,
            isActive: payload.is_active,
            version: payload.version,
          })),
        ),
      ),
    ),
  ];
}
