/** What one file may take, and how many are read at once. */
export interface RenderingLimits {
  /** Files that are read at once. Combining and cutting have one more thread of their own. */
  readonly threads: number;
  /** Calls that may wait for each kind of thread; the next one is refused as {@link RenderingBusy}. */
  readonly waiting: number;
  /** Work of the thread on one file, without the time in which its pages are taken. */
  readonly seconds: number;
  /** Of a thread's JavaScript heap. */
  readonly heapMegabytes: number;
  /** Of what the libraries in WebAssembly take on one thread, together. */
  readonly wasmMegabytes: number;
  /** Of WebAssembly memory and files, after which a thread that is done is replaced: such memory never shrinks. */
  readonly keptMegabytes: number;
  readonly filesPerThread: number;
  /** Of a file, and of all parts that are combined. */
  readonly bytes: number;
  /** What an archive such as a workbook may unfold to. */
  readonly unfoldedBytes: number;
  readonly pages: number;
  /** Of a picture as it is stored, per page. */
  readonly picturePixels: number;
  /** Of an image of a page that is made here. */
  readonly pagePixels: number;
  /** UTF-16 units in all. */
  readonly textLength: number;
  /** Pages of one file whose text is recognised in their image. */
  readonly recognisedPages: number;
  /** Processor time for that, for all pages of a file. */
  readonly recognitionSeconds: number;
}

const MEGABYTE = 1024 * 1024;

export const LIMITS: RenderingLimits = {
  threads: 2,
  waiting: 64,
  seconds: 240,
  heapMegabytes: 384,
  wasmMegabytes: 768,
  keptMegabytes: 256,
  filesPerThread: 100,
  bytes: 64 * MEGABYTE,
  unfoldedBytes: 64 * MEGABYTE,
  pages: 500,
  picturePixels: 64 * MEGABYTE,
  // A2 at 150 dots per inch.
  pagePixels: 9_000_000,
  textLength: 10_000_000,
  recognisedPages: 20,
  recognitionSeconds: 60,
};
