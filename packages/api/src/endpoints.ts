import type { AnyEndpoint } from '@app/contract';
import * as auth from './auth/index.ts';
import * as documents from './documents/index.ts';
import * as gateway from './gateway/index.ts';
import * as ledger from './ledger/index.ts';
import * as organisation from './organisation/index.ts';
import * as reconciliation from './reconciliation/index.ts';

/**
 * The whole public API, area by area. A new service adds its namespace and its list here; nothing else lists endpoints.
 * Order decides the order of the OpenAPI document, the reference and the tools.
 */
export const areas = { auth, organisation, ledger, reconciliation, documents, gateway } as const;

export type Areas = typeof areas;

/** Every endpoint, each once, in the order of its area's list. */
export const allEndpoints: readonly AnyEndpoint[] = [
  ...auth.authEndpoints,
  ...organisation.organisationEndpoints,
  ...ledger.ledgerEndpoints,
  ...reconciliation.reconciliationEndpoints,
  ...documents.documentsEndpoints,
  ...gateway.gatewayEndpoints,
];
