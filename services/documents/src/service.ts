import { ACCOUNT } from '@app/db';
import { createFileStore, createLinkSigner, fileStoreConfig } from '@app/files';
import { createInvoicePrinter } from '@app/invoice-paper';
import { createMailer, createMailOutbox, mailConfig } from '@app/mail';
import { openRendering } from '@app/rendering';
import { createRenderer } from '@app/reports';
import {
  Auth,
  BankAccounts,
  Ledger,
  Matching,
  Organisation,
  Partners,
  Payments,
  Reconciliations,
  References,
} from '@app/rpc';
import { createCohorts } from '@app/runtime';
import { defineJob, type ServiceDefinition } from '@app/service';
import { createBooking } from './booking/booking.ts';
import { createCatalogue } from './catalogue.ts';
import { bookingsRpc } from './documents/bookings.ts';
import { defineCancelling } from './documents/cancel.ts';
import { createConsumers, rebuildPayments } from './documents/consumers.ts';
import { createLinesRpc } from './documents/held-lines.ts';
import { serveDocuments } from './documents/http.ts';
import { createBlockingRecord } from './documents/live-records.ts';
import { createDrawer, createElectronicWriter, createVoucherMaker } from './documents/make-voucher.ts';
import { followPayments, rebuildPending } from './documents/pending.ts';
import { definePosting } from './documents/posting.ts';
import { createPostingBegins } from './documents/posting-begins.ts';
import { documentMail } from './documents/sending.ts';
import { erasureSteps } from './erasing/steps.ts';
import { serveChatUploads } from './files/chat-upload.ts';
import { hideUnsent, removeLeftOver } from './files/clean-up.ts';
import type { StoredFile } from './files/file.ts';
import { serveFiles } from './files/http.ts';
import { createAnnouncing, type KeepDependencies } from './files/keep.ts';
import { createRpc } from './grpc.ts';
import { verification } from './invariants.ts';
import { withSharedPostings, withSharedQuestions } from './outside/shared-calls.ts';
import { followBank } from './questions/follow-bank.ts';
import { createQuestionHooks } from './questions/hooks.ts';
import { serveTransactionQuestions } from './questions/of-transactions.ts';
import { serveVoucherChanges } from './vouchers/change-http.ts';
import { followBooks, rebuildVoucherEntries } from './vouchers/follow-books.ts';
import { serveVouchers } from './vouchers/http.ts';
import { createLikeness } from './vouchers/likeness.ts';
import { serveVoucherList } from './vouchers/list-http.ts';
import { createVoucherStoring } from './vouchers/new-voucher-groups.ts';
import { findPart } from './vouchers/page-addresses.ts';
import { serveReshaping } from './vouchers/reshape-http.ts';
import { defineRetirement } from './vouchers/retire.ts';
import { serveUploads } from './vouchers/upload-http.ts';
import { goOnWithAnswer } from './vouchers/workflow/answers.ts';
import { createArrivals } from './vouchers/workflow/arrivals.ts';
import { createWorkflowWorker } from './vouchers/workflow/worker.ts';

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
      logger,
      store,
      announce: createAnnouncing({ db, clock }),
      storing: createVoucherStoring({ db, clock }),
      signer: createLinkSigner([config.DATA_ENCRYPTION_KEY, ...config.DATA_ENCRYPTION_KEYS_PREVIOUS]),
      publicBaseUrl: config.PUBLIC_BASE_URL,
      books: withSharedPostings(connect(Ledger, 'ledger')),
      reconciliations: connect(Reconciliations, 'reconciliation'),
      projects: connect(References, 'organisation'),
      findPart: (file: StoredFile, part: string) => findPart({ db }, file, part),
    };
    const renderer = createRenderer();
    const printer = createInvoicePrinter();
    const sources = {
      ...deps,
      logger,
      partners: withSharedQuestions(connect(Partners, 'organisation')),
      organisation: connect(Organisation, 'organisation'),
      users: connect(Auth, 'auth'),
      payments: connect(Payments, 'reconciliation'),
      bank: connect(BankAccounts, 'reconciliation'),
    };
    const posting = definePosting({ ...sources, makeVoucher: createVoucherMaker({ ...sources, renderer, printer }) });
    const saving = {
      posting,
      beginPosting: createPostingBegins({ ...sources, posting }),
      postInCohort: createCohorts(),
    };
    const cancelling = defineCancelling(sources);
    const paper = { ...sources, renderer, printer };
    const sending = { ...sources, draw: createDrawer(paper), writeElectronic: createElectronicWriter(paper) };
    const mails = createMailOutbox({
      ...{ db, logger, name: 'documents' },
      mailer: createMailer({ url: config.SMTP_URL, from: config.MAIL_FROM }),
      write: (mail) => documentMail(sending, mail),
    });
    const hooks = createQuestionHooks();
    hooks.onAnswered(goOnWithAnswer);
    const catalogue = createCatalogue({ db, clock, connect }, hooks);
    const rendering = openRendering();
    const arrivals = createArrivals();
    const workflow = createWorkflowWorker({
      ...{
        ...deps,
        arrivals,
        rendering,
        partners: sources.partners,
        organisation: sources.organisation,
        matcher: connect(Matching, 'reconciliation'),
      },
      booking: createBooking({ organisation: sources.organisation, saving: { ...sources, ...saving } }),
    });
    const likeness = createLikeness(db);
    const retiring = { retirement: defineRetirement(deps), blockingRecord: createBlockingRecord(deps) };
    return {
      endpoints: (api) => {
        serveDocuments(api, { ...sending, ...saving, cancelling });
        serveVouchers(api, deps);
        serveVoucherList(api, { ...deps, likeness });
        serveVoucherChanges(api, { ...deps, ...retiring });
        serveReshaping(api, { ...deps, ...retiring, rendering });
        serveUploads(api, { ...deps, arrivals });
        serveFiles(api, deps);
        serveChatUploads(api, deps);
        catalogue.endpoints(api);
      },
      rpc: [...createRpc(deps), serveTransactionQuestions(deps), createLinesRpc(deps), bookingsRpc(deps)],
      consumers: [
        ...createConsumers(deps),
        followPayments(deps),
        ...followBooks(deps),
        ...followBank({ clock, hooks }),
      ],
      useCases: [posting, cancelling, retiring.retirement],
      jobs: [
        defineJob({ name: 'file-cleanup', schedule: { everySeconds: 3_600 }, run: () => cleanUp(deps) }),
        defineJob({
          name: 'documents-projections',
          schedule: { dailyAt: '03:30' },
          run: async () => (await rebuildPayments(sources)) + (await rebuildPending(sources)),
        }),
        defineJob({
          name: 'voucher-entries',
          schedule: { dailyAt: '03:30' },
          run: () => rebuildVoucherEntries(deps),
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
      start: async () => {
        mails.start();
        workflow.start();
      },
      stop: async () => {
        await mails.stop();
        await renderer.close();
        await printer.close();
        await workflow.stop();
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
