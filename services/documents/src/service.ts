import { ACCOUNT } from '@app/db';
import { createFileStore, createLinkSigner, fileStoreConfig } from '@app/files';
import { Ledger } from '@app/rpc';
import { defineJob, type ServiceDefinition } from '@app/service';
import { erasureSteps } from './erasing/steps.ts';
import { removeLeftOver } from './files/clean-up.ts';
import { serveFiles } from './files/http.ts';
import { createRpc } from './grpc.ts';
import { verification } from './invariants.ts';
import { serveVouchers } from './vouchers/http.ts';

/** Files and their bytes, vouchers and their workflow. The composition root. */
export const documentsService: ServiceDefinition<typeof fileStoreConfig> = {
  name: 'documents',
  config: fileStoreConfig,
  verification,
  register: async ({ config, db, clock, connect }) => {
    const store = await createFileStore(config);
    const deps = {
      db,
      clock,
      store,
      signer: createLinkSigner([config.DATA_ENCRYPTION_KEY, ...config.DATA_ENCRYPTION_KEYS_PREVIOUS]),
      publicBaseUrl: config.PUBLIC_BASE_URL,
      books: connect(Ledger, 'ledger'),
    };
    return {
      endpoints: (api) => {
        serveVouchers(api, deps);
        serveFiles(api, deps);
      },
      rpc: createRpc(deps),
      jobs: [defineJob({ name: 'file-cleanup', schedule: { everySeconds: 3_600 }, run: () => removeLeftOver(deps) })],
      erasure: {
        steps: erasureSteps,
        finish: async (clientAccountId, categories) => {
          await removeLeftOver(deps);
          if (categories.includes(ACCOUNT)) await store.removeAll(clientAccountId);
        },
      },
      ready: { files: oncePassed(() => store.ping()) },
      stop: async () => store.close(),
    };
  },
};

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
