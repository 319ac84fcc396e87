import { createLogger } from '@app/runtime';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Sandbox, SandboxConfig } from '../src/sandbox.ts';
import { startSandbox } from '../src/sandbox.ts';

export const CLIENT_ID = 'accounting-platform';
export const CLIENT_SECRET = 'a secret of this test: & + % :';
export const REDIRECT_URI = 'http://127.0.0.1:8080/api/v2/auth/signup/callback';

/** Synthetic numbers; the fifth digit of the second one is 9, so its bearer leads an accounting firm. */
export const PID = '01897705792';
export const ACCOUNTANT_PID = '18889736131';

const CONFIG: SandboxConfig = {
  bindHost: '127.0.0.1',
  httpPort: 0,
  smtpPort: 0,
  baseUrl: undefined,
  browserUrl: undefined,
  dataDir: undefined,
  logLevel: 'error',
  clientId: CLIENT_ID,
  credential: { kind: 'secret', secret: CLIENT_SECRET },
  redirectUris: [REDIRECT_URI],
};

export interface Running {
  readonly baseUrl: string;
  readonly smtpPort: number;
  /** Calls the control interface and returns its parsed answer. */
  control(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
}

/**
 * A sandbox of its own for the test file, on free ports. It fails the file when the sandbox had an error of its own to
 * log.
 */
export function useSandbox(changes: Partial<SandboxConfig> = {}): Running {
  let sandbox: Sandbox;
  const errors: string[] = [];
  const logger = createLogger({
    service: 'sandbox',
    level: 'error',
    destination: { write: (line) => void errors.push(line) },
  });
  beforeAll(async () => {
    sandbox = await startSandbox({ ...CONFIG, ...changes }, logger);
  });
  afterAll(async () => {
    await sandbox.stop();
    expect(errors).toEqual([]);
  });
  return {
    get baseUrl() {
      return sandbox.baseUrl;
    },
    get smtpPort() {
      return sandbox.smtpPort;
    },
    control: async (method, path, body) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${sandbox.baseUrl}/sandbox${path}`, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? null : JSON.parse(text) };
    },
    get: (path, headers = {}) => fetch(`${sandbox.baseUrl}${path}`, { headers, redirect: 'manual' }),
  };
}
