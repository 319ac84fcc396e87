export { createOwnBroker, type OwnBroker } from './broker.ts';
export * from './database.ts';
export { fromSources } from './from-sources.ts';
export * from './high-water-marks.ts';
export * from './like-every-service.ts';
export * from './service.ts';
export * from './service-keys.ts';
export { type Stub, stub } from './stub.ts';
export * from './world.ts';
