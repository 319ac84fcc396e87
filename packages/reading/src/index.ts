export type { Candidate } from './candidate.ts';
export { type Candidates, candidatesOf } from './candidates.ts';
