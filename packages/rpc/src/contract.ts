import { join } from 'node:path';
import type { ServiceName } from '@app/registry';
import { appRoot } from '@app/runtime';
import type { ServiceDefinition } from '@grpc/grpc-js';
import { type ServiceDefinition as LoadedService, loadSync, type MethodDefinition } from '@grpc/proto-loader';
import type { Caller } from './credential.ts';

/** One service of `protos/`, with the types generated from it. */
export interface Contract<D extends ServiceDefinition> {
  /** Full name, `auth.v1.Auth`. */
  readonly name: string;
  /** Path below `protos/`. */
  readonly file: string;
  /** Which services may call each method; any other is refused. */
  readonly callers: Callers<D>;
  /** Only at the type level. */
  readonly definition?: D;
}

/** Names one service of a proto file and who may call it; `D` is the `<Service>Definition` generated for it. */
export const contract = <D extends ServiceDefinition>(
  file: string,
  name: string,
  callers: Callers<D>,
): Contract<D> => ({
  file,
  name,
  callers,
});

/**
 * A message as code reads and writes it: every field present, ids are numbers, `optional` fields may be absent. The
 * virtual `_field` members of the loader are left out.
 */
export type Message<T> = T extends Uint8Array
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Message<Item>[]
    : T extends object
      ? { readonly [K in keyof T as K extends `_${string}` ? never : K]: Message<T[K]> }
      : T;

// biome-ignore lint/suspicious/noExplicitAny: conditional types infer through the parameters they do not name
type Request<M> = M extends MethodDefinition<any, any, infer Out, any> ? Message<Out> : never;
// biome-ignore lint/suspicious/noExplicitAny: as above
type Response<M> = M extends MethodDefinition<any, any, any, infer Out> ? Message<Out> : never;
/** A method's own name; the index signature that grpc-js adds has none. */
type Named<K> = string extends K ? never : number extends K ? never : K;

/** One list per method: forgetting one is a type error. */
export type Callers<D extends ServiceDefinition> = { readonly [K in keyof D as Named<K>]: readonly ServiceName[] };

/** One function per method: a translation between words of the proto and an operation. */
export type Handlers<D extends ServiceDefinition> = {
  readonly [K in keyof D as Named<K>]: (request: Request<D[K]>, caller: Caller) => Promise<Response<D[K]>>;
};

export interface CallOptions {
  /** Milliseconds; 5 000 by default. */
  readonly deadlineMillis?: number;
  /** The person the call is made for; by default whom the work at hand is done for, null for nobody. */
  readonly userId?: number | null;
}

export type Client<D extends ServiceDefinition> = {
  readonly [K in keyof D as Named<K>]: (request: Request<D[K]>, options?: CallOptions) => Promise<Response<D[K]>>;
};

const loaded = new Map<string, LoadedService>();

/** Parses the proto file of a contract; each is parsed once per process. */
export function loadContract(contract: { readonly name: string; readonly file: string }): LoadedService {
  const root = join(appRoot(), 'protos');
  const key = `${root}:${contract.name}`;
  let service = loaded.get(key);
  if (!service) {
    const definitions = loadSync(contract.file, {
      includeDirs: [root],
      longs: Number,
      enums: String,
      defaults: true,
      oneofs: true,
    });
    service = definitions[contract.name] as LoadedService | undefined;
    if (!service) throw new Error(`protos/${contract.file} declares no service ${contract.name}`);
    loaded.set(key, guardNumbers(service));
  }
  return loaded.get(key)!;
}

/** int64 is read as a number: one past 2^53 would silently be another id, so such a message is refused as a whole. */
function guardNumbers(service: LoadedService): LoadedService {
  const guarded: Record<string, LoadedService[string]> = {};
  for (const [name, method] of Object.entries(service)) {
    guarded[name] = {
      ...method,
      requestDeserialize: (bytes) => assertSafe(method.requestDeserialize(bytes), method.path),
      responseDeserialize: (bytes) => assertSafe(method.responseDeserialize(bytes), method.path),
    };
  }
  return guarded;
}

function assertSafe<T>(value: T, path: string): T {
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new Error(`A message of ${path} holds an integer past 2^53`);
  } else if (Array.isArray(value)) for (const item of value) assertSafe(item, path);
  else if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array))
    // Without a list of its values for each message.
    for (const name in value) assertSafe(value[name], path);
  return value;
}

/**
 * The client of a contract by its value (`ClientOf<typeof Auth>`): what takes part of one names the methods it calls
 * with `Pick`.
 */
export type ClientOf<T> = T extends Contract<infer D> ? Client<D> : never;
