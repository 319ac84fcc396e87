import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type ProtocolMetrics, protocolMetrics, SECONDS } from './protocol-metrics.ts';
import { version } from './version.ts';

/**
 * How often the delay of the event loop is looked at; delays are told from this on. The default of 10 wakes each process
 * a hundred times a second, also when it has nothing to do: half a percent of a processor for every one.
 */
const LOOP_PRECISION_MILLIS = 100;

/**
 * What every process measures; names are part of the operator's contract. Labels never hold ids, paths or anything else
 * that somebody sends: each is one of a few words of ours.
 */
export interface Metrics extends ProtocolMetrics {
  readonly registry: Registry;
  /** Makes sure that something is as it is now before it is read. */
  beforeRead(refresh: () => void): void;
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
  /** Requests that were answered by a failure, by its code. */
  readonly refusals: Counter<'code' | 'status'>;
  /** Requests with an `Idempotency-Key`: `first`, `replayed`, `in_progress`, `mismatch`. */
  readonly keyedRequests: Counter<'outcome'>;
  /** Journal entries that were posted, reversals among them, each when it was committed. */
  readonly postings: Counter;
  /** Use cases over services that are under way, as the table says, and seconds since the oldest began. */
  readonly useCasesOpen: Gauge;
  readonly useCaseAge: Gauge;
  /** Mails that are not sent, as the table says, and seconds since the oldest was written. */
  readonly mailsWaiting: Gauge;
  readonly mailAge: Gauge;
  /**
   * Things that break an invariant, as the last verification found them, on whichever replica it ran. Anything above
   * zero needs a person.
   */
  readonly invariantViolations: Gauge<'invariant'>;
  /** When that was. */
  readonly verificationMoment: Gauge;
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
  const counter = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Counter({ registers, name, help, labelNames });
  const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Gauge({ registers, name, help, labelNames });
  const refreshes: (() => void)[] = [];
  // The first metric that is read refreshes the others.
  new Gauge({
    registers,
    name: 'build_info',
    help: 'The release that runs, as the label says; always 1',
    labelNames: ['version'],
    collect() {
      this.set({ version }, 1);
      for (const refresh of refreshes) refresh();
    },
  });
  return {
    registry,
    beforeRead: (refresh) => void refreshes.push(refresh),
    ...protocolMetrics(registers),
    outboxBacklog: gauge('outbox_backlog', 'Events waiting to be published'),
    outboxAge: gauge('outbox_age_seconds', 'Age of the oldest event waiting to be published'),
    eventsPublished: counter('events_published_total', 'Events published', 'event'),
    eventsConsumed: counter('events_consumed_total', 'Deliveries handled', 'event', 'outcome'),
    inboxDuplicates: counter('inbox_duplicates_total', 'Deliveries of events handled before', 'event'),
    parkedMessages: counter('parked_messages_total', 'Messages put aside after repeated failure', 'event'),
    parkedWaiting: gauge('parked_messages_waiting', 'Messages put aside that nobody has handled yet'),
    jobDuration: new Histogram({
      registers,
      name: 'job_duration_seconds',
      help: 'Time of background jobs',
      labelNames: ['job', 'outcome'],
      buckets: [...SECONDS, 60, 300],
    }),
    refusals: counter('refusals_total', 'Requests that were answered by a failure, by its code', 'code', 'status'),
    keyedRequests: counter('idempotent_requests_total', 'Requests with an Idempotency-Key', 'outcome'),
    postings: counter('postings_total', 'Journal entries posted, reversals among them'),
    useCasesOpen: gauge('use_cases_open', 'Use cases over services that are under way'),
    useCaseAge: gauge('use_case_age_seconds', 'Age of the oldest use case that is under way'),
    mailsWaiting: gauge('mails_waiting', 'Mails that are not sent yet'),
    mailAge: gauge('mail_age_seconds', 'Age of the oldest mail that is not sent yet'),
    invariantViolations: gauge(
      'invariant_violations',
      'Things that break an invariant, as the last verification found them',
      'invariant',
    ),
    verificationMoment: gauge('verification_moment_timestamp_seconds', 'Moment of the last verification'),
    dependencyUp: gauge('dependency_up', 'Whether a neighbour answers', 'dependency'),
  };
}
