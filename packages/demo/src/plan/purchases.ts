import { atRate, type DemoEntry, type DemoLine, line, type Ore, part, rateText } from '../book.ts';
import type { Cast } from '../cast.ts';
import { purchase, reverseCharge, settled } from '../entries.ts';
import { type Trade, trades } from '../setting.ts';
import { businessDay, dayOf, daysOf, later, weekdayOf } from './calendar.ts';
import { PAID_WITH_LOSS, paidWithLoss } from './exchange.ts';
import { foreignHabits, type Habit, habits, rates } from './habits.ts';
import { diceOf, type Month, RANK, type Step, step } from './step.ts';

/** A bill that is a document with its file. */
export interface Bill {
  readonly number: string;
  readonly trade: Trade;
  readonly supplier: { readonly id: number; readonly name: string };
  readonly date: string;
  readonly due: string;
  readonly what: string;
  readonly account: string;
  readonly vat: string;
  readonly net: Ore;
  readonly tax: Ore;
  readonly dimensions: NonNullable<DemoLine['dimensions']>;
}

/** The supplier of a trade. */
export function supplierOf({ suppliers }: Cast, trade: Trade): Cast['suppliers'][number] {
  const found = suppliers.find(({ name }) => name === trades[trade]);
  if (!found) throw new Error(`Nobody in the cast is called ${trades[trade]}`);
  return found;
}

const isIn = ({ months, since = '2024-01' }: Habit, { year, month }: Month): boolean =>
  dayOf(year, month, 1).slice(0, 7) >= since && (months === undefined || months.includes(month));

function daysOfHabit(habit: Habit, time: Month): readonly string[] {
  if (!isIn(habit, time)) return [];
  const days =
    habit.weekday === undefined
      ? [dayOf(time.year, time.month, habit.day!)]
      : daysOf(time.year, time.month).filter((date) => weekdayOf(date) === habit.weekday);
  return days.map(businessDay);
}

function dimensionsOf({ department, project }: Habit, { departments, projects }: Cast) {
  const ofDepartment = { relation_type: 'department', relation_id: departments[department] };
  return [
    ofDepartment,
    ...(project === undefined ? [] : [{ relation_type: 'project', relation_id: projects[project]! }]),
  ];
}

const RATES: Readonly<Record<string, number>> = { '1': 2500, '11': 1500, '13': 1200 };

const isPaper = ({ paperSince }: Habit, { year }: Month): boolean => paperSince !== undefined && year >= paperSince;

/** Bills of a month that are documents, in the order of their days. */
export function billsOf(time: Month, cast: Cast): readonly Bill[] {
  return habits.flatMap((habit, n) =>
    isPaper(habit, time) ? purchasesOf(habit, n, time, cast).map(({ bill }) => bill) : [],
  );
}

function purchasesOf(habit: Habit, n: number, time: Month, cast: Cast) {
  const dice = diceOf(time, 10 + n);
  const supplier = supplierOf(cast, habit.trade);
  return daysOfHabit(habit, time).map((date) => {
    const net = part(dice.between(habit.low, habit.high), (habit.season?.[time.month - 1] ?? 100) * 100);
    const number = `${habit.paper ?? ''}${(time.year - 2020) * 1000 + time.month * 37 + 4000}`;
    const bill: Bill = {
      ...{ number, trade: habit.trade, supplier, date, due: later(date, habit.terms), what: habit.what },
      ...{ account: habit.account, vat: habit.vat, net, tax: part(net, RATES[habit.vat] ?? 0) },
      dimensions: dimensionsOf(habit, cast),
    };
    return { bill, paidOn: businessDay(bill.due) };
  });
}

/**
 * What is bought at home in a month, and what is paid for it when it is due.
 * @param isPaidApart bills whose payment is a record of its own
 */
export function homePurchasesOf(time: Month, cast: Cast, isPaidApart: (bill: Bill) => boolean): readonly Step[] {
  return habits.flatMap((habit, n) =>
    purchasesOf(habit, n, time, cast).flatMap(({ bill, paidOn }) => {
      const steps = [step(bill.date, RANK.trade, billEntry(bill), isPaper(habit, time) || undefined)];
      if (isPaidApart(bill)) return steps;
      const { supplier, net, tax } = bill;
      const paid = settled(paidOn, '2400', -(net + tax), supplier.id, paymentText(bill, isPaper(habit, time)));
      return [...steps, step(paidOn, RANK.trade, paid)];
    }),
  );
}

const paymentText = ({ supplier, number }: Bill, isNumbered: boolean): string =>
  `Betaling til ${supplier.name}${isNumbered ? `, faktura ${number}` : ''}`;

/** The entry of a bill: what its document books. */
const billEntry = ({ supplier, ...bill }: Bill): DemoEntry =>
  purchase({ ...bill, supplier: supplier.id, supplierName: supplier.name });

/** What is bought abroad in a month, and paid at the rate of a later day: the difference is a gain or a loss. */
export function foreignPurchasesOf(time: Month, cast: Cast): readonly Step[] {
  return foreignHabits.flatMap((habit, n) => {
    const dice = diceOf(time, 60 + n);
    const supplier = supplierOf(cast, habit.trade);
    return daysOfHabit(habit, time).flatMap((date) => {
      const rate = rates[habit.currency]! + dice.between(-150, 150) * 1_000;
      const later_ = rate + dice.between(-90, 90) * 1_000;
      const amount = dice.between(habit.low, habit.high);
      const bought = reverseCharge({
        ...{ date, supplier: supplier.id, supplierName: supplier.name, what: habit.what, account: habit.account },
        ...{ vat: habit.vat, currency: habit.currency, amount, rate },
        dimensions: dimensionsOf(habit, cast),
      });
      const steps = [step(date, RANK.trade, bought)];
      if (habit.currency === 'EUR' && date === PAID_WITH_LOSS) return [...steps, ...paidWithLoss(bought)];
      const paidOn = businessDay(later(date, habit.terms));
      const paid = paidAbroad({ date: paidOn, supplier, currency: habit.currency, amount, rate, paidAt: later_ });
      return [...steps, step(paidOn, RANK.trade, paid)];
    });
  });
}

interface PaidAbroad {
  readonly date: string;
  readonly supplier: { readonly id: number; readonly name: string };
  readonly currency: string;
  readonly amount: number;
  /** Millionths of a krone per unit, on the day of the bill and on that of the payment. */
  readonly rate: number;
  readonly paidAt: number;
}

function paidAbroad({ date, supplier, currency, amount, rate, paidAt }: PaidAbroad): DemoEntry {
  const [owed, paid] = [atRate(amount, rate), atRate(amount, paidAt)];
  const fc = `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
  const loss = paid - owed;
  return {
    description: `Betaling til ${supplier.name}, ${fc} ${currency}`,
    lines: [
      line(date, '2400', owed, {
        ...{ currency_code: currency, exchange_rate: rateText(rate), debit_fc: fc },
        dimensions: [{ relation_type: 'businesspartner', relation_id: supplier.id }],
      }),
      line(date, '1920', -paid),
      ...(loss === 0 ? [] : [line(date, loss > 0 ? '8160' : '8060', loss)]),
    ],
  };
}
