import { conflict, invalidField } from '@app/contract';

/** The days on which a version of the settings is in force; without an end it is open. Calendar dates. */
export interface Span {
  readonly activeFrom: string;
  readonly activeTo: string | null;
}

/** The first version of every account (SET-R90). */
export const FIRST_DAY = '2000-01-01';

const dayBefore = (date: string): string => Temporal.PlainDate.from(date).subtract({ days: 1 }).toString();

const covers = (span: Span, date: string): boolean =>
  span.activeFrom <= date && (span.activeTo === null || span.activeTo >= date);

/**
 * The version in force on a day. The spans of an account follow one another from the first day without a gap; before
 * it, the first.
 */
export function inForce<S extends Span>(spans: readonly S[], date: string): S {
  const found =
    spans.find((span) => covers(span, date)) ?? spans.toSorted((a, b) => a.activeFrom.localeCompare(b.activeFrom))[0];
  if (!found) throw new Error('A client account has no settings');
  return found;
}

/**
 * Where a new version goes (SET-R03): it cuts the version that covers its first day, which ends the day before, and
 * runs to that one's end, so that versions planned for later stay. It must begin after the version in force today
 * begins, and on a day on which no other begins; otherwise 409 `settings.version_conflict`.
 */
export function placeVersion<S extends Span>(
  spans: readonly S[],
  activeFrom: string,
  today: string,
): { readonly follows: S; readonly cutAt: string; readonly activeTo: string | null } {
  const current = inForce(spans, today);
  if (activeFrom <= current.activeFrom) {
    throw versionConflict(
      `active_from is ${activeFrom}; it must be after ${current.activeFrom}, when the settings in force today began. Use PATCH to change those`,
    );
  }
  const follows = inForce(spans, activeFrom);
  if (follows.activeFrom === activeFrom)
    throw versionConflict(`A version of the settings already begins on ${activeFrom}; choose another day`);
  return { follows, cutAt: dayBefore(activeFrom), activeTo: follows.activeTo };
}

export const versionConflict = (message: string) => conflict(message, 'settings.version_conflict');

/** The end of a version follows from the one after it: a different wish is refused rather than ignored. */
export function assertEnd(wanted: string | null | undefined, actual: string | null): void {
  if (wanted === undefined || wanted === actual) return;
  throw invalidField(
    'active_to',
    `is ${wanted ?? 'null'}, but these settings ${actual === null ? 'have no end' : `end on ${actual}`}: a version ends the day before the next begins, so leave it out`,
  );
}
