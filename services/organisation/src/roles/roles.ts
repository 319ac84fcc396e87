import type { RoleCode } from '@app/access';

export interface Role {
  readonly id: number;
  readonly name: RoleCode;
  readonly title: string;
}

/** The six roles and their ids (ROLE-R12). */
export const roles: readonly Role[] = [
  { id: 1, name: 'SA', title: 'System Administrator' },
  { id: 2, name: 'AA', title: 'Accountant' },
  { id: 3, name: 'CA', title: 'Client Account Owner' },
  { id: 4, name: 'BK', title: 'Bookkeeper' },
  { id: 5, name: 'EM', title: 'Employee' },
  { id: 6, name: 'US', title: 'User' },
];

const byId = new Map(roles.map((role) => [role.id, role]));
const byName = new Map(roles.map((role) => [role.name, role]));

export const findRole = (id: number): Role | undefined => byId.get(id);

/** The code of a stored role id; the database holds no other. */
export function roleCode(id: number): RoleCode {
  const role = byId.get(id);
  if (!role) throw new Error(`No role has the id ${id}`);
  return role.name;
}

export const roleId = (code: RoleCode): number => byName.get(code)!.id;
