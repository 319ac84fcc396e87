import { Failure } from '@app/contract';
import { expect, it } from 'vitest';
import { assertEnd, FIRST_DAY, inForce, placeVersion, type Span } from './timeline.ts';

const first: Span = { activeFrom: FIRST_DAY, activeTo: null };
const TODAY = '2026-03-10';

/** What the spans are after a version was placed. */
function place(spans: readonly Span[], activeFrom: string): Span[] {
  const { follows, cutAt, activeTo } = placeVersion(spans, activeFrom, TODAY);
  return [
    ...spans.map((span) => (span === follows ? { ...span, activeTo: cutAt } : span)),
    { activeFrom, activeTo },
  ].sort((a, b) => a.activeFrom.localeCompare(b.activeFrom));
}

const conflictOf = (work: () => unknown): string | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof Failure ? `${error.status} ${error.code}` : 'not a failure';
  }
};

it('the second version closes the first on the day before [SET-R03]', () => {
  expect(place([first], TODAY)).toEqual([
    { activeFrom: FIRST_DAY, activeTo: '2026-03-09' },
    { activeFrom: TODAY, activeTo: null },
  ]);
});

it('a version before one that is planned ends where that one begins', () => {
  const planned = place([first], '2026-07-01');
  expect(place(planned, '2026-05-01')).toEqual([
    { activeFrom: FIRST_DAY, activeTo: '2026-04-30' },
    { activeFrom: '2026-05-01', activeTo: '2026-06-30' },
    { activeFrom: '2026-07-01', activeTo: null },
  ]);
});

it('a version that does not begin after the one in force is a conflict [SET-R04]', () => {
  expect(conflictOf(() => placeVersion([first], FIRST_DAY, TODAY))).toBe('409 settings.version_conflict');
  expect(conflictOf(() => placeVersion([first], '1999-12-31', TODAY))).toBe('409 settings.version_conflict');
  const spans = place([first], TODAY);
  expect(conflictOf(() => placeVersion(spans, TODAY, TODAY))).toBe('409 settings.version_conflict');
  expect(conflictOf(() => placeVersion(spans, '2026-03-09', TODAY))).toBe('409 settings.version_conflict');
  expect(conflictOf(() => placeVersion(spans, '2026-03-11', TODAY))).toBeUndefined();
});

it('two versions never begin on one day, also not a day to come', () => {
  const planned = place([first], '2026-07-01');
  expect(conflictOf(() => placeVersion(planned, '2026-07-01', TODAY))).toBe('409 settings.version_conflict');
});

it('whatever is added, the spans follow one another without gap or overlap', () => {
  let spans: Span[] = [first];
  for (const day of ['2026-12-24', '2026-03-11', '2027-02-28', '2026-03-12', '2026-12-23', '2028-03-01'])
    spans = place(spans, day);
  expect(spans[0]!.activeFrom).toBe(FIRST_DAY);
  expect(spans.at(-1)!.activeTo).toBeNull();
  for (const [i, span] of spans.slice(1).entries())
    expect(Temporal.PlainDate.from(spans[i]!.activeTo!).add({ days: 1 }).toString()).toBe(span.activeFrom);
});

it('the version in force is the one whose span holds the day, both ends included', () => {
  const spans = place([first], '2026-07-01');
  expect(inForce(spans, '2026-06-30').activeFrom).toBe(FIRST_DAY);
  expect(inForce(spans, '2026-07-01').activeFrom).toBe('2026-07-01');
  expect(inForce(spans, '1985-01-01').activeFrom).toBe(FIRST_DAY);
});

it('an end that does not follow from the timeline is refused, not ignored', () => {
  expect(conflictOf(() => assertEnd(undefined, '2026-01-01'))).toBeUndefined();
  expect(conflictOf(() => assertEnd(null, null))).toBeUndefined();
  expect(conflictOf(() => assertEnd('2026-12-31', null))).toBe('400 common.validation_error');
});
