import { contract } from './contract.ts';
import type { AuthDefinition } from './generated/auth/v1/Auth.ts';
import type { LedgerDefinition } from './generated/ledger/v1/Ledger.ts';
import type { OrganisationDefinition } from './generated/organisation/v1/Organisation.ts';
import type { PartnersDefinition } from './generated/organisation/v1/Partners.ts';
import type { ChangesDefinition } from './generated/platform/v1/Changes.ts';
import type { OperationsDefinition } from './generated/platform/v1/Operations.ts';
import type { RecordsDefinition } from './generated/platform/v1/Records.ts';
import type { ReferencesDefinition } from './generated/platform/v1/References.ts';
import type { BankAccountsDefinition } from './generated/reconciliation/v1/BankAccounts.ts';

/** Every internal contract of `protos/`, by the name of its service. */
export const Auth = contract<AuthDefinition>('auth/v1/auth.proto', 'auth.v1.Auth');
export const BankAccounts = contract<BankAccountsDefinition>('reconciliation/v1/bank_accounts.proto', 'reconciliation.v1.BankAccounts');
export const Changes = contract<ChangesDefinition>('platform/v1/changes.proto', 'platform.v1.Changes');
export const Ledger = contract<LedgerDefinition>('ledger/v1/ledger.proto', 'ledger.v1.Ledger');
export const Operations = contract<OperationsDefinition>('platform/v1/operations.proto', 'platform.v1.Operations');
export const Organisation = contract<OrganisationDefinition>('organisation/v1/organisation.proto', 'organisation.v1.Organisation');
export const Partners = contract<PartnersDefinition>('organisation/v1/partners.proto', 'organisation.v1.Partners');
export const Records = contract<RecordsDefinition>('platform/v1/records.proto', 'platform.v1.Records');
export const References = contract<ReferencesDefinition>('platform/v1/references.proto', 'platform.v1.References');
