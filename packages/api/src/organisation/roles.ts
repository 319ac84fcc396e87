import { endpoint } from '@app/contract';
import { z } from 'zod';
import { standard } from '../envelopes.ts';

export const RoleCodeOut = z.enum(['SA', 'AA', 'CA', 'BK', 'EM', 'US']);

export const RoleOut = z.object({ id: z.int(), name: RoleCodeOut, title: z.string() });

/** A role as relations show it. */
export const RoleNameOut = z.object({ id: z.int(), name: RoleCodeOut });

export const listRoles = endpoint({
  name: 'organisation.listRoles',
  summary: 'The six roles a user can have on a client account',
  service: 'organisation',
  method: 'GET',
  path: '/api/v2/roles',
  envelope: standard,
  status: 200,
  output: z.array(RoleOut),
});
