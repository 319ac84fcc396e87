/** How often a lease is extended: several times before one of half a minute ends. */
const EXTENSION_MILLIS = 10_000;

/**
 * Does what a lease keeps others from, and extends the lease while that lasts: it may take minutes, and a process that
 * dies must not hold it up for as long. A lease that cannot be extended ends; whoever takes the work then overtakes
 * this process, which finds out by the key of its lease.
 * @param extend moves the end of the lease, by the clock of the database; its faults are nobody's
 */
export async function whileHeld<T>(
  extend: () => Promise<unknown>,
  work: () => Promise<T>,
  everyMillis = EXTENSION_MILLIS,
): Promise<T> {
  const timer = setInterval(() => void extend().catch(() => undefined), everyMillis);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
