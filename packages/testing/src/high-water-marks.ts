import { type AnyEndpoint, objectShapeOf } from '@app/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** A record that says when it was made and when it was changed last. */
export interface Stamped {
  readonly id: number;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface StampedKind {
  /** The endpoints that `create` and the changes call. */
  readonly endpoints: readonly string[];
  create(): Promise<Stamped>;
  /** Ways to change a record, each starting from a fresh one; none of a record that never changes. */
  readonly changes: Readonly<Record<string, (record: Stamped) => Promise<unknown>>>;
  /** The record among those that changed at or after a moment, as the list shows them to whoever polls it. */
  listedSince(moment: string): Promise<readonly Stamped[]>;
}

/**
 * A clock of the service that each step of a test puts to a full hour, so that no two steps share a second. It runs on
 * from there: a moment belongs to the step of its hour.
 */
export interface HourClock {
  /** The full hour that it was put to last. */
  now(): string;
  /** Moves on, by an hour. @returns the new full hour */
  advance(hours?: number): string;
}

/** The hour of a moment. */
export const hourOf = (moment: string): string => moment.slice(0, 13);

/** Puts the service's clock to a full hour before each test, and back after it. @param set null: the machine's time */
export function clockOfFullHours(set: (moment: string | null) => void): HourClock {
  let moment = Temporal.Instant.from('2031-05-01T00:00:00Z');
  const advance = (hours = 1): string => {
    moment = moment.add({ hours });
    set(moment.toString());
    return moment.toString();
  };
  beforeEach(() => {
    moment = Temporal.Instant.from('2031-05-01T00:00:00Z');
    advance();
  });
  afterEach(() => set(null));
  return { now: () => moment.toString(), advance };
}

/**
 * `created_at` and `updated_at` of every record of a service can be polled by. An endpoint that answers such a record and
 * is tried by none of the kinds fails the first test.
 *
 * @param options.endpoints all endpoints of the service
 */
export function keepsHighWaterMarks(options: {
  readonly endpoints: readonly AnyEndpoint[];
  readonly kinds: Readonly<Record<string, StampedKind>>;
  readonly clock: HourClock;
  readonly setClock: (moment: string | null) => void;
}): void {
  const { endpoints, kinds, clock, setClock } = options;

  it('every operation that answers a record with its moments is tried below [EVT-R02] [EVT-R03]', () => {
    const writing = endpoints.filter(({ methods, output }) => !methods.includes('GET') && showsMoments(output));
    const tried = Object.values(kinds).flatMap((kind) => kind.endpoints);
    expect(tried.sort()).toEqual(writing.map(({ name }) => name).sort());
  });

  describe.each(Object.entries(kinds))('moments of the record %s', (_name, kind) => {
    const polled = async ({ id }: Stamped, from: string): Promise<Stamped | undefined> =>
      (await kind.listedSince(from)).find((row) => row.id === id);

    it('created_at and updated_at say when it was made, and serve as a high-water mark [EVT-R02]', async () => {
      const now = clock.advance();
      const made = await kind.create();
      expect([made.created_at, made.updated_at].map(hourOf)).toEqual([hourOf(now), hourOf(now)]);
      const { id, created_at, updated_at } = made;
      expect(await polled(made, now)).toMatchObject({ id, created_at, updated_at });
      expect(await polled(made, secondAfter(updated_at))).toBeUndefined();
    });

    it.each(Object.entries(kind.changes))(
      'updated_at changes with %s, and created_at does not [EVT-R03]',
      async (_change, change) => {
        const made = await kind.create();
        clock.advance();
        await change(made);
        const row = await polled(made, secondAfter(made.updated_at));
        expect(row).toMatchObject({ id: made.id, created_at: made.created_at });
        expect(hourOf(row!.updated_at)).toBe(hourOf(clock.now()));
      },
    );

    it('updated_at does not fall behind a mark that somebody keeps, though the clock goes back [EVT-R02]', async () => {
      const made = await kind.create();
      setClock(Temporal.Instant.from(made.updated_at).subtract({ hours: 2 }).toString());
      const change = Object.values(kind.changes)[0];
      // Where nothing changes, the next record must not fall behind.
      const next = change ? undefined : await kind.create();
      await change?.(made);
      const row = await polled(next ?? made, made.updated_at);
      expect(row).toMatchObject(next ?? { id: made.id, created_at: made.created_at });
      expect(row!.updated_at >= made.updated_at).toBe(true);
    });
  });
}

const secondAfter = (mark: string): string => Temporal.Instant.from(mark).add({ seconds: 1 }).toString();

type Schema = Parameters<typeof objectShapeOf>[0];

/** The schemas that a schema is made of: fields, elements of a list, alternatives. */
function partsOf(schema: Schema): readonly Schema[] {
  const def = schema?.def as { readonly element?: Schema; readonly options?: readonly Schema[] } | undefined;
  return [
    ...(def?.element ? [def.element] : []),
    ...(def?.options ?? []),
    ...Object.values(objectShapeOf(schema) ?? {}),
  ];
}

function showsMoments(schema: Schema): boolean {
  const shape = objectShapeOf(schema) ?? {};
  return ('created_at' in shape && 'updated_at' in shape) || partsOf(schema).some(showsMoments);
}
