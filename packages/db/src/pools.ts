/** Connections for requests where `DATABASE_POOL_SIZE` says nothing else. Four to eight are fastest on two cores. */
export const REQUEST_CONNECTIONS = 8;

/**
 * What a process may open besides, each only when it is used. `raw`: the relay, the lock of a job under way, COPY.
 * `aside`: what the service does for itself while requests wait. `reports`: long reads, which so starve no posting.
 */
export const BESIDES = { raw: 4, aside: 2, reports: 2 } as const;

/** How long a statement of a long read may take: the longest that a process asks for. */
export const REPORT_SECONDS = 60;

/**
 * PostgreSQL keeps a few for its superuser; migrations, provisioning and the operator's commands take one or two each.
 */
export const RESERVED_CONNECTIONS = 32;

/** The most connections of one process to PostgreSQL. */
export const connectionsOfProcess = (requests = REQUEST_CONNECTIONS): number =>
  requests + Object.values(BESIDES).reduce((sum, size) => sum + size, 0);

/**
 * The most connections that a platform may open: what `max_connections` of its PostgreSQL must allow.
 * @param processes services and gateways, each replica counted
 */
export const connectionsOfPlatform = (processes: number, requests = REQUEST_CONNECTIONS): number =>
  processes * connectionsOfProcess(requests) + RESERVED_CONNECTIONS;
