export * from './database.ts';
export * from './errors.ts';
export * from './followed-list.ts';
export * from './idempotency.ts';
export * from './keyset.ts';
export * from './migrate.ts';
export * from './outbox.ts';
export * from './provision.ts';
