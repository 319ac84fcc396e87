import type { Exceptions } from './import-rules.ts';

const MECHANISM = 'the folder is a mechanism of the service, not an aggregate: its store is what it offers';
const ONE_TRANSACTION =
  'use cases over several aggregates read and write them in one transaction, and the aggregates offer them nothing but their store yet';
const GROUND = 'the folder is the ground that the aggregates stand on: its stores are what it offers them';

/**
 * What the import rules would forbid and the services still do. It only ever gets shorter: what is mended is taken off,
 * nothing is added.
 */
export const IMPORT_EXCEPTIONS: Exceptions = {
  stores: [
    { of: 'services/auth/src/clients', usedBy: ['account', 'authorization', 'tokens'], why: ONE_TRANSACTION },
    {
      of: 'services/auth/src/credentials',
      usedBy: ['email-verification', 'password-reset', 'passwords', 'sessions', 'signup', 'users'],
      why: GROUND,
    },
    { of: 'services/auth/src/mailed-links', usedBy: ['email-verification', 'password-reset', 'users'], why: MECHANISM },
    { of: 'services/auth/src/sessions', usedBy: ['password-reset', 'users'], why: ONE_TRANSACTION },
    {
      of: 'services/ledger/src/tax-codes',
      usedBy: ['accounts'],
      why: 'an account is shown with its VAT codes, which one query finds',
    },
    {
      of: 'services/organisation/src/access',
      usedBy: ['contracts', 'invitations', 'organizations', 'tenancy'],
      why: MECHANISM,
    },
    {
      of: 'services/organisation/src/contracts',
      usedBy: ['client-accounts', 'invitations', 'memberships'],
      why: ONE_TRANSACTION,
    },
    { of: 'services/organisation/src/invitations', usedBy: ['client-accounts'], why: ONE_TRANSACTION },
    {
      of: 'services/organisation/src/organizations',
      usedBy: ['business-partners', 'client-accounts', 'engagements'],
      why: ONE_TRANSACTION,
    },
    {
      of: 'services/organisation/src/records',
      usedBy: ['business-partners', 'departments', 'projects', 'tags'],
      why: MECHANISM,
    },
    {
      of: 'services/organisation/src/settings',
      usedBy: ['business-partners', 'client-accounts', 'projects'],
      why: ONE_TRANSACTION,
    },
    {
      of: 'services/organisation/src/tenancy',
      usedBy: [
        'account-users',
        'client-accounts',
        'contracts',
        'engagements',
        'invitations',
        'memberships',
        'records',
        'settings',
      ],
      why: GROUND,
    },
  ],
  knots: [],
};
