import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * How often the delay of the event loop is looked at; delays are told from this on. The default of 10 wakes each process
 * a hundred times a second, also when it has nothing to do: half a percent of a processor for every one.
 */
const LOOP_PRECISION_MILLIS = 100;

/** What every service measures; names are part of the operator's contract. Labels never hold ids. */
export interface Metrics {
  readonly registry: Registry;
  /** Labels: `method`, `route` (the template, never the path), `status`. */
  readonly httpDuration: Histogram<'method' | 'route' | 'status'>;
  /** Labels: `side` (`client`, `server`), `method` (`/auth.v1.Auth/CheckStanding`), `code` (gRPC status name). */
  readonly rpcDuration: Histogram<'side' | 'method' | 'code'>;
  /** Events written but not yet published. */
  readonly outboxBacklog: Gauge;
  /** Seconds since the oldest of them was written. */
  readonly outboxAge: Gauge;
  readonly eventsPublished: Counter<'event'>;
  /** Label `outcome`: `done`, `retried`, `duplicate`, `parked`. */
  readonly eventsConsumed: Counter<'event' | 'outcome'>;
  readonly inboxDuplicates: Counter<'event'>;
  /** Messages put aside for an operator. */
  readonly parkedMessages: Counter<'event'>;
  /** Those of them that nobody has handled yet, of all replicas, as the table says: a restart changes nothing. */
  readonly parkedWaiting: Gauge;
  readonly jobDuration: Histogram<'job' | 'outcome'>;
  /** Things that break an invariant, as the last verification found them. Anything above zero needs a person. */
  readonly invariantViolations: Gauge<'invariant'>;
  /** 1 while a neighbour (the broker, another service, an outside system) answers, 0 while it is away. */
  readonly dependencyUp: Gauge<'dependency'>;
}

/** One registry per service, so that several services in one process (tests) stay apart. */
export function createMetrics(options: { readonly service: string; readonly isProcess?: boolean }): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service: options.service });
  if (options.isProcess)
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_PRECISION_MILLIS });
  const registers = [registry];
  return {
    registry,
    httpDuration: new Histogram({
      registers,
      name: 'http_request_duration_seconds',
      help: 'Time to answer HTTP requests',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
    }),
    rpcDuration: new Histogram({
      registers,
      name: 'rpc_duration_seconds',
      help: 'Time of gRPC calls',
      labelNames: ['side', 'method', 'code'],
      buckets: SECONDS,
    }),
    outboxBacklog: new Gauge({ registers, name: 'outbox_backlog', help: 'Events waiting to be published' }),
    outboxAge: new Gauge({
      registers,
      name: 'outbox_age_seconds',
      help: 'Age of the oldest event waiting to be published',
    }),
    eventsPublished: new Counter({
      registers,
      name: 'events_published_total',
      help: 'Events published',
      labelNames: ['event'],
    }),
    eventsConsumed: new Counter({
      registers,
      name: 'events_consumed_total',
      help: 'Deliveries handled',
      labelNames: ['event', 'outcome'],
    }),
    inboxDuplicates: new Counter({
      registers,
      name: 'inbox_duplicates_total',
      help: 'Deliveries of events handled before',
      labelNames: ['event'],
    }),
    parkedMessages: new Counter({
      registers,
      name: 'parked_messages_total',
      help: 'Messages put aside after repeated failure',
      labelNames: ['event'],
    }),
    parkedWaiting: new Gauge({
      registers,
      name: 'parked_messages_waiting',
      help: 'Messages put aside that nobody has handled yet',
    }),
    jobDuration: new Histogram({
      registers,
      name: 'job_duration_seconds',
      help: 'Time of background jobs',
      labelNames: ['job', 'outcome'],
      buckets: [...SECONDS, 60, 300],
    }),
    invariantViolations: new Gauge({
      registers,
      name: 'invariant_violations',
      help: 'Things that break an invariant, as the last verification found them',
      labelNames: ['invariant'],
    }),
    dependencyUp: new Gauge({
      registers,
      name: 'dependency_up',
      help: 'Whether a neighbour answers',
      labelNames: ['dependency'],
    }),
  };
}
