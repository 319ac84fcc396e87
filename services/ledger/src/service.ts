import { SAFT_WAITING_BYTES } from '@app/api/ledger/index';
import { createMachineToken, createUpstreamWithToken, machineTokenConfig } from '@app/machine-token';
import { createUsers } from '@app/records';
import { createRenderer } from '@app/reports';
import { Auth, Bookings, Changes, Documents, Organisation, Partners, References, Vouchers } from '@app/rpc';
import { defineJob, type ServiceDefinition } from '@app/service';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { depreciateEverywhere } from './assets/depreciation/job.ts';
import { serveDisposal } from './assets/disposal/http.ts';
import { assertNoDisposal } from './assets/disposal/store.ts';
import { defineDisposalVoucher } from './assets/disposal/voucher.ts';
import { serveAssets } from './assets/http.ts';
import { serveProperties } from './assets/property/http.ts';
import { createPropertyRegister } from './assets/property/register.ts';
import { createDataExport, dataExportConfig } from './data-export/data-export.ts';
import { serveEquityTransactions } from './equity/http.ts';
import { serveSharePositions } from './equity/positions-http.ts';
import { createShareholders } from './equity/shareholders.ts';
import { noteLeavingEntries } from './erasure/leaving-entries.ts';
import { erasureSteps } from './erasure/steps.ts';
import { createConsumers } from './events.ts';
import { createGroundStore } from './ground/ground-store.ts';
import { createGrounds } from './ground/grounds.ts';
import { createRpc } from './grpc.ts';
import { verification } from './invariants.ts';
import { createLineAccounts } from './journal-entries/accounts.ts';
import { serveJournalEntryBatch } from './journal-entries/batch-http.ts';
import type { Books } from './journal-entries/books.ts';
import { serveJournalEntries } from './journal-entries/http.ts';
import { createDocumentGuard } from './journal-entries/of-documents.ts';
import { createPostingStore } from './journal-entries/posting-store.ts';
import { createEntryStore } from './journal-entries/store.ts';
import { serveJournalEntryLines } from './journal-entry-lines/http.ts';
import { createLineStore } from './journal-entry-lines/store.ts';
import { createPeriodRpc } from './period-figures/grpc.ts';
import { servePeriodLocks } from './period-locks/http.ts';
import { createPeriodLockStore } from './period-locks/store.ts';
import { createFacts } from './projections/account-facts.ts';
import { createFactsStore } from './projections/facts-store.ts';
import { followOrganisation } from './projections/follow.ts';
import { rebuildProjections } from './projections/rebuild.ts';
import { createReferences } from './projections/references.ts';
import { createReferencesStore } from './projections/references-store.ts';
import { chainEntries, signHeads } from './proofs/grow.ts';
import { serveProofs } from './proofs/http.ts';
import { createReading } from './reading.ts';
import { createDocumentsById } from './reports/ledgers/related-documents.ts';
import { serveSaftImports } from './saft-imports/http.ts';
import { forgetOld } from './saft-imports/store.ts';
import { createImportWork } from './saft-imports/work.ts';
import { serveTaxLedger } from './tax-ledger/http.ts';

const config = {
  ...dataExportConfig,
  ...machineTokenConfig,
  TAX_AUTHORITY_URL: z
    .url({ protocol: /^https?$/ })
    .default('http://127.0.0.1:8090/tax')
    .describe('the tax authority, whose register of properties is asked'),
  DATABASE_ERASER_URL: z
    .string()
    .optional()
    .describe('the PostgreSQL address of the role that may delete what is append-only: for client accounts that go'),
};

/** Days for which the records of a file are kept that nobody imports any more. */
const SAFT_IMPORT_DAYS = 30;

/**
 * The ledger: everything it is made of, made once.
 * @param options.bearableMillis for how long it posts while organisation cannot be asked what changed; ten seconds
 * @param options.linesPerFile lines of one SAF-T file; two million
 * @param options.waitingBytes unpacked bytes of the SAF-T files that a company waits to import; 1 GiB
 */
export const createLedgerService = (
  options: { readonly bearableMillis?: number; readonly linesPerFile?: number; readonly waitingBytes?: number } = {},
): ServiceDefinition<typeof config> => ({
  name: 'ledger',
  config,
  verification,
  sealed: [{ table: 'proof_keys', key: 'kid', column: 'sealed_private_key' }],
  register: async (deps) => {
    const { config, db, clock, connect, logger, metrics, sealer } = deps;
    const factsStore = createFactsStore(db);
    const organisation = connect(Organisation, 'organisation');
    const facts = createFacts(db, factsStore, organisation);
    const referencesStore = createReferencesStore(db);
    const references = createReferences(referencesStore, {
      organisation: connect(References, 'organisation'),
      reconciliation: connect(References, 'reconciliation'),
      documents: connect(References, 'documents'),
    });
    const users = createUsers(connect(Auth, 'auth'));
    const reading = createReading(deps, {
      userNames: async (ids) => new Map([...(await users.find(ids))].map(([id, user]) => [id, user.full_name])),
      documents: createDocumentsById({
        documents: connect(Documents, 'documents'),
        partners: connect(Partners, 'organisation'),
      }),
      company: async (clientAccountId) => {
        const { displayName, organizationNumber, accountingCurrency } = await facts.get(clientAccountId);
        return { name: displayName, organizationNumber, currency: accountingCurrency };
      },
    });
    const dataExport = await createDataExport(deps, { facts, linesPerFile: options.linesPerFile });
    const entries = createEntryStore(db);
    const documents = createDocumentGuard(connect(Documents, 'documents'), entries);
    const bookings = {
      documents: connect(Bookings, 'documents'),
      reconciliation: connect(Bookings, 'reconciliation'),
    };
    const accounts = createLineAccounts(db);
    const handlers = createConsumers({ factsStore, facts, referencesStore });
    const owner = followOrganisation(deps, {
      source: connect(Changes, 'organisation'),
      handlers,
      factsStore,
      facts,
      referencesStore,
      ...options,
    });
    const grounds = createGrounds({ db, store: createGroundStore(db), facts });
    const books: Books = {
      entries,
      posting: createPostingStore({ db, clock, metrics }, grounds),
      accounts,
      facts,
      grounds,
      references,
      owner,
      clock,
      logger,
    };

    const shareholders = createShareholders({
      ...{ db, references, owner },
      partners: connect(Partners, 'organisation'),
    });
    const proofs = { db, clock, sealer, logger };
    const equity = { db, clock, shareholders, users };
    const saft = {
      ...{ db, clock, logger, books, partners: connect(Partners, 'organisation') },
      waitingBytes: options.waitingBytes ?? SAFT_WAITING_BYTES,
    };
    const imports = createImportWork(saft);

    const assets = { db, clock, facts, users, organisation, references: referencesStore, books };
    const register = createPropertyRegister(
      createUpstreamWithToken({
        name: 'tax',
        baseUrl: config.TAX_AUTHORITY_URL,
        token: createMachineToken({ config, clock }),
      }),
    );
    const renderer = createRenderer();
    const voucher = defineDisposalVoucher({
      ...{ db, logger, clock, renderer, vouchers: connect(Vouchers, 'documents') },
      company: async (clientAccountId) => {
        const known = await facts.get(clientAccountId);
        return {
          name: known.displayName,
          organizationNumber: known.organizationNumber,
          currency: known.accountingCurrency,
          language: known.accountingLanguage === 'eng' ? 'eng' : 'nob',
        };
      },
    });

    return {
      endpoints: (api) => {
        serveJournalEntries(api, books, users, async (...entry) => {
          await assertNoDisposal(db.executor, ...entry);
          await documents.assertNoDocument(...entry);
        });
        serveJournalEntryBatch(api, books, { publicBaseUrl: config.PUBLIC_BASE_URL });
        serveJournalEntryLines(api, createLineStore(db), accounts);
        serveAssets(api, assets);
        serveProperties(api, { ...assets, register });
        serveDisposal(api, { ...assets, voucher });
        serveTaxLedger(api, { db });
        servePeriodLocks(api, createPeriodLockStore(db), users, clock);
        serveEquityTransactions(api, equity);
        serveSharePositions(api, equity);
        dataExport.endpoints(api);
        serveProofs(api, proofs, { publicBaseUrl: config.PUBLIC_BASE_URL });
        reading.endpoints(api);
        serveSaftImports(api, saft, imports);
      },
      beforeTransaction: () => owner.current(),
      rpc: [
        ...createRpc({ db, clock, books, references }, entries, facts),
        createPeriodRpc(db, async (clientAccountId) => (await facts.get(clientAccountId)).accountingCurrency),
      ],
      start: dataExport.start,
      stop: async () => {
        await dataExport.stop();
        owner.close();
        await reading.stop();
        await imports.stop();
        await renderer.close();
      },
      consumers: handlers,
      erasure: {
        eraserUrl: config.DATABASE_ERASER_URL,
        steps: [dataExport.erasure, ...erasureSteps],
        prepare: async (erasure) => {
          // Raw: a function of the database, which holds the books while it looks (sql/erasure.sql).
          await db.write((tx) => tx.execute(sql`select close_books(${erasure.clientAccountId}::bigint)`));
          await noteLeavingEntries({ db, owners: bookings }, erasure);
        },
        finish: (clientAccountId) => facts.forget(clientAccountId),
      },
      useCases: [voucher],
      jobs: [
        defineJob({
          name: 'depreciation',
          schedule: { dailyAt: '04:10' },
          run: () => depreciateEverywhere(assets),
        }),
        defineJob({ name: 'proof-chain', schedule: { everySeconds: 60 }, run: () => chainEntries(proofs) }),
        defineJob({ name: 'proof-heads', schedule: { dailyAt: '00:20' }, run: () => signHeads(proofs) }),
        ...dataExport.jobs,
        defineJob({
          name: 'ledger-projections',
          schedule: { dailyAt: '03:20' },
          run: () => rebuildProjections({ factsStore, facts, referencesStore, references }),
        }),
        defineJob({
          name: 'saft-imports',
          schedule: { everySeconds: 5, atStart: true },
          isLeased: true,
          run: () => imports.run(),
        }),
        defineJob({
          name: 'saft-imports-cleanup',
          schedule: { dailyAt: '03:40' },
          run: () =>
            forgetOld(
              db,
              clock
                .now()
                .subtract({ hours: 24 * SAFT_IMPORT_DAYS })
                .toString(),
            ),
        }),
      ],
    };
  },
});

export const ledgerService = createLedgerService();
