import { ACCOUNT } from '@app/db';
import { createFileStore, createLinkSigner, fileStoreConfig } from '@app/files';
import { createInvoicePrinter } from '@app/invoice-paper';
import { createMailer, createMailOutbox, mailConfig } from '@app/mail';
import { createRenderer } from '@app/reports';
import { Auth, Ledger, Organisation, Partners, References } from '@app/rpc';
import { defineJob, type ServiceDefinition } from '@app/service';
import { createCatalogue } from './catalogue.ts';
import { defineCancelling } from './documents/cancel.ts';
import { createConsumers, rebuildPayments } from './documents/consumers.ts';
import { serveDocuments } from './documents/http.ts';
import { createDrawer, createElectronicWriter, createVoucherMaker } from './documents/make-voucher.ts';
import { definePosting } from './documents/posting.ts';
import { documentMail } from './documents/sending.ts';
import { erasureSteps } from './erasing/steps.ts';
import { serveChatUploads } from './files/chat-upload.ts';
import { hideUnsent, removeLeftOver } from './files/clean-up.ts';
import { serveFiles } from './files/http.ts';
import type { KeepDependencies } from './files/keep.ts';
import { createRpc } from './grpc.ts';
import { verification } from './invariants.ts';
import { createQuestionHooks } from './questions/hooks.ts';
import { serveVouchers } from './vouchers/http.ts';
import { serveUploads } from './vouchers/upload-http.ts';

/** Where files are kept, and how mails leave. */
const documentsConfig = { ...fileStoreConfig, ...mailConfig };

/** Files and their bytes, vouchers and their workflow. The composition root. */
export const documentsService: ServiceDefinition<typeof documentsConfig> = {
  name: 'documents',
  config: documentsConfig,
  verification,
  register: async ({ config, db, clock, connect, logger }) => {
    const store = await createFileStore(config);
    const deps = {
      db,
      clock,
      store,
      signer: createLinkSigner([config.DATA_ENCRYPTION_KEY, ...config.DATA_ENCRYPTION_KEYS_PREVIOUS]),
      publicBaseUrl: config.PUBLIC_BASE_URL,
      books: connect(Ledger, 'ledger'),
      projects: connect(References, 'organisation'),
    };
    const catalogue = createCatalogue({ db, clock, connect }, createQuestionHooks());
    const renderer = createRenderer();
    const printer = createInvoicePrinter();
    const sources = {
      ...deps,
      logger,
      partners: connect(Partners, 'organisation'),
      organisation: connect(Organisation, 'organisation'),
      users: connect(Auth, 'auth'),
    };
    const posting = definePosting({ ...sources, makeVoucher: createVoucherMaker({ ...sources, renderer, printer }) });
    const cancelling = defineCancelling(sources);
    const paper = { ...sources, renderer, printer };
    const sending = { ...sources, draw: createDrawer(paper), writeElectronic: createElectronicWriter(paper) };
    const mails = createMailOutbox({
      ...{ db, logger, name: 'documents' },
      mailer: createMailer({ url: config.SMTP_URL, from: config.MAIL_FROM }),
      write: (mail) => documentMail(sending, mail),
    });
    return {
      endpoints: (api) => {
        serveDocuments(api, { ...sending, posting, cancelling });
        serveVouchers(api, deps);
        serveUploads(api, deps);
        serveFiles(api, deps);
        serveChatUploads(api, deps);
        catalogue.endpoints(api);
      },
      rpc: createRpc(deps),
      consumers: createConsumers(deps),
      useCases: [posting, cancelling],
      jobs: [
        defineJob({ name: 'file-cleanup', schedule: { everySeconds: 3_600 }, run: () => cleanUp(deps) }),
        defineJob({
          name: 'documents-projections',
          schedule: { dailyAt: '03:30' },
          run: () => rebuildPayments(sources),
        }),
      ],
      erasure: {
        steps: erasureSteps,
        finish: async (clientAccountId, categories) => {
          await removeLeftOver(deps);
          if (categories.includes(ACCOUNT)) await store.removeAll(clientAccountId);
        },
      },
      ready: { files: oncePassed(() => store.ping()) },
      start: async () => mails.start(),
      stop: async () => {
        await mails.stop();
        await renderer.close();
        await printer.close();
        store.close();
      },
    };
  },
};

/** @returns how many files were hidden and contents removed */
async function cleanUp(deps: KeepDependencies): Promise<number> {
  return (await hideUnsent(deps)) + (await removeLeftOver(deps));
}

/**
 * A check that stands once it has passed: a store that goes away later is an outage of the calls that need it, and no
 * reason to take no others.
 */
function oncePassed(check: () => Promise<void>): () => Promise<void> {
  let hasPassed = false;
  return async () => {
    if (hasPassed) return;
    await check();
    hasPassed = true;
  };
}
