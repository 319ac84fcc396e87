import { timestamp } from '@app/runtime';

/** A moment as it leaves the house: `2024-03-15T10:00:00Z`. */
export const instantOut = (moment: Date): string => timestamp(moment.toTemporalInstant());

export const instantOrNull = (moment: Date | null): string | null => (moment === null ? null : instantOut(moment));
