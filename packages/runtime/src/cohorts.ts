/** Runs work that takes several steps, beside other work of its kind. */
export type InCohort = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Work that is begun at once, so that a cohort begins beside the last third of the one before: its first steps and their last
 * keep different processes busy (docs/decisions/0267-cohorts-overlap.md).
 */
const FEW = 10;
/** How long work may keep others waiting. */
const PATIENCE_MILLIS = 100;

/**
 * Makes work begin together with what else is there, so that its steps, each shared with whoever takes the same step at
 * that moment, are shared by more (docs/decisions/0239-invoices-begin-together.md). While fewer than `few` are at work
 * nobody waits; what comes while more are begins with all that came meanwhile, once they have ended but for a few. Work
 * that takes long, since it waits for a lock or for a service that is away, keeps nobody waiting after its first moments.
 * This only says when work begins: how each ends is its own affair.
 */
export function createCohorts({
  few = FEW,
  patienceMillis = PATIENCE_MILLIS,
}: {
  readonly few?: number;
  readonly patienceMillis?: number;
} = {}): InCohort {
  /** Each is told that it begins, and gets what is to be called when it has ended. */
  let waiting: ((end: () => void) => void)[] = [];
  let atWork = 0;
  let isScheduled = false;

  /** After everything that has come in by now was read: what came together goes together. */
  const schedule = (): void => {
    if (isScheduled || atWork >= few || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      begin();
    });
  };

  const begin = (): void => {
    const cohort = waiting;
    waiting = [];
    let counted = cohort.length;
    const discount = (some: number): void => {
      counted -= some;
      atWork -= some;
      if (counted === 0) clearTimeout(timer);
      schedule();
    };
    atWork += counted;
    const timer = setTimeout(() => discount(counted), patienceMillis);
    for (const start of cohort) start(() => discount(Math.min(1, counted)));
  };

  return async (work) => {
    const { promise, resolve } = Promise.withResolvers<() => void>();
    waiting.push(resolve);
    schedule();
    const end = await promise;
    try {
      return await work();
    } finally {
      end();
    }
  };
}
