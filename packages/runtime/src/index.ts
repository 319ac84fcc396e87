export * from './clock.ts';
export * from './context.ts';
export * from './sealing.ts';
