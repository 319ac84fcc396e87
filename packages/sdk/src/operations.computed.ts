import { allEndpoints } from '@app/api/endpoints';
import type { Operation } from './operation.ts';
import { operationOf } from './operation-of.ts';

/** Every operation of the reference, in its order; pages for people are none. */
export const operations: readonly Operation[] = allEndpoints.filter(({ hidden }) => !hidden).map(operationOf);
