export * from './erasures.ts';
export * from './idempotency-keys.ts';
export * from './mail-outbox.ts';
export * from './messages.ts';
export * from './migrations.ts';
export * from './security-events.ts';
export * from './use-cases.ts';
export * from './verification-findings.ts';
