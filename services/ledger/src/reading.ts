import type { Api } from '@app/contract';
import { type CompanyFacts, createRenderer } from '@app/reports';
import type { Language } from '@app/runtime';
import type { Dependencies } from '@app/service';
import { serveAccountBalances } from './account-balances/http.ts';
import { serveAccounts } from './accounts/http.ts';
import { serveBalanceSheet } from './reports/balance-sheet/http.ts';
import { serveIncomeStatement } from './reports/income-statement/http.ts';
import { serveLedgers } from './reports/ledgers/http.ts';
import type { DocumentsById } from './reports/ledgers/related-documents.ts';
import type { UserNames } from './reports/ledgers/rows.ts';
import type { ReportsContext } from './reports/reports-context.ts';
import { serveTrialBalance } from './reports/trial-balance/http.ts';
import { serveTaxCodes } from './tax-codes/http.ts';

/** What the reading part needs of the rest of the service and of the others. */
export interface ReadingOptions {
  /** Names of users by id; those that are unknown are left out. */
  readonly userNames: UserNames;
  readonly documents: DocumentsById;
  readonly company: (clientAccountId: number) => Promise<CompanyFacts>;
}

/** The chart of accounts, tax codes, balances and reports. */
export function createReading(
  { db, clock, logger }: Pick<Dependencies, 'db' | 'clock' | 'logger'>,
  { userNames, documents, company }: ReadingOptions,
) {
  const renderer = createRenderer();
  /** A report is not worth less without the names of people. */
  const namesThatCanBeHad: UserNames = async (ids) => {
    try {
      return await userNames(ids);
    } catch (error) {
      logger.warn({ err: error, users: ids.length }, 'the names of users could not be had');
      return new Map();
    }
  };
  /** Nor without the documents behind its entries, while their owner is away. */
  const documentsThatCanBeHad: DocumentsById = async (clientAccountId, ids) => {
    try {
      return await documents(clientAccountId, ids);
    } catch (error) {
      logger.warn({ err: error, documents: ids.length }, 'the documents of entries could not be had');
      return new Map();
    }
  };
  const fullName = async (userId: number, language: Language): Promise<string> =>
    (await namesThatCanBeHad([userId])).get(userId) ?? `${language === 'nob' ? 'bruker' : 'user'} ${userId}`;
  const context: ReportsContext = {
    db,
    clock,
    renderer,
    company,
    fullName,
    userNames: namesThatCanBeHad,
    documents: documentsThatCanBeHad,
  };
  return {
    endpoints: (api: Api): void => {
      serveAccounts(api, context);
      serveAccountBalances(api, context);
      serveTaxCodes(api, context);
      serveBalanceSheet(api, context);
      serveIncomeStatement(api, context);
      serveTrialBalance(api, context);
      serveLedgers(api, context);
    },
    stop: () => renderer.close(),
  };
}
