/** A service behind the gateway: one row of the table from which everything else that names services follows. */
export interface Service {
  /**
   * Small letters and digits. It names the folder, the schema and roles of the database, the user of the broker, the
   * container, the chart, the log, and in capitals the beginning of variables (`LEDGER_GRPC_ADDRESS`).
   */
  readonly name: string;
  /** On one machine it listens on 8100 (HTTP) and 9100 (gRPC) plus this number, which no other service ever gets. */
  readonly number: number;
  /** Of its part of the API reference. */
  readonly title: string;
  /** What it keeps and does, for readers of the API reference: one sentence. */
  readonly description: string;
  /** Its requests are few or none yet, so it opens few connections to the database. */
  readonly keepsLittle?: true;
  /** Answers long reads, on connections of their own. */
  readonly readsLong?: true;
  /** Has a second database role, which may erase what is otherwise append-only. */
  readonly hasEraser?: true;
  /** Sends mail, so its chart says what a mail server needs. */
  readonly sendsMail?: true;
  /** Keeps the bytes of files, so it has a folder or a bucket for them. */
  readonly keepsFiles?: true;
  /** Variables with the addresses of outside systems that it asks; no chart of it is installed without them. */
  readonly asks?: readonly string[];
  /** Variables with secrets that its chart refers to, besides the keys that every service has. */
  readonly secrets?: readonly string[];
}

/** Every service, in the order in which people see them. `npm run new-service` adds a row at the end. */
export const services = [
  {
    name: 'auth',
    number: 1,
    title: 'Authentication and users',
    description: 'OAuth 2.0, sessions, client registration, signup, users.',
    sendsMail: true,
    asks: ['IDP_ISSUER_URL', 'AUTHORIZED_PARTIES_URL', 'MACHINE_TOKEN_URL'],
    secrets: ['IDENTITY_HMAC_KEY', 'IDP_CLIENT_JWK'],
  },
  {
    name: 'organisation',
    number: 2,
    title: 'Organisation',
    description: 'Client accounts, settings, users and roles, invitations, contracts, business partners, dimensions.',
    sendsMail: true,
    asks: ['BUSINESS_REGISTRY_URL'],
  },
  {
    name: 'ledger',
    number: 3,
    title: 'Ledger and reports',
    description: 'Journal entries, chart of accounts, tax codes, period locks, assets, equity, reports.',
    readsLong: true,
    hasEraser: true,
    sendsMail: true,
    keepsFiles: true,
    asks: ['TAX_AUTHORITY_URL', 'MACHINE_TOKEN_URL'],
    secrets: ['IDP_CLIENT_JWK'],
  },
  {
    name: 'reconciliation',
    number: 4,
    title: 'Bank and reconciliation',
    description: 'Bank accounts, statements, transactions, payments, internal and external reconciliations, periods.',
  },
  {
    name: 'documents',
    number: 5,
    title: 'Documents and catalogue',
    description: 'Vouchers, files, documents, questions, tasks, items, collections, units.',
    sendsMail: true,
    keepsFiles: true,
  },
  {
    name: 'payroll',
    number: 6,
    title: 'Payroll',
    description: 'Employment contracts, runs, payslips, tax cards, garnishments, advances, tax reports.',
    keepsLittle: true,
  },
  {
    name: 'chat',
    number: 7,
    title: 'Chat',
    description: 'Threads, messages, participants.',
    keepsLittle: true,
  },
  {
    name: 'filing',
    number: 8,
    title: 'Filing',
    description: 'Annual accounts, tax returns, VAT returns.',
    keepsLittle: true,
  },
] as const satisfies readonly Service[];
