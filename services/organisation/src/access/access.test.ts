import type { RoleCode } from '@app/access';
import { expect, it } from 'vitest';
import { roleId, roles } from '../roles/roles.ts';
import { decideAccess, derivedRole, strongest } from './access.ts';

const codes: readonly RoleCode[] = ['AA', 'CA', 'BK', 'EM', 'US'];

it('a firm role of AA or CA acts as AA for the customer [ROLE-R09]', () => {
  expect(derivedRole('AA')).toBe('AA');
  expect(derivedRole('CA')).toBe('AA');
});

it('any other firm role keeps its code for the customer [ROLE-R10]', () => {
  expect(derivedRole('BK')).toBe('BK');
  expect(derivedRole('US')).toBe('US');
  expect(derivedRole('EM')).toBe('EM');
});

it('the roles 2, 3, 4 and 5 are AA, CA, BK and EM [ROLE-R15]', () => {
  expect([2, 3, 4, 5].map((id) => roles.find((role) => role.id === id)?.name)).toEqual(['AA', 'CA', 'BK', 'EM']);
});

it('the stronger of a direct and a contract-derived role decides, for every pair', () => {
  for (const direct of codes) {
    for (const inFirm of codes) {
      const { role, directRole } = decideAccess({
        clientAccountId: 1,
        isActive: true,
        directRoleId: roleId(direct),
        firmRoleIds: [roleId(inFirm)],
      });
      expect(role).toBe(strongest([direct, derivedRole(inFirm)]));
      expect(directRole).toBe(direct);
    }
  }
});

it('contract access leaves the direct role empty, whatever the firm role [ROLE-R11]', () => {
  const firmRoleIds = codes.map(roleId);
  expect(decideAccess({ clientAccountId: 1, isActive: true, directRoleId: null, firmRoleIds })).toMatchObject({
    role: 'AA',
    directRole: null,
  });
});

it('neither link nor contract is no access', () => {
  expect(decideAccess({ clientAccountId: 1, isActive: true, directRoleId: null, firmRoleIds: [] }).role).toBeNull();
});

it('an owner is stronger than an accountant, since only an owner may delete the account', () => {
  expect(strongest(['AA', 'CA'])).toBe('CA');
  expect(strongest(['EM', 'US', 'BK'])).toBe('BK');
  expect(strongest([])).toBeNull();
});
