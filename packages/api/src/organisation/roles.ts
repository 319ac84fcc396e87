import { endpoint } from '@app/contract';
import { z } from 'zod';
import { standard } from '../envelopes.ts';

export const RoleCodeOut = z.enum(['SA', 'AA', 'CA', 'BK', 'EM', 'US']);

/** The id of a role in a record. */
export const RoleId = z.int().describe('The role: 1 SA, 2 AA, 3 CA, 4 BK, 5 EM, 6 US.');
const RoleName = RoleCodeOut.describe('Code of the role.');

export const RoleOut = z.object({
  id: RoleId,
  name: RoleName,
  title: z.string().describe('Name of the role, for people.'),
});

/** A role as relations show it. */
export const RoleNameOut = z.object({ id: RoleId, name: RoleName });

export const listRoles = endpoint({
  name: 'organisation.listRoles',
  summary: 'The six roles a user can have on a client account',
  description:
    'The same for every client account. SA is no role of an account: it is the administrator of the platform.',
  service: 'organisation',
  method: 'GET',
  path: '/api/v2/roles',
  envelope: standard,
  status: 200,
  output: z.array(RoleOut),
  example: {
    answer: [
      { id: 3, name: 'CA', title: 'Client Account Owner' },
      { id: 4, name: 'BK', title: 'Bookkeeper' },
    ],
  },
});
