import { Auth, Ledger, Records } from '@app/rpc';
import { defineJob, type ServiceDefinition } from '@app/service';
import { createUpstream } from '@app/upstream';
import { z } from 'zod';
import { accessesOf, accessOf } from './access/local-sources.ts';
import { serveAccountUsers } from './account-users/http.ts';
import { serveClientAccounts } from './client-accounts/http.ts';
import { expireContracts } from './contracts/expire.ts';
import { serveContracts } from './contracts/http.ts';
import { organisationRpc } from './grpc.ts';
import { serveOrganizations } from './organizations/http.ts';
import { createRegistry } from './organizations/registry.ts';
import { createReferenceKinds } from './references/kinds.ts';
import { serveRoles } from './roles/http.ts';
import { serveSettings } from './settings/http.ts';

const config = {
  BUSINESS_REGISTRY_URL: z.url({ protocol: /^https?$/ }).describe('the address of the business registry'),
};

/** The composition root: every dependency is made here, once, and passed down. */
export const organisation: ServiceDefinition<typeof config> = {
  name: 'organisation',
  config,
  register: ({ config, db, clock, connect }) => {
    const users = connect(Auth, 'auth');
    const ledger = connect(Ledger, 'ledger');
    const registry = createRegistry(createUpstream({ name: 'registry', baseUrl: config.BUSINESS_REGISTRY_URL, backoffMillis: 100 }));
    const kinds = createReferenceKinds([]);
    const counters = (['ledger', 'documents', 'reconciliation'] as const).map((owner) => connect(Records, owner));
    const hasPostings = async (clientAccountId: number): Promise<boolean> => (await ledger.HasPostings({ clientAccountId })).hasPostings;
    const dependencies = { db, clock, registry, users, kinds, counters, hasPostings };

    return {
      identity: {
        access: (userId, clientAccountId) => accessOf(dependencies, userId, clientAccountId),
        accesses: (userId, all) => accessesOf(dependencies, userId, all),
      },
      endpoints: (api) => {
        serveRoles(api);
        serveOrganizations(api, dependencies);
        serveClientAccounts(api, dependencies);
        serveAccountUsers(api, dependencies);
        serveSettings(api, dependencies);
        serveContracts(api, dependencies);
      },
      rpc: organisationRpc(dependencies),
      jobs: [defineJob({ name: 'contract-expiry', schedule: { dailyAt: '02:10' }, run: () => expireContracts(dependencies) })],
    };
  },
};
