import type { Area } from '../area.ts';
import type { AreaDependencies } from '../deps.ts';
import { serveBankTransactions } from './http.ts';

/** What moved on house accounts, and what is said about it. */
export const createBankTransactions = (deps: AreaDependencies): Area => ({
  endpoints: (api) => serveBankTransactions(api, deps),
});
