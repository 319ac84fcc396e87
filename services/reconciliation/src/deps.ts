import type { Database } from '@app/db';
import {
  askOwner,
  createNamedRecords,
  createPartners,
  createUsers,
  type NamedRecords,
  type Partners,
  type Users,
} from '@app/records';
import {
  Auth,
  type ClientOf,
  Ledger,
  Organisation,
  Partners as PartnersContract,
  Questions as QuestionsContract,
  References,
  Vouchers as VouchersContract,
} from '@app/rpc';
import type { Clock, Logger } from '@app/runtime';
import type { Dependencies } from '@app/service';
import { createTransactionRelations, type TransactionRelations } from './bank-transactions/relations.ts';
import { type Companies, createCompanies } from './outside/companies.ts';
import { withSharedCalls } from './outside/ledger.ts';
import { createQuestions, type Questions } from './outside/questions.ts';
import { createVouchers, type Vouchers } from './outside/vouchers.ts';

/** What every area is made with. Nothing is asked of another service before the first call. */
export interface AreaDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** For contracts that one area alone asks. */
  readonly connect: Dependencies['connect'];
  readonly ledger: ClientOf<typeof Ledger>;
  readonly organisation: ClientOf<typeof Organisation>;

  /** Accounting currency and settings of client accounts. */
  readonly companies: Companies;
  /** Business partners as organisation shows them. */
  readonly partners: Partners;
  /** Vouchers as documents shows them. */
  readonly vouchers: Vouchers;
  /** Questions about bank transactions. */
  readonly questions: Questions;
  /** The public part of users. */
  readonly users: Users;
  /** Refuses ids of records that the client account does not have. */
  readonly named: NamedRecords<'businesspartner' | 'voucher'>;
  /** What other areas show with bank transactions. */
  readonly transactionRelations: TransactionRelations;
}

export function createDependencies(
  service: Pick<Dependencies, 'db' | 'clock' | 'logger' | 'connect'>,
): AreaDependencies {
  const { db, clock, logger, connect } = service;
  const organisation = connect(Organisation, 'organisation');
  return {
    db,
    clock,
    logger,
    connect,
    organisation,
    ledger: withSharedCalls(connect(Ledger, 'ledger')),
    vouchers: createVouchers(connect(VouchersContract, 'documents')),
    questions: createQuestions(connect(QuestionsContract, 'documents')),
    companies: createCompanies(organisation),
    partners: createPartners(connect(PartnersContract, 'organisation')),
    users: createUsers(connect(Auth, 'auth')),
    transactionRelations: createTransactionRelations(),
    named: createNamedRecords({
      businesspartner: askOwner(connect(References, 'organisation'), 'businesspartner'),
      voucher: askOwner(connect(References, 'documents'), 'voucher'),
    }),
  };
}
