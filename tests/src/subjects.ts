import type { ServiceName } from '@app/registry';

/**
 * The services that a test of the whole system is about; a file that is not named is about every service. Where only one
 * service has changed since all passed, `npm test` runs what is about it: its part in what people do is proven here, all
 * else of it by its own tests (docs/decisions/0294-tests-about-one-service.md).
 */
const SUBJECTS: Readonly<Record<string, readonly ServiceName[]>> = {
  // What people see in a browser.
  'journeys/accessibility.test.ts': ['auth', 'organisation'],
  'journeys/browser.test.ts': ['gateway', 'auth', 'organisation'],
  'journeys/sign-up-page.test.ts': ['gateway', 'auth', 'organisation'],
  // Programs that sign in.
  'journeys/command-line.test.ts': ['gateway', 'auth'],
  'journeys/guides.test.ts': ['gateway', 'reconciliation', 'documents'],
  'journeys/mcp.test.ts': ['gateway', 'auth'],
  'journeys/oauth-clients.test.ts': ['gateway', 'auth'],
  'journeys/sdk.test.ts': ['gateway', 'ledger'],
  'journeys/sdk-package.test.ts': ['gateway'],
  // Whose company it is, and where.
  'journeys/control.test.ts': ['auth', 'organisation'],
  'journeys/move-company.test.ts': ['organisation', 'reconciliation', 'documents'],
  'journeys/taking-over.test.ts': ['auth', 'organisation'],
  // Papers, money and books.
  'journeys/bank.test.ts': ['ledger', 'reconciliation', 'documents'],
  'journeys/bank-euros.test.ts': ['ledger', 'reconciliation', 'documents'],
  'journeys/bank-month.test.ts': ['ledger', 'reconciliation'],
  'journeys/closed-month.test.ts': ['ledger', 'reconciliation'],
  'journeys/documents.test.ts': ['ledger', 'documents'],
  'journeys/reset-documents.test.ts': ['ledger', 'documents', 'organisation'],
  // Rows and files of one moment.
  'journeys/backup.test.ts': ['documents'],
  // Two years of a company, interrupted.
  'journeys/demo.test.ts': ['organisation', 'reconciliation', 'documents'],
  // The README as it is printed, the guides and the samples in three languages, which the gateway shows.
  'own-platform/readme.test.ts': ['gateway'],
  // Operations with requests that nobody honest sends: those of the service.
  'own-platform/hostile.test.ts': ['auth', 'organisation', 'ledger', 'reconciliation', 'documents'],
  // Keys and secrets, and access that ends while organisation does.
  'own-platform/one-platform.test.ts': ['auth', 'organisation'],
};

/** Names of the files that are not about a service, from `tests`. Without a service there are none. */
export const testsAboutOthers = (service: string | undefined): readonly string[] =>
  service === undefined
    ? []
    : Object.keys(SUBJECTS).filter((file) => !(SUBJECTS[file] as readonly string[]).includes(service));
