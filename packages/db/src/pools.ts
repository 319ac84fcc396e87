import { poolsOf } from '@app/registry';

/** What a process opens that has no row in the registry, such as a test's. */
export const USUAL_POOLS = poolsOf('');

/** How long a statement of a long read may take: the longest that a process asks for. */
export const REPORT_SECONDS = 60;
