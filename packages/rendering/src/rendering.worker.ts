// Runs on a thread of its own: a file may be made to do harm, and then the thread is ended, and nothing else.
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { PagesOutOfRange, RenderingFailure, tooLarge, unreadable } from './failure.ts';
import { prepareSharp } from './pixels.ts';
import { readFile } from './read.ts';
import type { PageSize, Part, Reading } from './reading.ts';
import type { FromThread, Order, OrderKind, Orders, ThreadSurroundings, ToThread } from './thread-messages.ts';
import { boundWasmMemory, isTrap } from './wasm-memory.ts';

const { limits, isPatient } = workerData as ThreadSurroundings;
const port = parentPort!;
const say = (message: FromThread): void => port.postMessage(message);
const memory = boundWasmMemory(limits.wasmMegabytes);
prepareSharp();
if (isPatient) yieldToOthers();

/** On Linux a priority is a thread's own; where it is the process's, this would slow everybody down. */
function yieldToOthers(): void {
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
}

let filesRead = 0;
let onTaken: () => void = () => {};

/** A page is sent when the one before was taken, so that no more than two are under way. */
async function readAndSend(part: Part): Promise<Reading<PageSize>> {
  let allTaken = Promise.resolve();
  const reading = await readFile(part, limits, async (image, index) => {
    await allTaken;
    const { promise, resolve } = Promise.withResolvers<void>();
    allTaken = promise;
    onTaken = resolve;
    say({ kind: 'page', image, index });
  });
  await allTaken;
  return reading;
}

async function carryOut(order: Order): Promise<Orders[OrderKind]['gives']> {
  requireSize(order.kind === 'combine' ? order.parts.map(({ content }) => content) : [order.content]);
  if (order.kind === 'read') return readAndSend(order);
  const { combine, countPages, cut } = await import('./assemble.ts');
  if (order.kind === 'pageCount') return countPages(order.content);
  if (order.kind === 'combine') return combine(order.parts, limits);
  return cut(order.content, order.ranges);
}

function requireSize(contents: readonly Uint8Array[]): void {
  if (contents.some(({ length }) => length === 0)) throw unreadable('The file is empty');
  const bytes = contents.reduce((sum, { length }) => sum + length, 0);
  if (bytes > limits.bytes) throw tooLarge(`The file has ${bytes} bytes, and at most ${limits.bytes} are read`);
}

/** Memory of WebAssembly never shrinks, and libraries forget to free some. */
const isWorn = (): boolean => filesRead >= limits.filesPerThread || memory.grown() > limits.keptMegabytes * 1024 * 1024;

port.on('message', async (message: ToThread) => {
  if (message.kind === 'taken') return onTaken();
  filesRead++;
  try {
    const result = await carryOut(message);
    memory.requireEnough();
    say({ kind: 'done', result, isWorn: isWorn() });
  } catch (error) {
    sayFailure(error);
  }
});

/** A library that trapped is in no state to go on. */
function sayFailure(error: unknown): void {
  const hasTrapped = isTrap(error);
  const cause = shortage(error);
  const failure = hasTrapped && cause === error ? unreadable('The file ended the library that read it', error) : cause;
  if (failure instanceof RenderingFailure)
    say({ kind: 'refused', reason: failure.reason, message: failure.message, isWorn: hasTrapped || isWorn() });
  else if (failure instanceof PagesOutOfRange) say({ kind: 'outOfRange', error: failure.message });
  else say({ kind: 'failed', error: error instanceof Error ? String(error.stack) : 'unknown' });
}

/** What went wrong after memory was refused went wrong for that. */
function shortage(error: unknown): unknown {
  try {
    memory.requireEnough();
    return error;
  } catch (tooLittle) {
    return tooLittle;
  }
}
