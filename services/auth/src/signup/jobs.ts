import { defineJob, type Job } from '@app/service';
import type { SignupDeps } from './deps.ts';
import { forgetSignups } from './store.ts';

export const signupJobs = (deps: SignupDeps): readonly Job[] => [
  defineJob({
    name: 'signup-cleanup',
    schedule: { everySeconds: 3_600 },
    run: () => forgetSignups(deps.db, deps.clock.millis()),
  }),
];
