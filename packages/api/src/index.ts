export * from './currencies.ts';
export * from './envelopes.ts';
export * from './pagination.ts';
export * from './scalars.ts';
