export * from './kinds.ts';
export * from './record.ts';
export * from './retention.ts';
export * from './tally.ts';
