import type { ServiceDefinition } from '@app/service';

/** Yearly accounts, notes, allocations, tax returns, VAT returns, portal instances. */
export const filingService: ServiceDefinition = {
  name: 'filing',
  register: () => ({}),
};
