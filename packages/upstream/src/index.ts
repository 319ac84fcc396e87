export * from './breaker.ts';
export * from './request.ts';
export * from './upstream.ts';
export * from './upstream-error.ts';
