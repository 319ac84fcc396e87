import type { Sandbox } from '@app/sandbox';
import { vi } from 'vitest';
import { startSandboxOfTests } from './signup-harness.ts';

export interface ReceivedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Where the mails of a test file arrive. */
export interface Mailbox {
  readonly env: Readonly<Record<string, string>>;
  /** What has arrived for an address, oldest first. */
  to(address: string): Promise<readonly ReceivedMail[]>;
  /** Waits until so many have arrived, and gives all. */
  wait(address: string, count?: number): Promise<readonly ReceivedMail[]>;
  /** The secret of the link in the newest mail about something, once so many mails have arrived. */
  token(address: string, count?: number): Promise<string>;
  stop(): Promise<void>;
}

export const mailsOf = (sandbox: Pick<Sandbox, 'baseUrl' | 'smtpPort'>): Omit<Mailbox, 'stop'> => {
  const to: Mailbox['to'] = async (address) => {
    const response = await fetch(`${sandbox.baseUrl}/sandbox/mail?to=${encodeURIComponent(address)}`);
    return ((await response.json()) as ReceivedMail[]).toReversed();
  };
  const wait: Mailbox['wait'] = (address, count = 1) =>
    vi.waitFor(
      async () => {
        const mails = await to(address);
        if (mails.length < count) throw new Error(`${mails.length} mails for ${address}, waiting for ${count}`);
        return mails;
      },
      { timeout: 60_000, interval: 50 },
    );
  return {
    env: { SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}` },
    to,
    wait,
    token: async (address, count = 1) => tokenIn((await wait(address, count)).at(-1)!),
  };
};

/** The secret at the end of a mail's link. */
export const tokenIn = ({ text }: ReceivedMail): string =>
  /\/(?:email-verifications|password-reset)\/([\w-]{43})$/m.exec(text)?.[1] ?? '';

export async function startMailbox(): Promise<Mailbox> {
  const sandbox = await startSandboxOfTests();
  return { ...mailsOf(sandbox), stop: () => sandbox.stop() };
}
