import { setTimeout as pause } from 'node:timers/promises';
import {
  createRestartGrace,
  currentContext,
  type Metrics,
  type OpenSpan,
  observeRpc,
  openSpan,
  type RestartGrace,
  type Signer,
} from '@app/runtime';
import {
  connectivityState,
  credentials,
  Client as GrpcClient,
  Metadata,
  type ServiceDefinition,
  type ServiceError,
  status,
} from '@grpc/grpc-js';
import type { ServiceDefinition as LoadedService, MethodDefinition } from '@grpc/proto-loader';
import { type CallOptions, type Client, type Contract, loadContract } from './contract.ts';
import { createCredentials } from './credential.ts';
import { fromServiceError, isAnswered, isUnread } from './problem.ts';

const DEADLINE_MILLIS = 5_000;
const PING_MILLIS = 1_500;
/** Between two looks whether a service that is away is back. */
const AGAIN_MILLIS = 100;

export interface RpcClients {
  /**
   * A typed client. `service` is the name the other side verifies (`auth`); `address` is what `rpcAddress` takes. Calls
   * throw the `Failure` the other side threw, `Failure` 503 when it cannot be reached in time, and `RpcError` for
   * mistakes of ours.
   */
  connect<D extends ServiceDefinition>(
    contract: Contract<D>,
    target: { readonly service: string; readonly address: string },
  ): Client<D>;
  /** Whom clients were made for, by name, each with a question that fails when nobody answers there. */
  readonly neighbours: ReadonlyMap<string, () => Promise<void>>;
  /**
   * Nobody who is away comes back any more, since everything is stopping: calls that wait for such a service end with
   * `Failure` 503, and no further one waits.
   */
  waitNoMore(): void;
  /** Closes every client made here. */
  close(): void;
}

/**
 * Makes clients that carry the credential, request id and trace of this service. Nothing connects before the first
 * call.
 */
export function createRpcClients({
  signer,
  metrics,
  restartGraceMillis,
}: {
  readonly signer: Signer;
  readonly metrics: Metrics;
  /** See {@link createRestartGrace}. */
  readonly restartGraceMillis?: number | undefined;
}): RpcClients {
  const opened: GrpcClient[] = [];
  const neighbours = new Map<string, () => Promise<void>>();
  const restartGrace = createRestartGrace(undefined, restartGraceMillis);
  const waitLimit: WaitLimit = { isOver: false, waiting: new Set() };
  const credential = createCredentials(signer);
  return {
    connect<D extends ServiceDefinition>(
      contract: Contract<D>,
      target: { readonly service: string; readonly address: string },
    ): Client<D> {
      const definition = loadContract(contract);
      const channel = new GrpcClient(
        target.address,
        credentials.createInsecure(),
        channelOptions(contract.name, definition),
      );
      opened.push(channel);
      if (!neighbours.has(target.service))
        neighbours.set(target.service, () => ping(channel).then(() => restartGrace.met(target.service)));
      const methods = Object.entries(definition).map(([name, method]) => {
        const call = async (request: object, callOptions: CallOptions = {}) =>
          invoke(
            { credential, metrics, channel, restartGrace, waitLimit, method, target: target.service },
            request,
            callOptions,
          );
        return [name, call] as const;
      });
      return Object.fromEntries(methods) as unknown as Client<D>;
    },
    neighbours,
    waitNoMore: () => {
      waitLimit.isOver = true;
      for (const giveUp of waitLimit.waiting) giveUp();
    },
    close: () => {
      for (const channel of opened) channel.close();
    },
  };
}

/** Whatever the other side answers, it answers: also that it knows no such method. */
function ping(channel: GrpcClient): Promise<void> {
  const nothing = () => Buffer.alloc(0);
  const deadline = Date.now() + PING_MILLIS;
  return new Promise((resolve, reject) => {
    channel.makeUnaryRequest(
      '/grpc.health.v1.Health/Check',
      nothing,
      nothing,
      {},
      new Metadata(),
      { deadline },
      (error) => (isAnswered(error) ? resolve() : reject(error)),
    );
  });
}

type Method = MethodDefinition<object, object>;

/** Whether calls wait for a service that is away, and what ends those that may be waiting. */
interface WaitLimit {
  isOver: boolean;
  readonly waiting: Set<() => void>;
}

interface Route {
  readonly credential: (audience: string, userId: number | null) => string;
  readonly metrics: Metrics;
  readonly channel: GrpcClient;
  readonly restartGrace: RestartGrace;
  readonly waitLimit: WaitLimit;
  readonly method: Method;
  readonly target: string;
}

async function invoke(route: Route, request: object, options: CallOptions): Promise<object> {
  const { method, target } = route;
  const context = currentContext();
  const userId = options.userId === undefined ? (context?.userId ?? null) : options.userId;
  const metadata = new Metadata();
  metadata.set('authorization', `Bearer ${route.credential(target, userId)}`);
  if (context) metadata.set('x-request-id', context.requestId);
  const span = openSpan(() => ({
    name: method.path.slice(1),
    kind: 'client',
    attributes: { 'rpc.system.name': 'grpc', 'rpc.method': method.path.slice(1), 'service.peer.name': target },
  }));
  const traceparent = span?.traceparent ?? context?.traceparent;
  if (traceparent) metadata.set('traceparent', traceparent);
  if (context?.address) metadata.set('x-client-address', context.address);
  if (context?.clientId) metadata.set('x-client-id', context.clientId);
  try {
    return await sendUntilRead(route, request, metadata, options.deadlineMillis ?? DEADLINE_MILLIS, span);
  } finally {
    span?.end();
  }
}

/** Sends a call, and again while it comes back unread from a service that is starting. */
async function sendUntilRead(
  route: Route,
  request: object,
  metadata: Metadata,
  deadlineMillis: number,
  span: OpenSpan | undefined,
): Promise<object> {
  const { restartGrace, waitLimit, method, target } = route;
  for (;;) {
    try {
      const response = await send(route, request, metadata, deadlineMillis);
      restartGrace.answered(target);
      span?.set({ 'rpc.response.status_code': 'OK' });
      return response;
    } catch (thrown) {
      const error = thrown as ServiceError;
      if (isAnswered(error)) restartGrace.answered(target);
      if (!isUnread(error) || waitLimit.isOver || !restartGrace.allows(target)) {
        const code = status[error.code] ?? 'UNKNOWN';
        span?.set({ 'rpc.response.status_code': code });
        span?.fail(code);
        throw fromServiceError(error, method.path);
      }
      await pause(AGAIN_MILLIS);
    }
  }
}

/**
 * One call. Where the other side was there before, it waits for a connection, up to ten seconds beyond a restart: what
 * waits was not sent, so nothing is done twice. From then on the deadline counts.
 */
function send(route: Route, request: object, metadata: Metadata, deadlineMillis: number): Promise<object> {
  const { channel, restartGrace, waitLimit, method, target, metrics } = route;
  // Looking makes the channel ask for the name again, which it does of its own accord only when another call comes.
  const isThere = (): boolean => channel.getChannel().getConnectivityState(true) === connectivityState.READY;
  const waits = !waitLimit.isOver && (isThere() ? restartGrace.knows(target) : restartGrace.allows(target));
  metadata.setOptions({ waitForReady: waits });
  const started = performance.now();
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    let givingUp: NodeJS.Timeout | undefined;
    let isLate = false;
    const deadline = Date.now() + (waits ? restartGrace.millis + deadlineMillis : deadlineMillis);
    const call = channel.makeUnaryRequest(
      method.path,
      method.requestSerialize,
      method.responseDeserialize,
      request,
      metadata,
      { deadline },
      (error: ServiceError | null, response) => {
        clearTimeout(timer);
        clearTimeout(givingUp);
        waitLimit.waiting.delete(giveUp);
        const code = isLate ? 'DEADLINE_EXCEEDED' : (status[error?.code ?? status.OK] ?? 'UNKNOWN');
        const seconds = (performance.now() - started) / 1_000;
        observeRpc(metrics.rpcClientDuration, { method: method.path, code, isFault: error !== null, seconds });
        if (error) reject(error);
        else resolve(response as object);
      },
    );
    let wasThere = isThere();
    const onTime = (): void => {
      // Without a connection the call has not left; with a new one it has just done so.
      isLate = wasThere && isThere();
      if (isLate) {
        call.cancel();
        return;
      }
      wasThere = isThere();
      timer = setTimeout(onTime, wasThere ? deadlineMillis : AGAIN_MILLIS);
    };
    // A connection that is replaced just now is there again at the next look.
    const giveUp = (looks = 0): void => {
      const misses = isThere() ? 0 : looks + 1;
      if (misses > 1) call.cancel();
      else givingUp = setTimeout(giveUp, AGAIN_MILLIS, misses);
    };
    if (!waits) return;
    timer = setTimeout(onTime, wasThere ? deadlineMillis : AGAIN_MILLIS);
    waitLimit.waiting.add(giveUp);
  });
}

/**
 * Every call goes to the next replica. Methods that the proto declares repeatable are tried again when the other side
 * is away; others never.
 */
function channelOptions(service: string, definition: LoadedService): Record<string, string | number> {
  const repeatable = Object.entries(definition).filter(
    ([, method]) => method.options.idempotency_level !== 'IDEMPOTENCY_UNKNOWN',
  );
  const retryPolicy = {
    maxAttempts: 4,
    initialBackoff: '0.1s',
    maxBackoff: '1s',
    backoffMultiplier: 2,
    retryableStatusCodes: ['UNAVAILABLE'],
  };
  const methodConfig =
    repeatable.length === 0 ? [] : [{ name: repeatable.map(([method]) => ({ service, method })), retryPolicy }];
  return {
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 1_000,
    'grpc.keepalive_time_ms': 30_000,
    'grpc.keepalive_timeout_ms': 5_000,
    'grpc.max_metadata_size': 32 * 1024,
    'grpc.enable_retries': 1,
    // A name that stands for several replicas is asked again whenever a connection ends, which servers see to now and
    // then.
    'grpc.dns_min_time_between_resolutions_ms': 1_000,
    'grpc.service_config_disable_resolution': 1,
    'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }], methodConfig }),
  };
}
