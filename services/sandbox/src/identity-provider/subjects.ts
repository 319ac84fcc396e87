import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/**
 * The names under which the provider keeps people: the same at every sign-in with the same client, and not the identity
 * number, which stands in the claim `pid` alone.
 */
export interface Subjects {
  of(pid: string): string;
  /** Who was named so, as long as it is remembered: far longer than a sign-in takes. */
  pidOf(subject: string): string | undefined;
}

const LIMIT = 20_000;

export function createSubjects(clientId: string): Subjects {
  const pids = new LRUCache<string, string>({ max: LIMIT });
  return {
    of: (pid) => {
      const subject = createHmac('sha256', clientId).update(pid).digest('base64url');
      pids.set(subject, pid);
      return subject;
    },
    pidOf: (subject) => pids.get(subject),
  };
}
