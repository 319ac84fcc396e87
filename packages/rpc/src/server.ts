import { randomUUID } from 'node:crypto';
import { Failure, unauthorized, unavailable } from '@app/contract/failure';
import {
  enterTrace,
  isOutage,
  isWaitGivenUp,
  type Logger,
  type Metrics,
  observeRpc,
  runInContext,
  type Verifier,
} from '@app/runtime';
import {
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServiceDefinition,
  type ServiceError,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js';
import { type Contract, type Handlers, loadContract } from './contract.ts';
import { type Caller, type InternalCaller, verifyCredential } from './credential.ts';
import { internalError, notReady, toServiceError } from './problem.ts';

/** A contract with its handlers, ready to be served. */
export interface Implementation {
  readonly contract: {
    readonly name: string;
    readonly file: string;
    readonly callers: Readonly<Record<string, readonly string[]>>;
  };
  readonly handlers: Readonly<Record<string, (request: never, caller: Caller) => Promise<unknown>>>;
}

/** Binds handlers to a contract; a missing method or field is a type error. */
export const implement = <D extends ServiceDefinition>(
  contract: Contract<D>,
  handlers: Handlers<D>,
): Implementation => ({
  contract,
  handlers: handlers as unknown as Implementation['handlers'],
});

export interface RpcServer {
  add(implementation: Implementation): void;
  /** Starts to listen; returns the port, which matters when 0 was asked for. */
  listen(): Promise<number>;
  /** Takes no new calls and waits for those under way, at most `graceMillis`. */
  stop(graceMillis?: number): Promise<void>;
}

interface Options {
  /** This service: the audience that credentials must name. */
  readonly service: string;
  readonly verifier: Verifier;
  readonly host: string;
  readonly port: number;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Until it says true every call answers 503. */
  readonly isOpen?: () => boolean;
  /**
   * How old a connection may become, give or take a tenth; 60 000 by default. Then its caller looks for replicas anew.
   */
  readonly connectionAgeMillis?: number;
}

const MAX_METADATA = 32 * 1024;
/** A file of 4 MiB, the largest that a message holds, and what is said of it. */
const MAX_MESSAGE = 4 * 1024 * 1024 + 64 * 1024;
const CONNECTION_AGE_MILLIS = 60_000;
/** For calls under way on a connection that has become too old: longer than the longest deadline. */
const AGED_MILLIS = 58_000;
/** For calls under way when the server stops: longer than the deadlines of calls that requests wait for. */
const STOP_MILLIS = 15_000;

/** Serves contracts on a private address. No method answers without the credential of a service that may call it. */
export function createRpcServer(options: Options): RpcServer {
  const server = new Server({
    'grpc.max_metadata_size': MAX_METADATA,
    'grpc.max_receive_message_length': MAX_MESSAGE,
    'grpc.max_connection_age_ms': options.connectionAgeMillis ?? CONNECTION_AGE_MILLIS,
    'grpc.max_connection_age_grace_ms': AGED_MILLIS,
  });
  return {
    add: (implementation) => {
      const definition = loadContract(implementation.contract);
      const methods = Object.entries(definition).map(([name, method]) => {
        const handler = implementation.handlers[name];
        if (!handler) throw new Error(`${implementation.contract.name}/${name} has no handler`);
        return [
          name,
          unary(
            { path: method.path, callers: implementation.contract.callers[name] ?? [] },
            handler as Handler,
            options,
          ),
        ] as const;
      });
      server.addService(definition as unknown as ServiceDefinition, Object.fromEntries(methods));
    },
    listen: () =>
      new Promise((resolve, reject) => {
        server.bindAsync(`${options.host}:${options.port}`, ServerCredentials.createInsecure(), (error, port) =>
          error ? reject(error) : resolve(port),
        );
      }),
    stop: (graceMillis = STOP_MILLIS) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => server.forceShutdown(), graceMillis);
        server.tryShutdown(() => {
          clearTimeout(timer);
          resolve();
        });
      }),
  };
}

interface Method {
  readonly path: string;
  /** The services that may call it. */
  readonly callers: readonly string[];
}

type Handler = (request: unknown, caller: Caller) => Promise<unknown>;

/** One call: context, credential, handler, failure as trailer. */
function unary({ path: method, callers }: Method, handler: Handler, options: Options) {
  return (call: ServerUnaryCall<unknown, unknown>, answer: sendUnaryData<unknown>): void => {
    const text = (name: string): string | undefined => call.metadata.get(name)[0]?.toString();
    const { traceparent, span } = enterTrace(text('traceparent'), () => ({
      name: method.slice(1),
      kind: 'server',
      attributes: { 'rpc.system.name': 'grpc', 'rpc.method': method.slice(1) },
    }));
    const caller = verifyCredential(
      options.verifier,
      options.service,
      (text('authorization') ?? '').replace(/^Bearer /, ''),
    );
    const [address, clientId] = [text('x-client-address'), text('x-client-id')];
    const context = {
      requestId: text('x-request-id') ?? randomUUID(),
      traceparent,
      ...(caller?.userId ? { userId: caller.userId } : {}),
      ...(address ? { address } : {}),
      ...(clientId ? { clientId } : {}),
    };
    const started = performance.now();
    const finish = (error: Partial<ServiceError> | null, reply?: unknown): void => {
      const code = status[error?.code ?? status.OK] ?? 'UNKNOWN';
      const isFault = isServerFault(error?.code);
      const seconds = (performance.now() - started) / 1_000;
      observeRpc(options.metrics.rpcServerDuration, { method, code, isFault, seconds });
      span?.set({ 'rpc.response.status_code': code });
      if (isFault) span?.fail(code);
      span?.end();
      answer(error, reply);
    };
    void runInContext(context, async () => {
      try {
        if (!caller) {
          options.logger.warn(
            { method, peer: call.getPeer() },
            'a call without a valid internal credential was refused',
          );
          return finish({ code: status.UNAUTHENTICATED, details: 'a valid internal credential is needed' });
        }
        if (!callers.includes(caller.service)) {
          options.logger.warn(
            { method, caller: caller.service, peer: call.getPeer() },
            'a call of a service that may not make it was refused',
          );
          return finish({ code: status.PERMISSION_DENIED, details: `${caller.service} may not call this` });
        }
        if (options.isOpen?.() === false) return finish(notReady);
        const known: Caller = { ...caller, requireUser: () => requireUser(caller), isCancelled: () => call.cancelled };
        finish(null, await handler(call.request, known));
      } catch (error) {
        if (error instanceof Failure) return finish(toServiceError(error));
        options.logger.error({ err: error, method }, 'a call failed unexpectedly');
        if (isOutage(error))
          return finish(toServiceError(unavailable('The service is unavailable; try again in a moment')));
        if (isWaitGivenUp(error))
          return finish(toServiceError(unavailable('The records are busy; nothing was stored, try again in a moment')));
        finish(internalError);
      }
    });
  };
}

/** Statuses that are a fault of the side that answers (https://opentelemetry.io/docs/specs/semconv/rpc/grpc/). */
const SERVER_FAULTS = new Set([
  status.UNKNOWN,
  status.DEADLINE_EXCEEDED,
  status.UNIMPLEMENTED,
  status.INTERNAL,
  status.UNAVAILABLE,
  status.DATA_LOSS,
]);

const isServerFault = (code: status | undefined): boolean => code !== undefined && SERVER_FAULTS.has(code);

function requireUser(caller: InternalCaller): number {
  if (caller.userId === null) throw unauthorized('This call is made for a person and names none');
  return caller.userId;
}
