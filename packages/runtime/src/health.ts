const CACHE_MILLIS = 1_000;
const CHECK_MILLIS = 2_000;

/** Whether the process may take work, and what it lacks. */
export interface Readiness {
  readonly isReady: boolean;
  /** Names of the checks that failed. */
  readonly missing: readonly string[];
}

export interface Health {
  /** A check passes when its promise resolves within two seconds. */
  addCheck(name: string, check: () => Promise<unknown>): void;
  /** Runs all checks, at most once a second, however many ask. */
  readiness(): Promise<Readiness>;
  /** From now on unready, so that no new work is sent here. */
  stop(): void;
}

/** Liveness is the process alone, so it needs no check here: a process that answers is alive. */
export function createHealth(now: () => number = () => performance.now()): Health {
  const checks = new Map<string, () => Promise<unknown>>();
  let isStopping = false;
  let latest: { readonly at: number; readonly result: Promise<Readiness> } | undefined;

  const run = async (): Promise<Readiness> => {
    const outcomes = await Promise.all([...checks].map(async ([name, check]) => ((await passes(check)) ? undefined : name)));
    const missing = outcomes.filter((name) => name !== undefined);
    return { isReady: missing.length === 0, missing };
  };

  return {
    addCheck: (name, check) => {
      checks.set(name, check);
      latest = undefined;
    },
    readiness: async () => {
      if (isStopping) return { isReady: false, missing: ['the service is stopping'] };
      if (!latest || now() - latest.at > CACHE_MILLIS) latest = { at: now(), result: run() };
      return latest.result;
    },
    stop: () => {
      isStopping = true;
    },
  };
}

async function passes(check: () => Promise<unknown>): Promise<boolean> {
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
