export { createOwnBroker, type OwnBroker } from './broker.ts';
export * from './database.ts';
export * from './like-every-service.ts';
export * from './service.ts';
export { internalSecret, type Stub, stub } from './stub.ts';
export * from './world.ts';
