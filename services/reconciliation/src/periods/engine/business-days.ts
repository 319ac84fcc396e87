/**
 * The next day on which authorities and banks work: no Saturday, Sunday or public holiday (lov om 1. og 17. mai som
 * høgtidsdagar; lov om trudomssamfunn § 25 and its days of the church year).
 */
export function nextBusinessDay(date: string): string {
  let day = Temporal.PlainDate.from(date);
  while (day.dayOfWeek > 5 || isHoliday(day)) day = day.add({ days: 1 });
  return day.toString();
}

const FIXED = ['01-01', '05-01', '05-17', '12-25', '12-26'];
/** Days from Easter Sunday: Thursday and Friday before it, Monday after it, Ascension Day and Whit Monday. */
const FROM_EASTER = [-3, -2, 1, 39, 50];

function isHoliday(day: Temporal.PlainDate): boolean {
  if (FIXED.includes(day.toString().slice(5))) return true;
  return FROM_EASTER.includes(easterSunday(day.year).until(day).days);
}

/** By the Gregorian computus, in the form of Meeus, Jones and Butcher. */
function easterSunday(year: number): Temporal.PlainDate {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const moon = (19 * golden + century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - moon - (ofCentury % 4)) % 7;
  const correction = Math.floor((golden + 11 * moon + 22 * weekday) / 451);
  const place = moon + weekday - 7 * correction + 114;
  return Temporal.PlainDate.from({ year, month: Math.floor(place / 31), day: (place % 31) + 1 });
}
