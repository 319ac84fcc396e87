import { listAccountUsers, removeAccountUser, updateAccountUser } from './account-users.ts';
import { createClientAccount, getClientAccount, listClientAccounts, updateClientAccount } from './client-accounts.ts';
import { createContract, listContracts, updateContract } from './contracts.ts';
import { getOrganization, searchOrganizations } from './organizations.ts';
import { listRoles } from './roles.ts';
import { createSettings, getCurrentSettings, listSettings, updateSettings } from './settings.ts';

export * from './account-users.ts';
export * from './client-accounts.ts';
export * from './contracts.ts';
export * from './metadata.ts';
export * from './organization-number.ts';
export * from './organizations.ts';
export * from './roles.ts';
export * from './settings.ts';

export const organisationEndpoints = [
  listRoles,
  searchOrganizations,
  getOrganization,
  listClientAccounts,
  getClientAccount,
  createClientAccount,
  updateClientAccount,
  listAccountUsers,
  updateAccountUser,
  removeAccountUser,
  listSettings,
  getCurrentSettings,
  createSettings,
  updateSettings,
  listContracts,
  createContract,
  updateContract,
];
