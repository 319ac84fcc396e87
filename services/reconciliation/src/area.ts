import type { Parts } from '@app/service';

/** One part of what the service does: what it adds to the whole. `create<Area>(deps)` makes it, in `<area>/area.ts`. */
export type Area = Pick<Parts, 'endpoints' | 'rpc' | 'consumers' | 'useCases' | 'jobs' | 'start' | 'stop'>;
