import { implement, Records, References } from '@app/rpc';
import type { ServiceDefinition } from '@app/service';

/**
 * Files and their bytes, vouchers and their workflow, documents and lines, questions, tasks, items, collections, units.
 * It holds none of them yet, and says so to whoever refers to one.
 */
export const documentsService: ServiceDefinition = {
  name: 'documents',
  register: () => ({
    rpc: [
      implement(References, { Resolve: async () => ({ references: [] }) }),
      implement(Records, {
        CountRecords: async () => ({
          counts: [
            { kind: 'vouchers', count: 0 },
            { kind: 'documents', count: 0 },
          ],
        }),
      }),
    ],
  }),
};
