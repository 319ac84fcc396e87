export * from './clock.ts';
export * from './context.ts';
