import { unavailable } from '@app/contract/failure';
import { type Database, KeyTaken, mayBeOfOne, type SharedEffect, sharedEffect } from '@app/db';
import { type Clock, inSharedTrace } from '@app/runtime';
import { type WriteOutcome, writeRequests } from './entry-writer.ts';
import { EffectWithoutAnswer, writeKeyed } from './keyed-group.ts';
import { LeftOut } from './left-out.ts';
import type { WriteRequest } from './rows.ts';
import type { Written } from './written.ts';

/**
 * Group commit: requests that are there together share a statement and its commit, be they of one company or of many,
 * and each has its own outcome. Nobody waits when nobody else is there. A company is in one group at a time, since its
 * writers wait for each other anyway.
 */
export interface Groups {
  /**
   * @param options.waits false throws `LeftOut` where another transaction holds the company, or many of it wait
   * @throws Failure 503 when too many of the company wait, or the wait was too long; nothing was written
   */
  write(request: WriteRequest, options?: { readonly waits?: boolean }): Promise<WriteOutcome>;
}

export interface GroupsOptions {
  /** Groups at work at once. One that is at work lets the next one grow. */
  readonly atWork?: number;
  /** Groups at work that wait for a company which another transaction holds; each keeps a connection for that long. */
  readonly waitingInDatabase?: number;
  /**
   * Requests of a group, and rows of lines and dimensions beyond which it takes no further request: everybody in it
   * waits for all of it.
   */
  readonly requests?: number;
  readonly rows?: number;
  /** How many of a company may wait; the next one is refused. */
  readonly waiting?: number;
  /** Behind how many rows of its company one stands at most that others wait for. */
  readonly rowsAhead?: number;
  /** How long one waits, in milliseconds. */
  readonly patienceMillis?: number;
}

interface Waiting {
  readonly request: WriteRequest;
  /** Of a request with a key. */
  readonly effect: SharedEffect | undefined;
  /** False where others wait for it. */
  readonly waits: boolean;
  readonly rows: number;
  readonly settle: (outcome: WriteOutcome) => void;
  readonly fail: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
}

/** The requests of a company, in the order of their coming. */
interface Lane {
  readonly queue: Waiting[];
  isAtWork: boolean;
  /** Another transaction held the company when it was tried: its next group waits, by itself. */
  isHeld: boolean;
}

const busy = () =>
  unavailable('Many others write in this client account at this moment; nothing was stored, try again in a moment');

export function createGroups(
  {
    db,
    clock,
    posted = () => {},
  }: {
    readonly db: Pick<Database, 'alone' | 'together' | 'committed'>;
    readonly clock: Clock;
    /** Told of what was written once it is committed. */
    readonly posted?: (written: Written) => void;
  },
  options: GroupsOptions = {},
): Groups {
  const {
    atWork = 2,
    waitingInDatabase = 4,
    requests: most = 64,
    rows: mostRows = 1_000,
    waiting = 250,
    rowsAhead = 100,
    patienceMillis = 5_000,
  } = options;
  const lanes = new Map<number, Lane>();
  /** Companies with requests that are in no group, longest waiting first. */
  const ready = new Set<number>();
  const running = { shared: 0, held: 0 };
  let isScheduled = false;

  /** After everything that has come in by now was read: what came together goes together. */
  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      startGroups();
    });
  };

  const startGroups = (): void => {
    for (const clientAccountId of ready) {
      if (running.held >= waitingInDatabase) break;
      const lane = lanes.get(clientAccountId)!;
      if (lane.isHeld) start('held', take([clientAccountId]), [clientAccountId]);
    }
    while (running.shared < atWork) {
      const companies = [...ready].filter((clientAccountId) => !lanes.get(clientAccountId)!.isHeld);
      if (companies.length === 0) return;
      const group = take(companies);
      start('shared', group, [...new Set(group.map(({ request }) => request.clientAccountId))]);
    }
  };

  /**
   * Takes requests out of the lanes, in turns of companies, until the group is full. They were judged under one version
   * of the common ground.
   */
  const take = (companies: readonly number[]): Waiting[] => {
    const group: Waiting[] = [];
    const taken = new Set<string>();
    let rows = 0;
    let commonVersion: number | undefined;
    for (const clientAccountId of companies) {
      const { queue } = lanes.get(clientAccountId)!;
      for (let next = queue[0]; next; next = queue[0]) {
        commonVersion ??= next.request.commonVersion;
        const isFull = group.length >= most || (group.length > 0 && rows + next.rows > mostRows);
        if (isFull || next.request.commonVersion !== commonVersion || !claimKeys(next.request, taken)) break;
        queue.shift();
        clearTimeout(next.timer);
        group.push(next);
        rows += next.rows;
      }
      if (group.length >= most || rows >= mostRows) break;
    }
    return group;
  };

  const start = (kind: 'shared' | 'held', group: readonly Waiting[], companies: readonly number[]): void => {
    running[kind] += 1;
    for (const clientAccountId of companies) {
      lanes.get(clientAccountId)!.isAtWork = true;
      ready.delete(clientAccountId);
    }
    void run(group, kind === 'held').finally(() => {
      running[kind] -= 1;
      for (const clientAccountId of companies) release(clientAccountId);
      schedule();
    });
  };

  const release = (clientAccountId: number): void => {
    const lane = lanes.get(clientAccountId)!;
    lane.isAtWork = false;
    if (lane.queue.length > 0) ready.add(clientAccountId);
    else lanes.delete(clientAccountId);
  };

  const run = async (group: readonly Waiting[], mayWait: boolean): Promise<void> => {
    try {
      const outcomes = await write(group, mayWait);
      for (const [index, member] of group.entries()) {
        const lane = lanes.get(member.request.clientAccountId)!;
        const outcome = outcomes[index]!;
        lane.isHeld = outcome === 'busy';
        if (outcome === 'key taken') member.fail(new KeyTaken());
        else if (outcome !== 'busy') member.settle(outcome);
      }
      const held = group.filter((_, index) => outcomes[index] === 'busy');
      // In front of those that came after them.
      for (const member of held.toReversed()) putBack(member);
      for (const clientAccountId of new Set(held.map(({ request }) => request.clientAccountId)))
        leaveOut(clientAccountId);
    } catch (error) {
      // Who heard of its effect before the group came to nothing learns of that from its effect.
      const open = group.filter(({ effect }) => !effect?.isWritten);
      if (group.length === 1 || !isOfOne(error)) for (const { fail } of open) fail(error);
      else await Promise.all([...Map.groupBy(open, ({ request }) => request.clientAccountId).values()].map(oneByOne));
    }
  };

  /** What the group failed by may be the fault of one: each gets its own answer. */
  const oneByOne = async (group: readonly Waiting[]): Promise<void> => {
    for (const member of group)
      await write([member], member.waits).then(
        ([outcome]) => {
          if (outcome === 'key taken') member.fail(new KeyTaken());
          else if (outcome === 'busy') member.fail(new LeftOut());
          else member.settle(outcome!);
        },
        (error) => member.fail(error),
      );
  };

  const write = async (
    group: readonly Waiting[],
    mayWait: boolean,
  ): Promise<readonly (WriteOutcome | 'key taken')[]> => {
    const requests = group.map(({ request }) => request);
    const company = mayWait ? requests[0]!.clientAccountId : undefined;
    const mode = mayWait ? 'waiting' : 'atOnce';
    const outcomes = await inSharedTrace(
      requests.map(({ traceparent }) => traceparent),
      () =>
        group.some(({ effect }) => effect)
          ? writeKeyed({ db, clock }, group, company, mode)
          : db.alone(company, (executor) => writeRequests(executor, requests, mode)),
    );
    db.committed();
    for (const outcome of outcomes) if (typeof outcome !== 'string') posted(outcome);
    return outcomes;
  };

  const waitingOf = ({ request, effect, waits, settle, fail }: Omit<Waiting, 'rows' | 'timer'>): Waiting => {
    const member: Waiting = {
      ...{ request, effect, waits, settle, fail, rows: countRows(request) },
      timer: setTimeout(() => giveUp(member), patienceMillis),
    };
    return member;
  };

  const giveUp = (member: Waiting): void => {
    const { clientAccountId } = member.request;
    const lane = lanes.get(clientAccountId);
    const place = lane?.queue.indexOf(member) ?? -1;
    if (!lane || place < 0) return;
    lane.queue.splice(place, 1);
    if (lane.queue.length === 0 && !lane.isAtWork) {
      lanes.delete(clientAccountId);
      ready.delete(clientAccountId);
    }
    member.fail(busy());
  };

  const putBack = (member: Waiting): void => {
    lanes.get(member.request.clientAccountId)!.queue.unshift(waitingOf(member));
  };

  /** The next group of a company that is held waits: those that others wait for have no part in it. */
  const leaveOut = (clientAccountId: number): void => {
    const { queue } = lanes.get(clientAccountId)!;
    for (const member of queue.filter(({ waits }) => !waits)) {
      queue.splice(queue.indexOf(member), 1);
      clearTimeout(member.timer);
      member.fail(new LeftOut());
    }
  };

  return {
    write: (request, { waits = true } = {}) => {
      const { clientAccountId } = request;
      const lane = lanes.get(clientAccountId) ?? { queue: [], isAtWork: false, isHeld: false };
      if (!waits && (lane.isHeld || countAhead(lane) > rowsAhead)) return Promise.reject(new LeftOut());
      if (lane.queue.length >= waiting) return Promise.reject(busy());
      lanes.set(clientAccountId, lane);
      return new Promise((settle, fail) => {
        lane.queue.push(waitingOf({ request, effect: sharedEffect(), waits, settle, fail }));
        if (!lane.isAtWork) ready.add(clientAccountId);
        schedule();
      });
    },
  };
}

const countAhead = ({ queue }: Pick<Lane, 'queue'>): number => queue.reduce((sum, { rows }) => sum + rows, 0);

const countRows = ({ entries }: WriteRequest): number =>
  entries.reduce((sum, { lines }) => lines.reduce((rows, { dimensions }) => rows + 1 + dimensions.length, sum), 0);

/** Whether no other request of the group names the same voucher or external id; then its own are taken. */
function claimKeys({ clientAccountId, entries }: WriteRequest, taken: Set<string>): boolean {
  const own = entries.flatMap(({ header: { voucherId, externalId } }) => [
    ...(voucherId === null ? [] : [`${clientAccountId} voucher ${voucherId}`]),
    ...(externalId === null ? [] : [`${clientAccountId} external ${externalId}`]),
  ]);
  if (own.some((key) => taken.has(key))) return false;
  for (const key of own) taken.add(key);
  return true;
}

const isOfOne = (error: unknown): boolean => error instanceof EffectWithoutAnswer || mayBeOfOne(error);
