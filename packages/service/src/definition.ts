import type { Guard } from '@app/access';
import type { Tally } from '@app/audit';
import type { Api, ApiOptions, IdempotencyStore } from '@app/contract';
import type { Database } from '@app/db';
import type { Broker, Handler } from '@app/events';
import type { AccessSources, KeySource } from '@app/identity';
import type { Verification } from '@app/invariants';
import type { BackendName } from '@app/registry';
import type { Client, Contract, Implementation } from '@app/rpc';
import type { Clock, Logger, Metrics, Sealer } from '@app/runtime';
import type { ServiceDefinition as GrpcDefinition } from '@grpc/grpc-js';
import type { z } from 'zod';
import type { GeneralConfig } from './config.ts';
import type { ErasureParts } from './erasure.ts';
import type { Job } from './jobs.ts';
import type { Recoverable } from './recovery.ts';
import type { SealedColumn } from './rekey.ts';

/** What a service is made of; `startService` does the rest. */
export interface ServiceDefinition<S extends z.core.$ZodLooseShape = Record<never, never>> {
  readonly name: BackendName;
  /** Variables beyond the general ones. */
  readonly config?: S;
  /** What is always true of its rows, beyond its messages: checked by the nightly job and by `npm run verify`. */
  readonly verification?: Verification;
  /** What it keeps sealed, for the command that seals it under a new key. */
  readonly sealed?: readonly SealedColumn[];
  /** Folder of the migrations below the root of the application; `services/<name>/migrations` by default. */
  readonly migrations?: string;
  /** The composition root: makes every dependency once and passes it down. Nothing may be asked of the outside yet. */
  register(deps: Dependencies<S>): Parts | Promise<Parts>;
}

export interface Dependencies<S extends z.core.$ZodLooseShape = Record<never, never>> {
  readonly config: GeneralConfig & z.output<z.ZodObject<S>>;
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly broker: Broker;
  readonly guard: Guard;
  readonly sealer: Sealer;
  readonly idempotency: IdempotencyStore;
  /** Records of security about what changes nothing. */
  readonly tally: Tally;
  /** A client of another service, at the address its variable names. Nothing connects before the first call. */
  connect<D extends GrpcDefinition>(contract: Contract<D>, service: BackendName): Client<D>;
}

/** What a service offers. */
export interface Parts {
  /** Binds operations to endpoints. */
  readonly endpoints?: (api: Api) => void;
  /** See {@link ApiOptions.beforeTransaction}. */
  readonly beforeTransaction?: ApiOptions['beforeTransaction'];
  /** The address of the web application, where its pages may call this service with our cookies. */
  readonly webApp?: string | undefined;
  readonly rpc?: readonly Implementation[];
  /** What to do about other services' events; made by `on`. */
  readonly consumers?: readonly Handler[];
  readonly jobs?: readonly Job[];
  /**
   * Use cases over services that it owns: what a process leaves half done, the job `use-case-recovery` carries to its
   * end.
   */
  readonly useCases?: readonly Recoverable[];
  /** What goes when a client account is reset or removed. */
  readonly erasure?: ErasureParts;
  /**
   * Where identity comes from when it is this very service that knows: auth and organisation do not call themselves.
   */
  readonly identity?: Partial<AccessSources> & { readonly keys?: KeySource };
  /** Runs once the schema is there, on every replica: seeds, recovery loops. Must be safe to repeat. */
  readonly start?: () => Promise<void>;
  /** Ends what `start` began, before connections close. */
  readonly stop?: () => Promise<void>;
  /** More of this process' own to wait for before work is taken, by name; never a neighbour. */
  readonly ready?: Readonly<Record<string, () => Promise<unknown>>>;
}
