import type { Accepted } from './openapi-breakages.ts';

/** What the next release breaks for clients of the last one, on purpose. Emptied at a release. */
export const ACCEPTED_BREAKAGES: readonly Accepted[] = [];
