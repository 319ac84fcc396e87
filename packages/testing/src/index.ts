export * from './database.ts';
export * from './service.ts';
export { internalSecret, type Stub, stub } from './stub.ts';
export * from './world.ts';
