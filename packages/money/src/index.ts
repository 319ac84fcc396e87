export * from './decimal.ts';
export * from './money.ts';
