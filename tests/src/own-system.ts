import { afterAll, beforeAll } from 'vitest';
import { type Answer, call, createNumbers, newOwner, type Owner, type System, startSystem } from './system.ts';

/** A platform that no other test file uses: its processes may be stopped, its clock moved, its outside world broken. */
export interface OwnSystem {
  /** There from the first hook of the file on. */
  readonly system: System;
  readonly numbers: ReturnType<typeof createNumbers>;
  ask(method: string, path: string, options?: Parameters<typeof call>[3]): Promise<Answer>;
  newOwner(industry?: string): Promise<Owner>;
}

/**
 * Starts a platform before the hooks and tests of the file that calls this, and stops it after them.
 * @param environment of the platform, made when it starts
 */
export function ownSystem(environment = async (): Promise<Readonly<Record<string, string>>> => ({})): OwnSystem {
  let started: System | undefined;
  const numbers = createNumbers();
  beforeAll(async () => {
    started = await startSystem(await environment());
  });
  afterAll(async () => {
    await started?.[Symbol.asyncDispose]();
  });
  const system = (): System => {
    if (!started) throw new Error('The platform is started before the first test, and not when the file is read');
    return started;
  };
  return {
    get system() {
      return system();
    },
    numbers,
    ask: (method, path, options) => call(system().gateway, method, path, options),
    newOwner: (industry) => newOwner(system(), numbers, industry),
  };
}
