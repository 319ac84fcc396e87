import type { AnyEndpoint } from '@app/contract';
import * as auth from './auth/index.ts';
import * as documents from './documents/index.ts';
import * as gateway from './gateway/index.ts';
import * as ledger from './ledger/index.ts';
import * as organisation from './organisation/index.ts';

/**
 * The whole public API, area by area. A new service adds its namespace here; nothing else lists endpoints.
 * Order decides the order of the OpenAPI document, the reference and the tools.
 */
export const areas = { auth, organisation, ledger, documents, gateway } as const;

export type Areas = typeof areas;

const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === 'object' && value !== null && 'paths' in value && 'methods' in value && 'envelope' in value;

/** Every endpoint, each once, in the order of its area's list. */
export const allEndpoints: readonly AnyEndpoint[] = Object.values(areas).flatMap((area) => {
  const list = Object.values(area as Record<string, unknown>).find(
    (value) => Array.isArray(value) && value.every(isEndpoint),
  );
  if (!list) throw new Error('An area of the API exports no list of its endpoints');
  return list as readonly AnyEndpoint[];
});
