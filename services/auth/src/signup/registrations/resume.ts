import type { SignupDeps } from '../deps.ts';
import { driveRegistration } from './drive.ts';
import { claimUnfinished } from './store.ts';

/**
 * The job `signup-recovery`: drives completions on that nobody drives any more, since their process died or `organisation` was away. Safe on
 * several replicas.
 * @returns how many were finished
 */
export async function resumeSignups(deps: SignupDeps): Promise<number> {
  let finished = 0;
  for (const registration of await claimUnfinished(deps.db)) {
    try {
      await driveRegistration(deps, registration);
      finished++;
    } catch (error) {
      deps.logger.warn({ err: error }, 'a signup could not be finished');
    }
  }
  return finished;
}
