import { importBankStatements, MAX_CAMT_BYTES } from '@app/api/reconciliation/index';
import type { Api } from '@app/contract';
import { Failure } from '@app/contract/failure';
import { type ImportDependencies, importFile } from './import.ts';
import { advicesOf, statementsOf } from './present.ts';

/** Binds the import of files of banks (docs/contract/bank-statements.md). */
export function serveStatementImport(api: Api, deps: ImportDependencies): void {
  api.serve(importBankStatements, async ({ body, account: { clientAccountId }, principal }) => {
    const { content } = body.file;
    if (content.length > MAX_CAMT_BYTES) throw tooLarge();
    const imported = await importFile(deps, { clientAccountId, actorId: principal.userId }, content);
    const { executor } = deps.db;
    return {
      statements: await statementsOf(executor, clientAccountId, imported.statementIds),
      receivable_payments: await advicesOf(executor, clientAccountId, imported.adviceIds),
      receivable_payment_count: imported.adviceCount,
      skipped: [...imported.skipped],
      skipped_count: imported.skippedCount,
    };
  });
}

const tooLarge = (): Failure =>
  new Failure('common.payload_too_large', 413, `The file is larger than the ${MAX_CAMT_BYTES} bytes this call takes`, {
    details: { limit: MAX_CAMT_BYTES },
  });
