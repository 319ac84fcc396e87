import type { Verification } from '@app/invariants';

/** What is always true of people and their credentials, beyond what the schema itself holds. */
export const verification: Verification = {
  invariants: [],
  references: [
    {
      name: 'organizations that were signed up for',
      ids: "select distinct (coalesce(intent, result) ->> 'organizationId')::bigint as id from use_cases where name = 'sign_up' and state <> 'refused'",
      owner: { service: 'organisation', table: 'organizations' },
    },
    {
      name: 'client accounts of sign-ups',
      ids: "select distinct (result ->> 'clientAccountId')::bigint as id from use_cases where name = 'sign_up' and state = 'done'",
      owner: { service: 'organisation', table: 'client_accounts' },
    },
  ],
};
