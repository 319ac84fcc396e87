import { answerConsent, authorize } from './authorize.ts';
import { listClientRequests } from './client-requests.ts';
import { createClient, deleteClient, listClients, registerClient } from './clients.ts';
import { authorizationServer, keySet, protectedResource, protectedToolEndpoint } from './discovery.ts';
import { emailVerificationPage, verifyEmail } from './email-verifications.ts';
import {
  accountPage,
  apiAccessPage,
  applicationsPage,
  clientRequestsPage,
  credentialsFile,
  deleteClientForm,
  deleteClientPage,
  disconnectForm,
  homePage,
  logOutForm,
  newClientForm,
  newClientPage,
} from './pages.ts';
import { newPasswordPage, passwordResetPage, requestPasswordReset, resetPassword } from './password-reset.ts';
import { login, loginPage, logout, refreshSession } from './sessions.ts';
import { beginSignup, completeSignup, exchangeSignupCode, signupCallback } from './signup.ts';
import { finishSignUp, logInByIdentityForm, signUpPage, startSignUp } from './signup-pages.ts';
import { issueToken, revokeToken } from './token.ts';
import { listTokens, revokeTokens } from './token-admin.ts';
import { getUser, me, updateMe, updateUser } from './users.ts';

export * from './authorize.ts';
export * from './client-requests.ts';
export * from './clients.ts';
export * from './discovery.ts';
export * from './email-verifications.ts';
export { ProtectedResource } from './metadata.ts';
export * from './pages.ts';
export { Scope } from './parameters.ts';
export * from './password-reset.ts';
export * from './sessions.ts';
export * from './signup.ts';
export * from './signup-pages.ts';
export * from './token.ts';
export * from './token-admin.ts';
export * from './users.ts';

/** Authentication and users. */
export const authEndpoints = [
  authorize,
  answerConsent,
  issueToken,
  revokeToken,
  registerClient,
  createClient,
  listClients,
  deleteClient,
  listClientRequests,
  loginPage,
  login,
  logout,
  refreshSession,
  passwordResetPage,
  requestPasswordReset,
  newPasswordPage,
  resetPassword,
  beginSignup,
  signupCallback,
  exchangeSignupCode,
  completeSignup,
  signUpPage,
  startSignUp,
  finishSignUp,
  logInByIdentityForm,
  homePage,
  accountPage,
  logOutForm,
  apiAccessPage,
  clientRequestsPage,
  newClientPage,
  newClientForm,
  credentialsFile,
  deleteClientPage,
  deleteClientForm,
  applicationsPage,
  disconnectForm,
  authorizationServer,
  protectedResource,
  protectedToolEndpoint,
  keySet,
  listTokens,
  revokeTokens,
  me,
  updateMe,
  getUser,
  updateUser,
  emailVerificationPage,
  verifyEmail,
] as const;
