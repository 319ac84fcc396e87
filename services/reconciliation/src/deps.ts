import type { Database } from '@app/db';
import {
  Auth,
  type ClientOf,
  Ledger,
  Organisation,
  Partners as PartnersContract,
  References,
  Vouchers,
} from '@app/rpc';
import type { Clock, Logger } from '@app/runtime';
import type { Dependencies } from '@app/service';
import { type Companies, createCompanies } from './outside/companies.ts';
import { createNamedRecords, type NamedRecords } from './outside/named-records.ts';
import { createPartners, type Partners } from './outside/partners.ts';
import { createUsers, type Users } from './outside/users.ts';

/** What every area is made with. Nothing is asked of another service before the first call. */
export interface AreaDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** For contracts that one area alone asks. */
  readonly connect: Dependencies['connect'];
  readonly ledger: ClientOf<typeof Ledger>;
  readonly organisation: ClientOf<typeof Organisation>;
  readonly vouchers: ClientOf<typeof Vouchers>;
  /** Accounting currency and settings of client accounts. */
  readonly companies: Companies;
  /** Business partners as organisation shows them. */
  readonly partners: Partners;
  /** The public part of users. */
  readonly users: Users;
  /** Refuses ids of records that the client account does not have. */
  readonly named: NamedRecords;
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
    ledger: connect(Ledger, 'ledger'),
    vouchers: connect(Vouchers, 'documents'),
    companies: createCompanies(organisation),
    partners: createPartners(connect(PartnersContract, 'organisation')),
    users: createUsers(connect(Auth, 'auth')),
    named: createNamedRecords({
      businesspartner: connect(References, 'organisation'),
      voucher: connect(References, 'documents'),
    }),
  };
}
