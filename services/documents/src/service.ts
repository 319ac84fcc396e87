import type { ServiceDefinition } from '@app/service';

/** Files and their bytes, vouchers and their workflow, documents and lines, questions, tasks, items, collections, units. */
export const documentsService: ServiceDefinition = {
  name: 'documents',
  register: () => ({}),
};
