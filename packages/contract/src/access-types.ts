// biome-ignore-all lint/suspicious/noEmptyInterface: the package that has the access step adds the fields
// biome-ignore-all lint/correctness/noUnusedVariables: its fields use the parameter

/**
 * What the access step of an installation adds to declarations, requests, calls and operations. Empty here: the package
 * that has the step declares its fields by merging (`declare module '@app/contract/access-types'`).
 */

/** Fields of an endpoint's declaration. */
export interface AccessDeclaration {}

/** What is known of the caller before the fields of a request are validated. */
export interface CallerContext {}

/** What a request that passed every check knows of the caller's access. */
export interface CallAccess {}

/** What an operation on a resource of type `R` says of who may reach it. */
export interface OperationAccess<R> {}
