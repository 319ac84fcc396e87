import type { ServiceDefinition } from '@app/service';

/** Employment contracts, runs, lines, item types, tax cards, garnishments, advances, accruals, tax reports. */
export const payrollService: ServiceDefinition = {
  name: 'payroll',
  register: () => ({}),
};
