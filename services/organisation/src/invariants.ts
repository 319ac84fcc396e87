import type { Verification } from '@app/invariants';

/** What is always true of companies and who works for them, beyond what the schema itself holds. */
export const verification: Verification = {
  invariants: [],
  references: [
    {
      name: 'people with a role',
      ids: 'select distinct user_id as id from client_account_users',
      owner: { service: 'auth', table: 'users' },
    },
    {
      name: 'people who invited, and who accepted',
      ids: 'select invited_by_id as id from invitations union select accepted_by_id from invitations where accepted_by_id is not null',
      owner: { service: 'auth', table: 'users' },
    },
    {
      name: 'people who approved contracts',
      ids: 'select distinct approved_by_id as id from contracts where approved_by_id is not null',
      owner: { service: 'auth', table: 'users' },
    },
  ],
};
