import type { SignupDeps } from './deps.ts';
import { finishSignup } from './complete.ts';
import { claimUnfinished } from './store.ts';

/** A request of its own finishes long before; what is older belonged to a process that died. */
const ABANDONED_SECONDS = 15;

/** Drives completions on whose process died between two steps. Safe on several replicas. @returns how many were finished */
export async function resumeSignups(deps: SignupDeps, olderThanSeconds = ABANDONED_SECONDS): Promise<number> {
  let finished = 0;
  for (const registration of await claimUnfinished(deps.db, olderThanSeconds)) {
    try {
      await finishSignup(deps, registration);
      finished++;
    } catch (error) {
      deps.logger.warn({ err: error }, 'a signup could not be finished yet');
    }
  }
  return finished;
}
