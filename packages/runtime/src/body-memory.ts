import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Less than has V8 look through its whole heap, and many bodies of the usual size. */
const COLLECTED_AFTER_BYTES = 8 * 1024 * 1024;

/** By how many percent of what it holds the heap of a process that takes files may grow. */
const HEAP_GROWTH_PERCENT = 100;

let sinceCollected = 0;
let collect: NodeJS.GCFunction | undefined;

/**
 * Notes memory that a body took and that is of no use soon. It lies outside the heap of V8, which counts it and looks
 * through all of its heap after each 64 MiB; but bodies come and go, and looking at what is young gives nearly all of it
 * back for a hundredth of the time. V8 does that by itself when objects fill its young generation, which few large
 * bodies do not (docs/decisions/0263-memory-of-bodies.md).
 */
export function noteBodyMemory(bytes: number): void {
  sinceCollected += bytes;
  if (sinceCollected < COLLECTED_AFTER_BYTES) return;
  sinceCollected = 0;
  // Whoever brought the body goes on first.
  setImmediate(collectYoung);
}

function collectYoung(): void {
  collect ??= collector();
  collect({ type: 'minor', execution: 'sync' });
}

function collector(): NodeJS.GCFunction {
  setFlagsFromString('--expose-gc');
  const made: NodeJS.GCFunction = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return made;
}

/**
 * For a process whose work it is to take files, or to pass them on. V8 lets the heap grow by a tenth until it looks
 * through it again where few objects are made, and counts bodies that are there in between to it: those of a moment are
 * as much, so that it would look through it all the time. It reads the number whenever it has done so.
 */
export function expectBodies(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
}
