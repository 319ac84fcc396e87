import type { Area } from '../area.ts';
import type { AreaDependencies } from '../deps.ts';
import { serveBankStatements } from './http.ts';

/** Statements of house accounts. */
export const createBankStatements = (deps: AreaDependencies): Area => ({
  endpoints: (api) => serveBankStatements(api, deps),
});
