import { setFlagsFromString } from 'node:v8';

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

/**
 * Has V8 compile earlier what is called with every request, so that a process that has just been started is soon as
 * fast as it will be. It compiles on threads beside the one that answers. V8 reads these numbers whenever it looks at a
 * function, so they may be set while it runs.
 */
export function compileEarly(): void {
  for (const [name, count] of Object.entries(EARLY)) setFlagsFromString(`--${name}=${count}`);
}
