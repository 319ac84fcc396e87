import type { UploadedFile } from '@app/contract';
import type { Endpoint } from '@app/contract/endpoint';
import type { z } from 'zod';
import type { Method, OptionalMethod } from './call-options.ts';
import type { FileInput } from './files.ts';

// biome-ignore lint/suspicious/noExplicitAny: the schemas of an endpoint are only known through inference
type Any = any;
type Declared = Endpoint<Any, Any, Any, Any, Any>;

/** Query and path values are text on the wire; numbers, booleans and lists are written as text for the caller. */
type Loose<T> = T extends undefined
  ? undefined
  : string extends T
    ? string | number | boolean | readonly (string | number)[]
    : T;
type LooseFields<T> = { [K in keyof T]: Loose<T[K]> };
/**
 * An endpoint that declares no such fields has the widest of all schemas there: it says nothing about what a caller
 * sends.
 */
type Part<S, T> = S extends z.ZodType
  ? undefined extends S
    ? unknown
    : string extends keyof z.input<S>
      ? unknown
      : T
  : unknown;
type BodyPart<B> = B extends z.ZodType
  ? z.input<B> extends readonly unknown[] | Uint8Array | string
    ? { readonly body: z.input<B> | (Uint8Array extends z.input<B> ? Blob : never) }
    : WithFiles<z.input<B>>
  : unknown;
/** Files of a form: the server's are in memory, a caller's may be read while they are sent. */
type WithFiles<T> = {
  [K in keyof T]: NonNullable<T[K]> extends UploadedFile ? FileInput | Exclude<T[K], UploadedFile> : T[K];
};

/** What a method takes: the fields of path, query and body in one object. */
export type InputOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, Any, Any>
    ? Part<P, LooseFields<z.input<P>>> & Part<Q, LooseFields<z.input<Q>>> & BodyPart<B>
    : never;

/** What a method gives: the declared output. */
export type OutputOf<E> = E extends Endpoint<Any, Any, Any, infer O, Any> ? z.output<O> : never;

/** The typed method of an endpoint. */
export type ClientMethod<E> =
  Record<string, never> extends InputOf<E> ? OptionalMethod<InputOf<E>, OutputOf<E>> : Method<InputOf<E>, OutputOf<E>>;

/** The endpoints that a namespace of declarations exports by name. */
type EndpointsOf<M> = { [K in keyof M]: M[K] extends Declared ? M[K] : never }[keyof M];
type AreaName<N> = N extends `${infer A}.${string}` ? A : never;
type MethodName<N, A extends string> = N extends `${A}.${infer O}` ? O : never;
type Named<E> = E extends { readonly name: infer N } ? N : never;

/** `client.<area>.<operation>(…)` for every endpoint that the namespaces export. */
export type Methods<Areas> = MethodsOf<{ [K in keyof Areas]: EndpointsOf<Areas[K]> }[keyof Areas]>;
type MethodsOf<E> = {
  readonly [A in AreaName<Named<E>>]: {
    readonly [T in Extract<E, { readonly name: `${A}.${string}` }> as MethodName<Named<T>, A>]: ClientMethod<T>;
  };
};
