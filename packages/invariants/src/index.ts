export * from './check.ts';
export * from './invariant.ts';
export * from './query.ts';
export * from './reference.ts';
