import type { Invariant, Reference, Verification } from '@app/invariants';
import { statementInvariants } from './bank-statements/invariants.ts';
import { externalClaimInvariants, externalInvariants } from './external/invariants.ts';
import { claimInvariants, internalInvariants } from './internal/invariants.ts';
import { paymentInvariants } from './payments/invariants.ts';
import { periodInvariants } from './periods/invariants.ts';

const invariants: readonly Invariant[] = [
  {
    name: 'a house account is booked on an account of the books, and that of a partner on none',
    per: 'account',
    rows: `
      select id, (business_partner_id is null) = (account_code is not null) as holds
      from bank_accounts where client_account_id = $1`,
    subject: `format('bank account %s', id)`,
  },
  ...paymentInvariants,
  ...statementInvariants,
];

const kept = `select client_account_id from bank_accounts union select client_account_id from internal_reconciliations
    union select client_account_id from external_reconciliations
    union select client_account_id from reconciliation_periods`;

const references: readonly Reference[] = [
  {
    name: 'client accounts with bank accounts, reconciliations and periods',
    ids: `select client_account_id as id from (${kept}) kept`,
    owner: { service: 'organisation', table: 'client_accounts' },
  },
];

/** What is always true of the rows of this service, account by account. An area adds its own here. */
export const verification: Verification = {
  accounts: kept,
  invariants: [...invariants, ...internalInvariants, ...externalInvariants, ...periodInvariants],
  across: [...claimInvariants, ...externalClaimInvariants],
  references,
};
