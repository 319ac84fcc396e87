import type { Owner } from '../../src/system.ts';

/** A company that clients write for, and the token with which they do. */
export interface Company {
  readonly owner: Owner;
  token: string;
}
