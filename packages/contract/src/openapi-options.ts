import type { z } from 'zod';
import type { AnyEndpoint, Envelope } from './endpoint.ts';
import type { AccessDocumentation, ErrorCatalogue } from './openapi-failures.ts';

/** What a document is made of. */
export interface OpenApiOptions {
  readonly title: string;
  readonly version: string;
  /** CommonMark: the conventions that hold everywhere. */
  readonly description: string;
  /** Where the API is served; clients put their own base address in its place. */
  readonly serverUrl: string;
  readonly endpoints: readonly AnyEndpoint[];
  /** Schemas that become named components; every other schema is printed where it is used. */
  readonly schemas: Readonly<Record<string, z.ZodType>>;
  readonly errors: ErrorCatalogue;
  /** What is documented of access. */
  readonly access: AccessDocumentation;
  /** The envelope of general failures. */
  readonly standard: Envelope;
  /** One tag per service, in the order of the document. */
  readonly tags: readonly { readonly name: string; readonly title: string; readonly description: string }[];
}
