export interface LastMonth {
  readonly first: string;
  readonly last: string;
  day(number: number): string;
}

/** The calendar month before this one in Oslo: over, so that its periods can be reconciled. */
export function lastMonth(): LastMonth {
  const first = Temporal.Now.plainDateISO('Europe/Oslo').with({ day: 1 }).subtract({ months: 1 });
  return {
    first: first.toString(),
    last: first.with({ day: first.daysInMonth }).toString(),
    day: (day) => first.with({ day }).toString(),
  };
}
