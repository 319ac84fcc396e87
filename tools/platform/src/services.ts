import { prefixOf, type Service, services } from '@app/registry';

/** One process of the platform. */
export type ServiceDefinition = {
  /** As in `ledger`: of its folder, its schema, its roles and its log. */
  readonly name: string;
  /** With `src/main.ts`, relative to the root of the repository. */
  readonly folder: string;
  /** The gateway is the only door; services sit behind it; the sandbox stands in for the outside systems. */
  readonly kind: 'gateway' | 'service' | 'sandbox';
  readonly httpPort: number;
  /** Services only. */
  readonly grpcPort?: number;
  /** A second database role, which may erase what is otherwise append-only. */
  readonly hasEraser?: boolean;
};

const definitionOf = ({ name, number, hasEraser }: Service): ServiceDefinition => ({
  name,
  folder: `services/${name}`,
  kind: 'service',
  httpPort: 8100 + number,
  grpcPort: 9100 + number,
  ...(hasEraser ? { hasEraser } : {}),
});

/** Every process, in the order in which they are listed to people. */
export const SERVICES: readonly ServiceDefinition[] = [
  { name: 'gateway', folder: 'services/gateway', kind: 'gateway', httpPort: 8080 },
  ...services.map(definitionOf),
  { name: 'sandbox', folder: 'services/sandbox', kind: 'sandbox', httpPort: 8090 },
];

/** The variable with the service's HTTP port: `GATEWAY_PORT`, `SANDBOX_PORT`, `LEDGER_HTTP_PORT`. */
export const httpPortVariable = (service: ServiceDefinition): string =>
  service.kind === 'service' ? `${prefixOf(service.name)}_HTTP_PORT` : `${prefixOf(service.name)}_PORT`;

/** The variable with the service's gRPC port: `LEDGER_GRPC_PORT`. */
export const grpcPortVariable = (service: ServiceDefinition): string => `${prefixOf(service.name)}_GRPC_PORT`;

/** Whether it has a schema of its own. */
export const hasDatabase = (service: ServiceDefinition): boolean => service.kind !== 'sandbox';

/** The host to call for an address to listen on, ready to stand in an address of the web. */
export function callableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
