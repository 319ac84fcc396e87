import type { Words } from '@app/pages';

/** The roles people are invited to (INV-R04, INV-R09). */
export type InvitedRole = 'AA' | 'CA' | 'BK' | 'EM';

/** What people call them. */
export const roleNames: Readonly<Record<InvitedRole, Words>> = {
  AA: { nob: 'regnskapsfører', eng: 'accountant' },
  CA: { nob: 'eier', eng: 'owner' },
  BK: { nob: 'bokholder', eng: 'bookkeeper' },
  EM: { nob: 'ansatt', eng: 'employee' },
};
