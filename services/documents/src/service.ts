import { createFileStore, fileStoreConfig } from '@app/files';
import { defineJob, type ServiceDefinition } from '@app/service';
import { removeLeftOver } from './files/clean-up.ts';
import { createRpc } from './grpc.ts';
import { verification } from './invariants.ts';

/** Files and their bytes, vouchers and their workflow. The composition root. */
export const documentsService: ServiceDefinition<typeof fileStoreConfig> = {
  name: 'documents',
  config: fileStoreConfig,
  verification,
  register: async ({ config, db, clock }) => {
    const store = await createFileStore(config);
    const deps = { db, clock, store };
    return {
      rpc: createRpc(deps),
      jobs: [defineJob({ name: 'file-cleanup', schedule: { everySeconds: 3_600 }, run: () => removeLeftOver(deps) })],
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
