import { exportData } from '@app/api/ledger/data-export';
import { type Api, attachment, XML } from '@app/contract';
import type { Clock } from '@app/runtime';
import { type ExportDependencies, fileName, openExport } from '../saft/export.ts';
import { singleFile, spanOf } from './wanted.ts';

/** What the data export is served with. */
export interface DataExportContext extends ExportDependencies {
  readonly clock: Clock;
}

/** The books as a SAF-T file (docs/contract/reports.md, "Export and SAF-T"). */
export const serveDataExport = (api: Api, context: DataExportContext): void =>
  api.serve(exportData, async ({ query, principal, account }) => {
    const today = context.clock.today();
    const span = spanOf(query, today);
    const { clientAccountId } = account;
    const sources = await openExport(context, { clientAccountId, userId: principal.userId, today, ...span });
    const name = fileName(sources.company.organizationNumber, context.clock.now(), { number: 1, of: 1 });
    return attachment(`${XML}; charset=utf-8`, singleFile(context, sources), name);
  });
