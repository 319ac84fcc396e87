import { DEMO_PASSWORD } from '@app/demo/password';
import { type DemoUser, demoUsers } from '@app/demo/people';
import { isThisMachine } from '@app/runtime';
import { LRUCache } from 'lru-cache';
import type { AuthDeps } from '../deps.ts';
import { listCredentialsByEmail } from './user-store.ts';

/** Somebody of the demo company, to sign in as. */
export type DemoPerson = Pick<DemoUser, 'email' | 'what' | 'norwegian'>;

const KEPT = 100;

/**
 * The people of the demo company as whom everybody at this machine may sign in: those who are there and have the
 * published password. Where others reach the platform there are none (`npm start` gives them another password then).
 */
export function createDemoPeople({
  db,
  passwords,
  issuer,
}: Pick<AuthDeps, 'db' | 'passwords' | 'issuer'>): () => Promise<readonly DemoPerson[]> {
  if (!isThisMachine(issuer)) return async () => [];
  // By the stored form of a password: comparing takes a processor for tens of milliseconds.
  const compared = new LRUCache<string, Promise<boolean>>({ max: KEPT });
  const isPublished = (stored: string): Promise<boolean> => {
    const known = compared.get(stored);
    if (known) return known;
    const asked = passwords.verify(stored, DEMO_PASSWORD);
    compared.set(stored, asked);
    asked.catch(() => compared.delete(stored));
    return asked;
  };
  const isThere = async ({ email }: DemoUser): Promise<boolean> => {
    const [found] = await listCredentialsByEmail(db, email);
    if (!found?.user.isActive || found.passwordHash === null) return false;
    return isPublished(found.passwordHash);
  };
  return async () => {
    const people: readonly DemoUser[] = Object.values(demoUsers);
    const there = await Promise.all(people.map(isThere));
    return people.filter((_, index) => there[index]);
  };
}
