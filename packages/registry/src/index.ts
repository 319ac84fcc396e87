export * from './connections.ts';
export * from './names.ts';
export { type Service, services } from './services.ts';
