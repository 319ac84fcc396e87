import { setFlagsFromString } from 'node:v8';
import { onAsked } from './asked.ts';

/**
 * How often a function was called before V8 compiles it well, and once more before it compiles it as well as it can;
 * and how often after it has met something new. By default 400, 3 000 and 500, which suits pages: a process that posts
 * one entry at a time has spent minutes by then, in code of the plainest kind
 * (docs/decisions/0180-early-compilation.md).
 */
export const EARLY: Readonly<Record<string, number>> = {
  'invocation-count-for-maglev': 100,
  'invocation-count-for-turbofan': 500,
  'minimum-invocations-after-ic-update': 100,
};

/** Requests and calls after which a process is one that is used: some seconds of postings, one after the other. */
const USED_AFTER = 1_500;

/**
 * Has V8 compile earlier what is called with every request. It compiles on threads beside the one that answers, and
 * reads these numbers whenever it looks at a function, so they may be set while it runs.
 */
function compileEarly(): void {
  for (const [name, count] of Object.entries(EARLY)) setFlagsFromString(`--${name}=${count}`);
}

/**
 * Compiles early from when the process has been asked often enough. A process that has just been started calls most of
 * what it has some hundred times and then no more, and compiling all of that takes a quarter of its processor time
 * (docs/decisions/0219-compiled-early-once-used.md).
 */
export function compileEarlyOnceUsed(after = USED_AFTER): void {
  let asked = 0;
  const stop = onAsked(() => {
    if (++asked < after) return;
    stop();
    compileEarly();
  });
}
