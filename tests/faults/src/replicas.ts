import { findFreePorts } from '@app/embedded';
import { portVariables } from '@app/platform';
import { backendNames, grpcAddressVariable, prefixOf, serviceNames } from '@app/registry';
import { startBalancer } from './balancer.ts';
import { type NameServer, startNameServer } from './name-server.ts';

/** Processes of each service and of the gateway. */
export type Replicas = 1 | 2;

/** Addresses of this machine, one for each of a pair. */
const HOSTS = ['127.0.0.2', '127.0.0.3'] as const;

/** What stands around two processes of each service. */
export interface Surroundings extends AsyncDisposable {
  readonly hosts: readonly string[];
  /** Settings of the platform: every port. */
  readonly environment: Readonly<Record<string, string>>;
  /** Variables of each process: where it finds the others. */
  readonly variables: Readonly<Record<string, string>>;
  readonly names: NameServer;
}

/**
 * Two hosts with one process of each service on each, all on the same ports. HTTP goes through a balancer on the usual
 * address, for clients of the gateway and for the gateway's own calls; gRPC goes to a name with both addresses.
 */
export async function surround(): Promise<Surroundings> {
  await using started = new AsyncDisposableStack();
  const settings = portVariables();
  const ports = await findFreePorts(settings.length);
  const portOf = (setting: string): number => ports[settings.indexOf(setting)]!;
  const names = await startNameServer(new Map(backendNames.map((service) => [service, HOSTS])));
  started.defer(() => names.close());
  for (const name of serviceNames) {
    const port = portOf(name === 'gateway' ? 'GATEWAY_PORT' : `${prefixOf(name)}_HTTP_PORT`);
    const balancer = await startBalancer({ port, hosts: HOSTS });
    started.defer(() => balancer.close());
  }
  const addresses = backendNames.map((service): [string, string] => {
    const port = portOf(`${prefixOf(service)}_GRPC_PORT`);
    return [grpcAddressVariable(service), `dns://127.0.0.1:${names.port}/${service}:${port}`];
  });
  const owned = started.move();
  return {
    hosts: HOSTS,
    environment: { ...Object.fromEntries(settings.map((setting) => [setting, `${portOf(setting)}`])) },
    // grpc-js asks a server of names of our own only by the resolver that this switches on.
    variables: { ...Object.fromEntries(addresses), GRPC_NODE_USE_ALTERNATIVE_RESOLVER: 'true' },
    names,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Variables in place of what follows from the settings, by service. */
export type Variables = Record<string, Record<string, string>>;

/** What each process of the platform is given besides. */
export const variablesOf = (shared: Readonly<Record<string, string>>): Variables =>
  Object.fromEntries(serviceNames.map((name) => [name, { ...shared }]));
