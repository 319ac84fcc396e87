import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { type Installation, startSystem } from './system.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the platform is that journeys share. */
    readonly sharedSystem: Installation;
  }
}

/** Starts one platform for all journeys that take {@link sharedSystem}. */
export async function setup(project: Pick<TestProject, 'provide'>): Promise<() => Promise<void>> {
  const system = await startSystem();
  const { gateway, sandbox, database, dataDir, broker } = system;
  project.provide('sharedSystem', { gateway, sandbox, database, dataDir, broker });
  return async () => system[Symbol.asyncDispose]();
}

/**
 * A platform for journeys that bring their own people and companies, and neither stop a process, move the clock nor
 * make an outside system fail. Every other starts its own.
 */
export const sharedSystem = (): Installation => inject('sharedSystem');
