export * from './database.ts';
export * from './errors.ts';
export * from './idempotency.ts';
export * from './migrate.ts';
export * from './outbox.ts';
export * from './provision.ts';
