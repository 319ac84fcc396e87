import { type DemoEntry, line, type Ore, part } from '../book.ts';
import type { Cast } from '../cast.ts';
import { businessDay, dayOf, daysOf, isHoliday, later, weekdayOf, written } from './calendar.ts';
import { diceOf, type Month, RANK, type Step, step } from './step.ts';

/** What a day of the coffee bar turns over without VAT, on an ordinary Thursday of the first year. */
const ORDINARY_DAY: Ore = 980_000;
/** Percent of an ordinary day from Monday on; on Sundays the bar is closed. */
const BY_WEEKDAY = [78, 82, 92, 100, 132, 158, 0] as const;
/** Percent of an ordinary day from January on. */
const BY_MONTH = [86, 90, 95, 96, 106, 108, 116, 112, 100, 97, 104, 136] as const;
/** The first months went into furnishing it. */
const OPENED = '2024-05-02';
/** What the terminals cost, in hundredths of a percent of what went over them. */
export const CARD_FEE = 95;

const percent = (ore: Ore, by: number): Ore => part(ore, by * 100);

interface Day {
  readonly date: string;
  /** What was drunk and eaten in the bar, with 25 % VAT. */
  readonly served: Ore;
  /** Food and coffee that went with the customer, with 15 %. */
  readonly takenAway: Ore;
  readonly cash: Ore;
  readonly card: Ore;
}

function daysOpen(time: Month): readonly Day[] {
  const dice = diceOf(time, 1);
  return daysOf(time.year, time.month).flatMap((date) => {
    const byWeekday = BY_WEEKDAY[weekdayOf(date) - 1]!;
    const net = [byWeekday, BY_MONTH[time.month - 1]!, 100 + 4 * (time.year - 2024), dice.between(86, 114)].reduce(
      percent,
      ORDINARY_DAY,
    );
    const [share, inCash] = [dice.between(5_300, 6_300), dice.between(250, 700)];
    if (byWeekday === 0 || isHoliday(date) || date < OPENED) return [];
    const served = part(net, share);
    const takenAway = net - served;
    const gross = net + part(served, 2500) + part(takenAway, 1500);
    const cash = Math.round(part(gross, inCash) / 100) * 100;
    return [{ date, served, takenAway, cash, card: gross - cash }];
  });
}

/**
 * The tills of a month day by day, what the terminals pay out on the next day of the banks, their fee, and cash that is
 * banked.
 */
export function tillsOf(time: Month, { departments }: Cast): readonly Step[] {
  const days = daysOpen(time);
  if (days.length === 0) return [];
  const dimensions = [{ relation_type: 'department', relation_id: departments[0] }];
  const steps = days.flatMap((day): readonly Step[] => {
    const { date, served, takenAway, cash, card } = day;
    const till: DemoEntry = {
      description: `Kassaoppgjør ${written(date)}`,
      lines: [
        line(date, '1900', cash),
        line(date, '1910', card),
        line(date, '3000', -served, { tax_code: '3', dimensions }),
        line(date, '2700', -part(served, 2500), { tax_line: true, tax_for_line: 3 }),
        line(date, '3010', -takenAway, { tax_code: '31', dimensions }),
        line(date, '2701', -part(takenAway, 1500), { tax_line: true, tax_for_line: 5 }),
      ],
    };
    const paid = businessDay(later(date, 1));
    const payout = moved(paid, `Kortoppgjør ${written(date)}`, '1910', '1920', card);
    return [step(date, RANK.trade, till), step(paid, RANK.trade, payout)];
  });
  const sum = (of: (day: Day) => Ore): Ore => days.reduce((total, day) => total + of(day), 0);
  const next = later(dayOf(time.year, time.month, 31), 1);
  const [bankedOn, chargedOn] = [businessDay(later(next, 1)), businessDay(later(next, 4))];
  const banked = moved(
    bankedOn,
    'Innskudd av kontanter',
    '1900',
    '1920',
    sum(({ cash }) => cash),
  );
  const fee = part(
    sum(({ card }) => card),
    CARD_FEE,
  );
  const charged = moved(chargedOn, 'Gebyr kortterminaler', '1920', '7771', fee);
  return [...steps, step(bankedOn, RANK.trade, banked), step(chargedOn, RANK.trade, charged)];
}

/** An amount from one account to another. */
export const moved = (date: string, description: string, from: string, to: string, ore: Ore): DemoEntry => ({
  description,
  lines: [line(date, to, ore), line(date, from, -ore)],
});
