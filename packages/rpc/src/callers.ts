/** Every process that calls others. */
export const serviceNames = [
  'gateway',
  'auth',
  'organisation',
  'ledger',
  'reconciliation',
  'documents',
  'payroll',
  'chat',
  'filing',
] as const;

/** A process with a credential of its own. */
export type ServiceName = (typeof serviceNames)[number];

/** For what each service needs to decide about its own callers. Never for data that only some need. */
export const everyService: readonly ServiceName[] = [...serviceNames];
