import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const places = [
  process.env.CHROMIUM_BIN,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** An installed Chromium; none is downloaded. `CHROMIUM_BIN` names one that stands elsewhere. */
export const chromiumPath: string | undefined = places.find((path) => path !== undefined && existsSync(path));

export const needsChromium = 'needs an installed Chromium: install one, or name it in CHROMIUM_BIN';

/** Milliseconds after which a browser hangs: no busy machine takes as long. */
const PATIENCE = 300_000;

export function launchChromium(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error(`This test ${needsChromium}`);
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
  return chromium.launch({ executablePath: chromiumPath, headless: true, args, timeout: PATIENCE });
}

/** A person's browser without script, and what it did that no page of ours should make it do. */
export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Requests to other places than the allowed ones. */
  readonly strayed: readonly string[];
  /** What the browser complained about: violations of the content policy, resources that did not load. */
  readonly complaints: readonly string[];
}

/** @param origins where requests may go */
export async function newVisitor(
  browser: Browser,
  origins: readonly string[],
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'nb-NO', ...options });
  const strayed: string[] = [];
  const complaints: string[] = [];
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && !origins.includes(url.origin)) strayed.push(request.url());
  });
  context.on('console', (message) => {
    // A refusal that the person is meant to see is a page with its status; the browser notes that as well.
    const isExpected = /the server responded with a status of 4\d\d/.test(message.text());
    if ((message.type() === 'error' || message.type() === 'warning') && !isExpected) complaints.push(message.text());
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  return { page, context, strayed, complaints };
}
