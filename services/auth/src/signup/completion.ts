import type { Language } from '@app/runtime';
import type { Asker } from '../passwords/prove.ts';

/** What somebody sent to complete a signup, unchecked. */
export interface Completion {
  /** The same for every try of one keyed request. */
  readonly commandKey: string;
  readonly signupToken: unknown;
  readonly organizationId: unknown;
  readonly email: unknown;
  readonly password: unknown;
  readonly consent: unknown;
  readonly attribution: unknown;
  readonly language: Language;
  /** Whose guesses at a password these are. */
  readonly asker: Asker;
}
