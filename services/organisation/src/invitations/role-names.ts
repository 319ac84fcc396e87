import type { Words } from '@app/pages';

/** The roles people are invited to (document 4 section 14). */
export type InvitedRole = 'AA' | 'CA' | 'BK' | 'EM';

/** What people call them. */
export const roleNames: Readonly<Record<InvitedRole, Words>> = {
  AA: { nob: 'regnskapsfører', eng: 'accountant' },
  CA: { nob: 'eier', eng: 'owner' },
  BK: { nob: 'bokholder', eng: 'bookkeeper' },
  EM: { nob: 'ansatt', eng: 'employee' },
};
