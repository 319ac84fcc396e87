import type { IncomingHttpHeaders } from 'node:http';
import { makeCompany, runJob, setClock } from '@app/api/gateway/system';
import { type Api, isForeignForm } from '@app/contract';
import { Failure, notFound, unavailable } from '@app/contract/failure';
import { timestamp } from '@app/runtime';
import { type Networks, thisMachine } from '../client-address.ts';
import type { MadeCompany } from './company.ts';

/** What the test hooks reach (docs/contract/jobs.md). */
export interface TestHooks {
  /** Our own origin. */
  readonly publicBaseUrl: string;
  /** Stores the clock for processes that start later, and moves this one's. */
  storeClock(now: Temporal.Instant | null): Promise<void>;
  /** Every service, by name. */
  readonly services: ReadonlyMap<string, ServiceOperations>;
  /** The outside world's clock; resolves once it is moved. */
  readonly sandboxClock: ((now: string | null) => Promise<void>) | undefined;
  /** Signs up a company of the sandbox; undefined without a sandbox. */
  readonly makeCompany: (() => Promise<MadeCompany>) | undefined;
  /** Besides this machine: whoever else reaches the platform cannot fill it with companies. */
  readonly networks: Networks;
}

export interface ServiceOperations {
  setClock(now: string | undefined): Promise<void>;
  /** Records that the job changed. @throws Failure 404 when the service has no such job */
  runJob(job: string): Promise<number>;
}

/**
 * The hooks for tests. Bound only when they are enabled. They ask nobody for a credential, so no page of another site
 * may make the browser of whoever runs this send one: such a page cannot read the answer, but it would have its effect.
 */
export function serveTestHooks(api: Api, hooks: TestHooks): void {
  const requireOwn = (headers: IncomingHttpHeaders): void => {
    if (isForeignForm(headers, hooks.publicBaseUrl)) throw fromAnotherSite();
  };

  api.serve(setClock, async ({ body, headers }) => {
    requireOwn(headers);
    const now = body.now === null ? null : Temporal.Instant.from(body.now);
    await hooks.storeClock(now);
    const text = now === null ? null : timestamp(now);
    const confirmations: [string, Promise<void>][] = [...hooks.services].map(([name, service]) => [
      name,
      service.setClock(text ?? undefined),
    ]);
    if (hooks.sandboxClock) confirmations.push(['sandbox', hooks.sandboxClock(text)]);
    await everyone(confirmations);
    return { now: text };
  });

  api.serve(runJob, async ({ params: { job }, headers }) => {
    requireOwn(headers);
    const outcomes = await Promise.allSettled([...hooks.services.values()].map((service) => service.runJob(job)));
    const broken = outcomes.find((outcome) => outcome.status === 'rejected' && !isUnknownJob(outcome.reason));
    if (broken?.status === 'rejected') throw broken.reason;
    const changed = outcomes.filter((outcome) => outcome.status === 'fulfilled').map(({ value }) => value);
    if (changed.length === 0) throw notFound(`There is no job "${job.slice(0, 100)}"`);
    return { job, changed: changed.reduce((sum, count) => sum + count, 0) };
  });

  api.serve(makeCompany, ({ headers, address }) => {
    requireOwn(headers);
    if (!thisMachine.includes(address) && !hooks.networks.includes(address)) throw fromElsewhere(address);
    return companyOf(hooks.makeCompany);
  });
}

const fromAnotherSite = (): Failure =>
  new Failure(
    'common.forbidden',
    403,
    'The call was sent from a page of another site; send it from a program or from our own page',
  );

const fromElsewhere = (address: string): Failure =>
  new Failure(
    'common.forbidden',
    403,
    `Companies are made for programs of the machine that the platform runs on; whoever runs it lets others by TEST_HOOKS_NETWORKS. You call from ${address}`,
  );

/** A company to throw away, where there is a sandbox to make it up. @throws Failure 404, 429, 503 */
async function companyOf(make: TestHooks['makeCompany']): Promise<MadeCompany> {
  if (make === undefined) throw notFound('There is no sandbox to make companies of');
  try {
    return await make();
  } catch (error) {
    // It is signed up as anybody is, within the limits of signing up and of requests under way.
    if ((error as { status?: unknown }).status === 429) throw tooMany(error);
    throw unavailable('The sandbox could not sign the company up', error);
  }
}

const tooMany = (cause: unknown): Failure =>
  new Failure(
    'common.rate_limited',
    429,
    'More companies were asked for, within the hour or at once, than may sign up; make them one by one, try again later, or lift the limits with RATE_LIMIT_SCALE=0',
    { cause },
  );

const isUnknownJob = (error: unknown): boolean => error instanceof Failure && error.status === 404;

/** All must confirm: half a moved clock would prove nothing. */
async function everyone(confirmations: readonly (readonly [string, Promise<void>])[]): Promise<void> {
  const outcomes = await Promise.allSettled(confirmations.map(([, confirmed]) => confirmed));
  const silent = confirmations.filter((_, index) => outcomes[index]?.status === 'rejected').map(([name]) => name);
  if (silent.length > 0) throw unavailable(`The clock was not confirmed by: ${silent.join(', ')}`, outcomes);
}
