import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
// Names the package for the bundler, which links it beside the bundle.
import '@expo-google-fonts/source-sans-3/package.json' with { type: 'json' };
import type { Fonts } from './look.ts';

/** The families are data of a package; their files are found through it, from the bundle as from the sources. */
export function fontFiles(): Fonts {
  const resolve = createRequire(import.meta.url).resolve;
  const family = '@expo-google-fonts/source-sans-3';
  return {
    regular: resolve(`${family}/400Regular/SourceSans3_400Regular.ttf`),
    bold: resolve(`${family}/600SemiBold/SourceSans3_600SemiBold.ttf`),
  };
}

/**
 * A thread that draws: it gets the files of the fonts as its data, and keeps no process alive while it is idle.
 * @param file of the thread's program
 * @param megabytes of the thread's heap
 */
export function startThread(file: URL, name: string, megabytes: number): Worker {
  const worker = new Worker(file, {
    name,
    workerData: fontFiles(),
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  });
  // Whoever waits for a message learns of it; a thread that fails while nobody does is replaced when it is needed.
  worker.on('error', () => {});
  worker.unref();
  return worker;
}
