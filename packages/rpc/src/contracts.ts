import { type ServiceName, serviceNames } from '@app/registry';
import { contract } from './contract.ts';
import type { AuthDefinition } from './generated/auth/v1/Auth.ts';
import type { DocumentsDefinition } from './generated/documents/v1/Documents.ts';
import type { QuestionsDefinition } from './generated/documents/v1/Questions.ts';
import type { ReconciliationLinesDefinition } from './generated/documents/v1/ReconciliationLines.ts';
import type { VouchersDefinition } from './generated/documents/v1/Vouchers.ts';
import type { LedgerDefinition } from './generated/ledger/v1/Ledger.ts';
import type { PeriodsDefinition } from './generated/ledger/v1/Periods.ts';
import type { OrganisationDefinition } from './generated/organisation/v1/Organisation.ts';
import type { PartnersDefinition } from './generated/organisation/v1/Partners.ts';
import type { BookingsDefinition } from './generated/platform/v1/Bookings.ts';
import type { ChangesDefinition } from './generated/platform/v1/Changes.ts';
import type { ErasureDefinition } from './generated/platform/v1/Erasure.ts';
import type { OperationsDefinition } from './generated/platform/v1/Operations.ts';
import type { RecordsDefinition } from './generated/platform/v1/Records.ts';
import type { ReferencesDefinition } from './generated/platform/v1/References.ts';
import type { BankAccountsDefinition } from './generated/reconciliation/v1/BankAccounts.ts';
import type { MatchingDefinition } from './generated/reconciliation/v1/Matching.ts';
import type { PaymentsDefinition } from './generated/reconciliation/v1/Payments.ts';
import type { ReconciliationsDefinition } from './generated/reconciliation/v1/Reconciliations.ts';

/** For what each service needs to decide about its own callers. Never for data that only some need. */
const everyService: readonly ServiceName[] = serviceNames;

/**
 * Every internal contract of `protos/`, by the name of its service, with those who may call each method: the services
 * that do call it today and no other, so that one that was broken into reaches no more than it needed. A new caller is
 * added here, where the reviewer sees it.
 */
export const Auth = contract<AuthDefinition>('auth/v1/auth.proto', 'auth.v1.Auth', {
  CheckStanding: everyService,
  GetKeys: everyService,
  GetUsers: ['documents', 'organisation', 'ledger', 'reconciliation'],
  RegisterInvitedUser: ['organisation'],
  FindInvitedUser: ['organisation'],
  ForgetInvitedUser: ['organisation'],
  RecordRequests: ['gateway'],
});

export const BankAccounts = contract<BankAccountsDefinition>(
  'reconciliation/v1/bank_accounts.proto',
  'reconciliation.v1.BankAccounts',
  {
    ListPartnerBankAccounts: ['organisation'],
    ListHouseAccounts: ['documents'],
  },
);

export const Bookings = contract<BookingsDefinition>('platform/v1/bookings.proto', 'platform.v1.Bookings', {
  ListBookings: ['ledger'],
});

export const Changes = contract<ChangesDefinition>('platform/v1/changes.proto', 'platform.v1.Changes', {
  GetChanges: everyService,
});

export const Documents = contract<DocumentsDefinition>('documents/v1/documents.proto', 'documents.v1.Documents', {
  GetDocuments: ['ledger', 'reconciliation'],
});

export const Erasure = contract<ErasureDefinition>('platform/v1/erasure.proto', 'platform.v1.Erasure', {
  EraseRecords: ['organisation'],
});

export const Ledger = contract<LedgerDefinition>('ledger/v1/ledger.proto', 'ledger.v1.Ledger', {
  ChangeCurrency: ['organisation'],
  HasPostings: ['organisation'],
  GetPartnerBalances: ['organisation'],
  GetVoucherEntries: ['documents'],
  ReleaseVouchers: ['documents'],
  ListTaxCodes: ['documents'],
  DescribeBalances: ['reconciliation'],
  DescribeBooks: ['documents', 'organisation', 'reconciliation'],
  DescribeBooksOfMany: ['documents'],
  PostEntry: ['documents', 'reconciliation'],
  PostEntriesOfMany: ['documents'],
  CancelEntry: ['documents', 'reconciliation'],
  DescribeLines: ['reconciliation'],
  DescribeLinesOfMany: ['reconciliation'],
  GetLineStandings: ['documents', 'reconciliation'],
  // Documents reconciles its credit notes with what they credit, under ids below zero.
  ClaimLines: ['documents', 'reconciliation'],
  ClaimLinesOfMany: ['reconciliation'],
  ReleaseLines: ['documents', 'reconciliation'],
  ListOpenLines: ['reconciliation'],
  ListBooks: ['reconciliation'],
});

export const Matching = contract<MatchingDefinition>('reconciliation/v1/matching.proto', 'reconciliation.v1.Matching', {
  MatchVoucher: ['documents'],
});

export const Operations = contract<OperationsDefinition>('platform/v1/operations.proto', 'platform.v1.Operations', {
  SetClock: ['gateway'],
  RunJob: ['gateway'],
});

export const Organisation = contract<OrganisationDefinition>(
  'organisation/v1/organisation.proto',
  'organisation.v1.Organisation',
  {
    CheckAccess: everyService,
    ListAccess: everyService,
    GetUserMemberships: ['auth'],
    GetAccount: ['documents', 'ledger', 'reconciliation'],
    GetCompany: ['documents', 'ledger', 'reconciliation'],
    ListAccounts: ['ledger', 'reconciliation'],
    GetAccountSettings: ['documents', 'ledger', 'reconciliation'],
    StoreOrganizations: ['auth'],
    RegisterFromSignup: ['auth'],
    MakeDisposable: ['gateway'],
  },
);

export const Partners = contract<PartnersDefinition>('organisation/v1/partners.proto', 'organisation.v1.Partners', {
  GetPartners: ['documents', 'ledger', 'reconciliation'],
  GetPartnersOfMany: ['documents'],
  FindPartnersByOrganization: ['documents'],
  ImportPartners: ['documents', 'ledger'],
  GetIdentityNumbers: ['payroll'],
});

export const Payments = contract<PaymentsDefinition>('reconciliation/v1/payments.proto', 'reconciliation.v1.Payments', {
  GetPendingAmounts: ['documents'],
  GetPayments: ['documents'],
});

export const Periods = contract<PeriodsDefinition>('ledger/v1/periods.proto', 'ledger.v1.Periods', {
  DescribePeriod: ['reconciliation'],
  GetFirstPosting: ['reconciliation'],
  ListOpenItems: ['reconciliation'],
});

export const Questions = contract<QuestionsDefinition>('documents/v1/questions.proto', 'documents.v1.Questions', {
  ListTransactionQuestions: ['reconciliation'],
});

export const ReconciliationLines = contract<ReconciliationLinesDefinition>(
  'documents/v1/reconciliation_lines.proto',
  'documents.v1.ReconciliationLines',
  {
    GetReconciliationLines: ['reconciliation'],
    HoldReconciliationLines: ['reconciliation'],
  },
);

export const Reconciliations = contract<ReconciliationsDefinition>(
  'reconciliation/v1/records.proto',
  'reconciliation.v1.Reconciliations',
  {
    GetLiveRecords: ['documents'],
  },
);

export const Records = contract<RecordsDefinition>('platform/v1/records.proto', 'platform.v1.Records', {
  CountRecords: ['organisation'],
});

export const References = contract<ReferencesDefinition>('platform/v1/references.proto', 'platform.v1.References', {
  Resolve: ['ledger', 'organisation', 'documents', 'reconciliation'],
});

export const Vouchers = contract<VouchersDefinition>('documents/v1/vouchers.proto', 'documents.v1.Vouchers', {
  CreateVoucher: ['ledger'],
  GetVouchers: ['ledger', 'reconciliation'],
  ListFiles: ['ledger'],
  ReadFile: ['ledger'],
});
