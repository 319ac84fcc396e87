import { contract } from './contract.ts';
import type { AuthDefinition } from './generated/auth/v1/Auth.ts';
import type { OrganisationDefinition } from './generated/organisation/v1/Organisation.ts';
import type { OperationsDefinition } from './generated/platform/v1/Operations.ts';

/** Every internal contract of `protos/`, by the name of its service. */
export const Auth = contract<AuthDefinition>('auth/v1/auth.proto', 'auth.v1.Auth');
export const Operations = contract<OperationsDefinition>('platform/v1/operations.proto', 'platform.v1.Operations');
export const Organisation = contract<OrganisationDefinition>('organisation/v1/organisation.proto', 'organisation.v1.Organisation');
