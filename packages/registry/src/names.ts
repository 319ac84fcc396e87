import { services } from './services.ts';

/** The name of a service behind the gateway. */
export type BackendName = (typeof services)[number]['name'];

/** A process that calls others, with a credential of its own: a service, or the gateway. */
export type ServiceName = 'gateway' | BackendName;

/** The services behind the gateway. */
export const backendNames: readonly BackendName[] = services.map(({ name }) => name);

/** The gateway, and the services behind it. */
export const serviceNames: readonly ServiceName[] = ['gateway', ...backendNames];

/** The beginning of a process' variables, as in `LEDGER`. */
export const prefixOf = (name: string): string => name.toUpperCase();

/** The variable that says where a service answers gRPC: `LEDGER_GRPC_ADDRESS`. */
export const grpcAddressVariable = (name: string): string => `${prefixOf(name)}_GRPC_ADDRESS`;

/** The variable that says where a service answers HTTP: `LEDGER_HTTP_URL`. */
export const httpUrlVariable = (name: string): string => `${prefixOf(name)}_HTTP_URL`;
