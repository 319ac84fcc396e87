import type { ErrorCatalogue } from '@app/contract/openapi';
import { authErrors } from './auth.ts';
import { chatErrors } from './chat.ts';
import { documentsErrors } from './documents.ts';
import { filingErrors } from './filing.ts';
import { generalErrors } from './general.ts';
import { ledgerErrors } from './ledger.ts';
import { organisationErrors } from './organisation.ts';
import { payrollErrors } from './payroll.ts';
import { reconciliationErrors } from './reconciliation.ts';
import { catalogueOf } from './rows.ts';

/**
 * Every code that a caller can see, with its status, meaning and mending: the page /docs/errors, and the texts of the
 * OpenAPI document.
 */
export const errorCatalogue: ErrorCatalogue = catalogueOf([
  ...generalErrors,
  ...authErrors,
  ...organisationErrors,
  ...ledgerErrors,
  ...reconciliationErrors,
  ...documentsErrors,
  ...payrollErrors,
  ...chatErrors,
  ...filingErrors,
]);
