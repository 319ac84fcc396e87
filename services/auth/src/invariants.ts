import type { Verification } from '@app/invariants';

/** What is always true of people and their credentials, beyond what the schema itself holds. */
export const verification: Verification = {
  invariants: [],
  references: [
    {
      name: 'organizations that were signed up for',
      ids: 'select distinct organization_id as id from signup_registrations',
      owner: { service: 'organisation', table: 'organizations' },
    },
    {
      name: 'client accounts of sign-ups',
      ids: 'select distinct client_account_id as id from signup_registrations where client_account_id is not null',
      owner: { service: 'organisation', table: 'client_accounts' },
    },
  ],
};
