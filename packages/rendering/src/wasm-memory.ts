import { tooLarge } from './failure.ts';

const PAGE = 65_536;

interface Growing {
  grow(pages: number): number;
}

/** Which the types of Node.js leave out. */
const { Memory } = (globalThis as unknown as { readonly WebAssembly: { readonly Memory: { prototype: Growing } } })
  .WebAssembly;

/** A library in WebAssembly ended itself. */
export const isTrap = (error: unknown): boolean => error instanceof Error && error.name === 'RuntimeError';

/** Memory of WebAssembly that this thread has taken. It never shrinks, and no limit of a thread's heap counts it. */
export interface WasmMemory {
  /** Bytes by which memories have grown since the beginning. */
  readonly grown: () => number;
  /** @throws RenderingFailure `too_large` when a library was refused memory since the last call */
  readonly requireEnough: () => void;
}

/** Libraries in WebAssembly are refused memory above a bound, all of the thread's together; they report or abort. */
export function boundWasmMemory(megabytes: number): WasmMemory {
  const most = megabytes * 1024 * 1024;
  const { grow } = Memory.prototype;
  let grown = 0;
  let isRefused = false;
  Memory.prototype.grow = function (this: Growing, delta: number): number {
    if (grown + delta * PAGE > most) {
      isRefused = true;
      throw new RangeError('more memory than a file may take');
    }
    const before = grow.call(this, delta);
    grown += delta * PAGE;
    return before;
  };
  return {
    grown: () => grown,
    requireEnough: () => {
      if (!isRefused) return;
      isRefused = false;
      throw tooLarge('The file takes more memory to read than a file may');
    },
  };
}
