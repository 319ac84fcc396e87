import type { Area } from '../../area.ts';
import type { AreaDependencies } from '../../deps.ts';
import { serveStatementImport } from './http.ts';

/** Files of banks become statements, transactions and receivable payments. */
export const createStatementImport = (deps: AreaDependencies): Area => ({
  endpoints: (api) => serveStatementImport(api, deps),
});
