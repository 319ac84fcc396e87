export { type Cache, createCache } from './cache.ts';
export * from './events.ts';
export * from './forwarding.ts';
export * from './guard.ts';
export type { KeySource } from './keys.ts';
export { keysFrom, sourcesFrom } from './remote-sources.ts';
export * from './verify-token.ts';
