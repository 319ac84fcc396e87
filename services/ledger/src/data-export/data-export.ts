import type { Api } from '@app/contract';
import { ACCOUNT, type Database, type ErasureStep } from '@app/db';
import { createFileStore, type FileStore, fileStoreConfig } from '@app/files';
import { createMailer, createMailOutbox, mailConfig } from '@app/mail';
import { Auth, Organisation, Partners, Vouchers } from '@app/rpc';
import type { Language } from '@app/runtime';
import { type Dependencies, defineJob, type Job } from '@app/service';
import type { AccountFactsCache } from '../projections/account-facts.ts';
import { LINES_PER_FILE } from '../saft/parts.ts';
import { removeOldArchives } from './clean-up.ts';
import { serveDataExport } from './http.ts';
import { createArchiveLinks } from './links.ts';
import { exportMail } from './mail.ts';
import { createReaders } from './readers.ts';
import { exportSources } from './sources.ts';
import { archiveKeys } from './store.ts';
import { createExportWorker } from './worker.ts';

/** Variables of the data export: where archives are kept, and how its mails leave. */
export const dataExportConfig = { ...fileStoreConfig, ...mailConfig };

export interface DataExportOptions {
  readonly facts: AccountFactsCache;
  /** Lines of one SAF-T file; two million. */
  readonly linesPerFile?: number | undefined;
}

/** The data export of the ledger: its endpoints, its worker, its mails and its job. */
export async function createDataExport(
  deps: Dependencies<typeof dataExportConfig>,
  { facts, linesPerFile = LINES_PER_FILE }: DataExportOptions,
) {
  const { config, clock, logger, connect } = deps;
  const { db, wake } = wokenByHand(deps.db);
  const store: FileStore = await createFileStore(config);
  const auth = connect(Auth, 'auth');
  const organisation = connect(Organisation, 'organisation');
  const readers = createReaders({ auth, organisation });
  const keys = [config.DATA_ENCRYPTION_KEY, ...config.DATA_ENCRYPTION_KEYS_PREVIOUS];
  const links = createArchiveLinks(keys, config.PUBLIC_BASE_URL);
  const shared = {
    ...exportSources({ organisation, partners: connect(Partners, 'organisation'), auth }),
    db,
    wake,
    clock,
    logger,
    store,
    readers,
    links,
    linesPerFile,
    know: (clientAccountId: number) => facts.get(clientAccountId),
    files: connect(Vouchers, 'documents'),
  };
  const worker = createExportWorker(shared);
  const write = (mail: Parameters<typeof exportMail>[1]) =>
    exportMail(
      {
        ...shared,
        displayName: async (id) => (await facts.get(id)).displayName,
        emailOf: async (id) => (await auth.GetUsers({ ids: [id] })).users[0]?.email,
      },
      mail,
    );
  const mailer = createMailer({ url: config.SMTP_URL, from: config.MAIL_FROM });
  const mails = createMailOutbox({ db, mailer, logger, name: 'ledger', write });
  const languageOfBooks = async (id: number): Promise<Language> =>
    (await facts.get(id)).accountingLanguage === 'eng' ? 'eng' : 'nob';
  return {
    endpoints: (api: Api): void => serveDataExport(api, { ...shared, languageOfBooks }),
    jobs: [
      defineJob({ name: 'export-cleanup', schedule: { everySeconds: 3_600 }, run: () => removeOldArchives(shared) }),
    ] satisfies readonly Job[],
    /** The bytes of a client account that goes; they go before the rows that name them. */
    erasure: {
      with: [ACCOUNT],
      erase: async (tx, clientAccountId) => {
        for (const key of await archiveKeys(tx, clientAccountId)) await store.remove(key);
        return 0;
      },
    } satisfies ErasureStep,
    start: async (): Promise<void> => {
      worker.start();
      mails.start();
    },
    stop: async (): Promise<void> => {
      await worker.stop();
      await mails.stop();
      store.close();
    },
  };
}

/**
 * The database to those who wait for an export or a mail: not every commit of the ledger wakes them, for postings come
 * by the hundred.
 */
function wokenByHand(db: Database): { readonly db: Database; readonly wake: () => void } {
  const listeners = new Set<() => void>();
  const wake = (): void => {
    for (const listener of listeners) listener();
  };
  const onCommit: Database['onCommit'] = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return { db: Object.create(db, { onCommit: { value: onCommit } }) as Database, wake };
}
