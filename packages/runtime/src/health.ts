const CACHE_MILLIS = 1_000;
/** A process that begins is asked until it is ready, and all that needs it waits meanwhile. */
const UNREADY_CACHE_MILLIS = 100;
const CHECK_MILLIS = 2_000;

/** Whether the process may take work, and what it lacks. */
export interface Readiness {
  readonly isReady: boolean;
  /** Names of the checks that failed. */
  readonly missing: readonly string[];
  /** Neighbours that were away when they were last asked. They are reported, never counted. */
  readonly away: readonly string[];
}

/** A promise that resolves says yes. */
type Check = () => Promise<unknown>;

export interface Health {
  /** Without it this process cannot do its work. A check passes when its promise resolves within two seconds. */
  addCheck(name: string, check: Check): void;
  /**
   * Somebody else: the broker, another service, an outside system. Its absence is reported, and is no reason to take no
   * work.
   */
  addNeighbour(name: string, check: Check): void;
  /**
   * Runs all checks, at most once a second, however many ask; ten times a second while one of them fails. Never waits
   * for a neighbour: what is said of them is what is known.
   */
  readiness(): Promise<Readiness>;
  /** Asks every neighbour, at most once a second: is it there? */
  neighbours(): Promise<ReadonlyMap<string, boolean>>;
  /** From now on unready, so that no new work is sent here. */
  stop(): void;
}

/** Liveness is the process alone, so it needs no check here: a process that answers is alive. */
export function createHealth(now: () => number = () => performance.now()): Health {
  const checks = createRound(now, UNREADY_CACHE_MILLIS);
  const neighbours = createRound(now, CACHE_MILLIS);
  let isStopping = false;

  return {
    addCheck: checks.add,
    addNeighbour: neighbours.add,
    readiness: async () => {
      void neighbours.ask();
      const away = failed(neighbours.known());
      if (isStopping) return { isReady: false, missing: ['the service is stopping'], away };
      const missing = failed(await checks.ask());
      return { isReady: missing.length === 0, missing, away };
    },
    neighbours: neighbours.ask,
    stop: () => {
      isStopping = true;
    },
  };
}

type Outcomes = ReadonlyMap<string, boolean>;

/**
 * Checks that are run together, at most once a second.
 * @param failedMillis for how long the outcomes stand when one of the checks has failed
 */
function createRound(now: () => number, failedMillis: number) {
  const checks = new Map<string, Check>();
  let latest: { readonly at: number; readonly result: Promise<Outcomes>; standsFor: number } | undefined;
  let known: Outcomes = new Map();

  const run = async (): Promise<Outcomes> => {
    known = new Map(await Promise.all([...checks].map(async ([name, check]) => [name, await passes(check)] as const)));
    return known;
  };
  const begin = () => {
    const round = { at: now(), result: run(), standsFor: CACHE_MILLIS };
    void round.result.then((outcomes) => {
      if (failed(outcomes).length > 0) round.standsFor = failedMillis;
    });
    return round;
  };
  return {
    add: (name: string, check: Check): void => {
      checks.set(name, check);
      latest = undefined;
    },
    ask: (): Promise<Outcomes> => {
      if (!latest || now() - latest.at > latest.standsFor) latest = begin();
      return latest.result;
    },
    /** The outcomes of the last round that ended; nothing before the first. */
    known: (): Outcomes => known,
  };
}

const failed = (outcomes: Outcomes): string[] =>
  [...outcomes].filter(([, hasPassed]) => !hasPassed).map(([name]) => name);

async function passes(check: Check): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, CHECK_MILLIS, false);
  });
  const outcome = Promise.resolve()
    .then(check)
    .then(
      () => true,
      () => false,
    );
  try {
    return await Promise.race([outcome, late]);
  } finally {
    clearTimeout(timer);
  }
}
