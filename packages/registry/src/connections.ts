import { serviceNames } from './names.ts';
import { type Service, services } from './services.ts';

/**
 * Connections for requests where `DATABASE_POOL_SIZE` says nothing else. Two of every process then open at most a
 * hundred, which PostgreSQL allows by itself (docs/decisions/0233-a-hundred-connections.md).
 */
export const REQUEST_CONNECTIONS = 4;

/** The most connections of a process to PostgreSQL, each opened only when it is used. */
export interface PoolSizes {
  readonly requests: number;
  /** The driver itself: the relay, the lock of a job under way, COPY. */
  readonly raw: number;
  /** What the service does for itself while requests wait; where there are none, it goes over those for requests. */
  readonly aside: number;
  /** Long reads, which so starve no posting. */
  readonly reports: number;
}

/** A service that has no row of its own, such as one of a test. */
const USUAL: Omit<Service, 'name' | 'number' | 'title' | 'description'> = { readsLong: true };

/** The gateway keeps counters alone. */
const GATEWAY: typeof USUAL = { keepsLittle: true };

/** @param size `DATABASE_POOL_SIZE` */
export function poolsOf(name: string, size = REQUEST_CONNECTIONS): PoolSizes {
  const row: typeof USUAL =
    name === 'gateway' ? GATEWAY : ((services as readonly Service[]).find((each) => each.name === name) ?? USUAL);
  return {
    requests: row.keepsLittle ? Math.ceil(size / 4) : size,
    raw: 2,
    aside: row.keepsLittle ? 0 : row.readsLong ? 2 : 1,
    reports: row.readsLong ? 2 : 0,
  };
}

/** The most connections of one process, without the one of a second role that has erased rows. */
export const connectionsOf = (name: string, size = REQUEST_CONNECTIONS): number =>
  Object.values(poolsOf(name, size) as unknown as Record<string, number>).reduce((sum, each) => sum + each, 0);

/**
 * The most connections of all processes together.
 * @param replicas processes of each service and of the gateway
 */
export const connectionsOfPlatform = (replicas: number, size = REQUEST_CONNECTIONS): number =>
  replicas * serviceNames.reduce((sum, name) => sum + connectionsOf(name, size), 0);

/**
 * PostgreSQL keeps a few for its superuser; migrations, provisioning and the operator's commands take one or two each.
 */
export const RESERVED_CONNECTIONS = 32;
