import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** As the semantic conventions advise for statements. */
const STATEMENT_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];

/**
 * Requests, calls and statements under the names, units and attributes of OpenTelemetry's semantic conventions
 * (https://opentelemetry.io/docs/specs/semconv/), as its exporter writes them for Prometheus: `http.server.request.duration`
 * in seconds is `http_server_request_duration_seconds`, `http.route` the label `http_route` (docs/decisions/0157).
 */
export const protocolMetrics = (registers: Registry[]) => ({
  httpServerDuration: new Histogram({
    registers,
    name: 'http_server_request_duration_seconds',
    help: 'Duration of HTTP server requests',
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code', 'url_scheme', 'error_type'],
    buckets: SECONDS,
  }),
  rpcServerDuration: new Histogram({
    registers,
    name: 'rpc_server_call_duration_seconds',
    help: 'Duration of the calls that are answered',
    labelNames: ['rpc_system_name', 'rpc_method', 'rpc_response_status_code', 'error_type'],
    buckets: SECONDS,
  }),
  rpcClientDuration: new Histogram({
    registers,
    name: 'rpc_client_call_duration_seconds',
    help: 'Duration of the calls that are made',
    labelNames: ['rpc_system_name', 'rpc_method', 'rpc_response_status_code', 'error_type'],
    buckets: SECONDS,
  }),
  dbDuration: new Histogram({
    registers,
    name: 'db_client_operation_duration_seconds',
    help: 'Duration of database client operations',
    labelNames: ['db_system_name', 'db_query_summary', 'error_type'],
    buckets: STATEMENT_SECONDS,
  }),
  dbConnections: new Gauge({
    registers,
    name: 'db_client_connection_count',
    help: 'Connections in a state; those in use are known',
    labelNames: ['db_client_connection_pool_name', 'db_client_connection_state'],
  }),
  dbConnectionsMax: new Gauge({
    registers,
    name: 'db_client_connection_max',
    help: 'The most connections that a pool may open',
    labelNames: ['db_client_connection_pool_name'],
  }),
  dbConnectionsPending: new Gauge({
    registers,
    name: 'db_client_connection_pending_requests',
    help: 'Statements and transactions that wait for a connection',
    labelNames: ['db_client_connection_pool_name'],
  }),
  dbConnectionTimeouts: new Counter({
    registers,
    name: 'db_client_connection_timeouts_total',
    help: 'Transactions that were given up because no connection was free in time',
    labelNames: ['db_client_connection_pool_name'],
  }),
});

export type ProtocolMetrics = ReturnType<typeof protocolMetrics>;

interface HttpAnswer {
  /** A known method, in capitals; any other one is `_OTHER`. */
  readonly method: string;
  /** The template, never the path: a path holds ids. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

export function observeHttp(
  { httpServerDuration }: Pick<ProtocolMetrics, 'httpServerDuration'>,
  { method, route, status, seconds }: HttpAnswer,
): void {
  const code = String(status);
  httpServerDuration.observe(
    {
      http_request_method: method,
      http_route: route,
      http_response_status_code: code,
      url_scheme: 'http',
      ...(status >= 500 ? { error_type: code } : {}),
    },
    seconds,
  );
}

/**
 * @param method as the wire names it: `/auth.v1.Auth/CheckStanding`
 * @param code name of a gRPC status
 */
export function observeRpc(
  duration: ProtocolMetrics['rpcServerDuration'],
  { method, code, isFault, seconds }: { method: string; code: string; isFault: boolean; seconds: number },
): void {
  duration.observe(
    {
      rpc_system_name: 'grpc',
      rpc_method: method.slice(1),
      rpc_response_status_code: code,
      ...(isFault ? { error_type: code } : {}),
    },
    seconds,
  );
}
