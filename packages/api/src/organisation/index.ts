import { listAccountUsers, removeAccountUser, updateAccountUser } from './account-users.ts';
import {
  createBusinessPartner,
  deactivateBusinessPartner,
  getBusinessPartner,
  listBusinessPartners,
  updateBusinessPartner,
} from './business-partners.ts';
import { createClientAccount, getClientAccount, listClientAccounts, updateClientAccount } from './client-accounts.ts';
import { createContract, listContracts, updateContract } from './contracts.ts';
import {
  createDepartment,
  deactivateDepartment,
  getDepartment,
  listDepartments,
  updateDepartment,
} from './departments.ts';
import { createClientEngagement } from './engagements.ts';
import { removeClientAccount, resetClientAccount } from './erasure.ts';
import { invitationForm, invitationPage } from './invitation-pages.ts';
import {
  acceptInvitation,
  cancelInvitation,
  createInvitation,
  getInvitation,
  listInvitations,
  readPublicInvitation,
} from './invitations.ts';
import { readLogo, removeLogo, setLogo } from './logos.ts';
import { getOrganization, searchOrganizations } from './organizations.ts';
import { createProject, deactivateProject, getProject, listProjects, updateProject } from './projects.ts';
import { listRoles } from './roles.ts';
import { createSettings, getCurrentSettings, listSettings, updateSettings } from './settings.ts';
import { createTag, deactivateTag, getTag, listTags, updateTag } from './tags.ts';

export * from './account-users.ts';
export * from './business-partner.ts';
export * from './business-partners.ts';
export * from './client-accounts.ts';
export * from './contracts.ts';
export * from './departments.ts';
export * from './engagements.ts';
export * from './erasure.ts';
export * from './invitation-pages.ts';
export * from './invitations.ts';
export * from './logos.ts';
export * from './metadata.ts';
export * from './organization-number.ts';
export * from './organizations.ts';
export * from './projects.ts';
export * from './roles.ts';
export * from './settings.ts';
export * from './tags.ts';

export const organisationEndpoints = [
  listRoles,
  searchOrganizations,
  getOrganization,
  listClientAccounts,
  getClientAccount,
  createClientAccount,
  updateClientAccount,
  resetClientAccount,
  removeClientAccount,
  setLogo,
  removeLogo,
  readLogo,
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
  createClientEngagement,
  createInvitation,
  listInvitations,
  getInvitation,
  cancelInvitation,
  readPublicInvitation,
  acceptInvitation,
  invitationPage,
  invitationForm,
  listBusinessPartners,
  getBusinessPartner,
  createBusinessPartner,
  updateBusinessPartner,
  deactivateBusinessPartner,
  listProjects,
  getProject,
  createProject,
  updateProject,
  deactivateProject,
  listDepartments,
  getDepartment,
  createDepartment,
  updateDepartment,
  deactivateDepartment,
  listTags,
  getTag,
  createTag,
  updateTag,
  deactivateTag,
];
