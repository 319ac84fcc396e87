import { expect, it } from 'vitest';
import { faultsOfCalendarDays } from '../src/calendar-days.ts';

const INSTANT = 'at.toISOString()';
const faults = (text: string) => faultsOfCalendarDays([{ path: 'services/auth/src/a.ts', text }]);

it('the first part of the text of an instant is refused, however it is taken, on one line or several', () => {
  for (const part of ['.slice(0, 10)', '.substring(0, 10)', ".split('T')[0]", '\n    .slice(0, 10)', '?.slice(0, 10)'])
    expect(faults(`const a = 1;\nconst day = ${INSTANT}${part};`), part).toEqual([
      expect.stringMatching(/^services\/auth\/src\/a\.ts:2 takes a part of an instant's text/),
    ]);
});

it('the whole text, a time of day, and a name for a file are not', () => {
  for (const use of [';', ".replace('.000', '')", '.slice(11, 16)', ".replaceAll(':', '-')"])
    expect(faults(`${INSTANT}${use}`), use).toEqual([]);
});
