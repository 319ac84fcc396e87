import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { type Origins, startSystem } from './system.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the platform is that journeys share. */
    readonly sharedSystem: Origins;
  }
}

/** Starts one platform for all journeys that take {@link sharedSystem}. */
export async function setup(project: Pick<TestProject, 'provide'>): Promise<() => Promise<void>> {
  const system = await startSystem();
  project.provide('sharedSystem', { gateway: system.gateway, sandbox: system.sandbox });
  return async () => system[Symbol.asyncDispose]();
}

/**
 * A platform for journeys that bring their own people and companies, and neither stop a process, move the clock nor
 * make an outside system fail. Every other starts its own.
 */
export const sharedSystem = (): Origins => inject('sharedSystem');
