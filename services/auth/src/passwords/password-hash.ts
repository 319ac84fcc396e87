import { unavailable } from '@app/contract/failure';
import { hash, verify } from '@node-rs/argon2';
import { MAX_PASSWORD_LENGTH } from './password-rule.ts';

/**
 * argon2id, 19 MiB, two passes, one lane: the least that is recommended for passwords. Runs on the thread pool, never
 * on the event loop.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;

/** Of a password nobody has: checked when there is no account, so that time reveals nothing. Same cost as above. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$EyrqIMlwkELMfK8Z6JVPLQ$7GkjS/1B/qrypxihtVlruZmbWD3E/BGVkfFN4YThZ4E';

export interface PasswordHasher {
  /** The stored form of a new password. The caller has checked the password rule. */
  hash(password: string): Promise<string>;
  /**
   * Is it the password? Takes as long for a missing hash, and for text too long to be a password, as for a wrong one.
   */
  verify(storedHash: string | null, password: string): Promise<boolean>;
}

/**
 * Hashing costs a processor and 19 MiB for tens of milliseconds: a few run at once, more wait, and a flood is turned
 * away.
 * @param options.concurrent hashes at once; `waiting` at most before 503
 */
export function createPasswordHasher(
  options: { readonly concurrent?: number; readonly waiting?: number } = {},
): PasswordHasher {
  const queue = createQueue(options.concurrent ?? 2, options.waiting ?? 200);
  return {
    hash: (password) => queue(() => hash(composed(password), COST)),
    verify: async (storedHash, password) => {
      const isPossible = storedHash !== null && password.length <= MAX_PASSWORD_LENGTH * 2;
      const matches = await queue(() => verify(isPossible ? storedHash : NOBODY, isPossible ? composed(password) : ''));
      return isPossible && matches;
    },
  };
}

/** The same characters typed on two systems may come composed or not. */
const composed = (password: string): string => password.normalize('NFC');

function createQueue(concurrent: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  const line: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= concurrent) {
      if (line.length >= waiting)
        throw unavailable('Too many people are logging in at this moment; try again in a few seconds');
      await new Promise<void>((resolve) => line.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
