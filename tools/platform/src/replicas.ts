import { httpPortVariable, type ServiceDefinition } from './services.ts';
import type { Settings } from './settings.ts';

/** One of the processes of a service, and what it is given besides. */
export interface Replica {
  readonly name?: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly origin?: string;
  /** The checkout whose bundle runs, where it is another than this one. */
  readonly root?: string;
}

/**
 * The processes of one service: one, or one per host, all on the ports of the settings. The sandbox stands in for
 * outside systems and stays alone.
 * @param hosts addresses of this machine, as in `127.0.0.2`; empty for one process on the usual address
 * @param otherRelease the checkout of another release, which runs on the last of them, or alone where there is one of each
 */
export function replicasOf(
  service: ServiceDefinition,
  hosts: readonly string[],
  settings: Settings,
  otherRelease?: string,
): Replica[] {
  if (service.kind === 'sandbox') return [{ environment: {} }];
  if (hosts.length === 0) return [{ environment: {}, ...(otherRelease === undefined ? {} : { root: otherRelease }) }];
  return hosts.map((host, index) => ({
    name: `${service.name}-${index + 1}`,
    environment: { BIND_HOST: host, ...(service.kind === 'gateway' ? { OPS_HOST: host } : {}) },
    origin: `http://${host}:${settings.get(httpPortVariable(service))}`,
    ...(otherRelease !== undefined && index === hosts.length - 1 ? { root: otherRelease } : {}),
  }));
}
