import { createPatience, currentContext, inSpan, type Metrics, PATIENCE_MILLIS, type Patience, type Signer } from '@app/runtime';
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
import { fromServiceError, isAnswered } from './problem.ts';

const DEADLINE_MILLIS = 5_000;
const PING_MILLIS = 1_500;

export interface RpcClients {
  /**
   * A typed client. `service` is the name the other side verifies (`auth`); `address` is `host:port`. Calls throw the `Failure` the other
   * side threw, `Failure` 503 when it cannot be reached in time, and `RpcError` for mistakes of ours.
   */
  connect<D extends ServiceDefinition>(contract: Contract<D>, target: { readonly service: string; readonly address: string }): Client<D>;
  /** Whom clients were made for, by name, each with a question that fails when nobody answers there. */
  readonly neighbours: ReadonlyMap<string, () => Promise<void>>;
  /** Closes every client made here. */
  close(): void;
}

/** Makes clients that carry the credential, request id and trace of this service. Nothing connects before the first call. */
export function createRpcClients({ signer, metrics }: { readonly signer: Signer; readonly metrics: Metrics }): RpcClients {
  const opened: GrpcClient[] = [];
  const neighbours = new Map<string, () => Promise<void>>();
  const patience = createPatience();
  const credential = createCredentials(signer);
  return {
    connect<D extends ServiceDefinition>(contract: Contract<D>, target: { readonly service: string; readonly address: string }): Client<D> {
      const definition = loadContract(contract);
      const channel = new GrpcClient(target.address, credentials.createInsecure(), channelOptions(contract.name, definition));
      opened.push(channel);
      if (!neighbours.has(target.service)) neighbours.set(target.service, () => ping(channel));
      const methods = Object.entries(definition).map(([name, method]) => {
        const call = async (request: object, callOptions: CallOptions = {}) =>
          invoke({ credential, metrics, channel, patience, method, target: target.service }, request, callOptions);
        return [name, call] as const;
      });
      return Object.fromEntries(methods) as unknown as Client<D>;
    },
    neighbours,
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
    channel.makeUnaryRequest('/grpc.health.v1.Health/Check', nothing, nothing, {}, new Metadata(), { deadline }, (error) =>
      isAnswered(error) ? resolve() : reject(error),
    );
  });
}

type Method = MethodDefinition<object, object>;

interface Route {
  readonly credential: (audience: string, userId: number | null) => string;
  readonly metrics: Metrics;
  readonly channel: GrpcClient;
  readonly patience: Patience;
  readonly method: Method;
  readonly target: string;
}

function invoke(route: Route, request: object, options: CallOptions): Promise<object> {
  const { channel, patience, method, target } = route;
  const context = currentContext();
  const userId = options.userId === undefined ? (context?.userId ?? null) : options.userId;
  const metadata = new Metadata();
  metadata.set('authorization', `Bearer ${route.credential(target, userId)}`);
  if (context) metadata.set('x-request-id', context.requestId);
  if (context?.traceparent) metadata.set('traceparent', context.traceparent);
  if (context?.address) metadata.set('x-client-address', context.address);
  if (context?.clientId) metadata.set('x-client-id', context.clientId);
  const isAway = channel.getChannel().getConnectivityState(false) !== connectivityState.READY;
  const waits = isAway && patience.allows(target);
  // A call that waits for the connection was not sent: nothing is done twice.
  if (waits) metadata.setOptions({ waitForReady: true });
  const deadline = Date.now() + Math.max(options.deadlineMillis ?? DEADLINE_MILLIS, waits ? PATIENCE_MILLIS : 0);
  const started = performance.now();
  const send = () =>
    new Promise<object>((resolve, reject) => {
      channel.makeUnaryRequest(
        method.path,
        method.requestSerialize,
        method.responseDeserialize,
        request,
        metadata,
        { deadline },
        (error: ServiceError | null, response) => {
          route.metrics.rpcDuration.observe(
            { side: 'client', method: method.path, code: status[error?.code ?? status.OK] ?? 'UNKNOWN' },
            (performance.now() - started) / 1_000,
          );
          if (isAnswered(error)) patience.answered(target);
          if (error) reject(fromServiceError(error, method.path));
          else resolve(response as object);
        },
      );
    });
  return inSpan(method.path, 'client', context?.traceparent, send);
}

/** Methods that the proto declares repeatable are tried again when the other side is away; others never. */
function channelOptions(service: string, definition: LoadedService): Record<string, string | number> {
  const repeatable = Object.entries(definition).filter(([, method]) => method.options.idempotency_level !== 'IDEMPOTENCY_UNKNOWN');
  const retryPolicy = {
    maxAttempts: 4,
    initialBackoff: '0.1s',
    maxBackoff: '1s',
    backoffMultiplier: 2,
    retryableStatusCodes: ['UNAVAILABLE'],
  };
  const methodConfig = repeatable.length === 0 ? [] : [{ name: repeatable.map(([method]) => ({ service, method })), retryPolicy }];
  return {
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 1_000,
    'grpc.keepalive_time_ms': 30_000,
    'grpc.keepalive_timeout_ms': 5_000,
    'grpc.max_metadata_size': 32 * 1024,
    'grpc.enable_retries': 1,
    'grpc.service_config': JSON.stringify({ methodConfig }),
  };
}
