import { type Contract, createRpcServer, type Handlers, type Implementation } from '@app/rpc';
import { createLogger, createMetrics } from '@app/runtime';
import type { ServiceDefinition as GrpcDefinition } from '@grpc/grpc-js';
import { testVerifier } from './service-keys.ts';

/** Some methods of a contract, played by a test. */
export interface Stub {
  readonly contract: Implementation['contract'];
  readonly handlers: Partial<Implementation['handlers']>;
}

/** Plays some methods of another service's contract; calling any other method fails with a sentence that names it. */
export const stub = <D extends GrpcDefinition>(contract: Contract<D>, handlers: Partial<Handlers<D>>): Stub => ({
  contract,
  handlers: handlers as unknown as Stub['handlers'],
});

/** Stubs of one contract become one; later ones win per method. */
function mergeStubs(stubs: readonly Stub[]): Stub[] {
  const merged = new Map<string, Stub>();
  for (const { contract, handlers } of stubs)
    merged.set(contract.name, { contract, handlers: { ...merged.get(contract.name)?.handlers, ...handlers } });
  return [...merged.values()];
}

function implementationOf({ contract, handlers }: Stub): Implementation {
  const missing = (method: string) => async () => {
    throw new Error(`The test plays no ${contract.name}/${method}`);
  };
  return { contract, handlers: new Proxy({}, { get: (_, method: string) => handlers[method] ?? missing(method) }) };
}

/** Serves stubs as one service on a free port, over real gRPC. */
export async function serveStubs(
  service: string,
  stubs: readonly Stub[],
  isOpen: () => boolean,
): Promise<{ readonly address: string; stop(): Promise<void> }> {
  const logger = createLogger({ service, level: 'error' });
  const server = createRpcServer({
    service,
    verifier: testVerifier(),
    host: '127.0.0.1',
    port: 0,
    logger,
    metrics: createMetrics({ service }),
    isOpen,
  });
  for (const each of mergeStubs(stubs)) server.add(implementationOf(each));
  const port = await server.listen();
  return { address: `127.0.0.1:${port}`, stop: () => server.stop(0) };
}
