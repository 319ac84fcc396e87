import type { Clock } from '@app/runtime';
import type { Provider } from 'oidc-provider';
import type { Directory } from '../directory/directory.ts';
import type { Subjects } from './subjects.ts';

/** What a sign-in is made of. */
export interface IdentityProvider {
  readonly provider: Provider;
  readonly directory: Directory;
  readonly subjects: Subjects;
  readonly clock: Clock;
}
