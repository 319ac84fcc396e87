import type { Database, Executor } from '@app/db';
import { readBooks } from './books.ts';
import type { SaftDependencies, SaftSources } from './file.ts';
import type { SaftCompany, SaftContact } from './header.ts';
import type { SaftPartner } from './master-files.ts';
import type { Span } from './parts.ts';

/** What exports are made with. */
export interface ExportDependencies extends SaftDependencies {
  readonly db: Pick<Database, 'report'>;
  /** As many lines as one file takes. */
  readonly linesPerFile: number;
  /** What the files say of the software that made them. */
  readonly version: string;
  /** Makes sure that the ledger knows the account. @throws Failure 404, 503 */
  readonly know: (clientAccountId: number) => Promise<unknown>;
  /** @throws Failure 404, 503 */
  readonly company: (clientAccountId: number) => Promise<SaftCompany>;
  /** The user who has it made; without names when nobody knows them. @throws Failure 503 */
  readonly contact: (userId: number) => Promise<SaftContact>;
  readonly partners: (clientAccountId: number, ids: readonly number[]) => Promise<readonly SaftPartner[]>;
}

export interface WantedExport extends Span {
  readonly clientAccountId: number;
  readonly userId: number;
  /** Oslo's calendar day. */
  readonly today: string;
}

/** Everything a file is made of but the lines, all of one moment. @throws Failure 503 */
export async function openExport(
  deps: ExportDependencies,
  { clientAccountId, userId, today, from, to }: WantedExport,
): Promise<SaftSources> {
  await deps.know(clientAccountId);
  const { linesPerFile, version } = deps;
  const [company, contact] = await Promise.all([deps.company(clientAccountId), deps.contact(userId)]);
  const books = await deps.db.report((executor) =>
    executor.transaction((tx) => readBooks(tx as unknown as Executor, { clientAccountId, linesPerFile, from, to }), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    }),
  );
  return { books, company, contact, today, version };
}

/**
 * What the authority wants a file to be called: `SAF-T Financial_<organization number>_<moment>_<n>_<m>.xml`, in Oslo's
 * time, without n and m where there is one file.
 */
export function fileName(
  organizationNumber: string,
  now: Temporal.Instant,
  { number, of }: { readonly number: number; readonly of: number },
): string {
  const moment = now.toZonedDateTimeISO('Europe/Oslo').toPlainDateTime().toString({ smallestUnit: 'second' });
  const several = of === 1 ? '' : `_${number}_${of}`;
  return `SAF-T Financial_${organizationNumber}_${moment.replace(/\D/g, '')}${several}.xml`;
}
