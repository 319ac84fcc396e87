export * from './client.ts';
export {
  type CallOptions,
  type Client,
  type ClientOf,
  type Contract,
  contract,
  type Handlers,
  type Message,
} from './contract.ts';
export * from './contracts.ts';
export * from './credential.ts';
export { isUnknownCall, ofMany } from './of-many.ts';
export { RpcError } from './problem.ts';
export * from './server.ts';
