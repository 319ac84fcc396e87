export * from './client-key.ts';
export * from './config.ts';
export * from './machine-token.ts';
export * from './upstream-with-token.ts';
