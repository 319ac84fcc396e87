/**
 * A number as its format shows it: decimals, percent and groups of thousands. Its exact digits are those that the file
 * keeps, which is a binary fraction: this is for eyes, and no book takes its figures from here.
 */
export function writtenNumber(value: number, format: string | undefined): string {
  const [positive = ''] = (format ?? '').replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '').split(';');
  const isPercent = positive.includes('%');
  const hasFormat = /[0#?]/.test(positive);
  const decimals = hasFormat ? (/[.]([0#?]+)/.exec(positive)?.[1]?.length ?? 0) : undefined;
  return new Intl.NumberFormat('nb-NO', {
    useGrouping: /[#0],[#0]/.test(positive),
    ...(decimals === undefined
      ? { maximumSignificantDigits: 15 }
      : { minimumFractionDigits: Math.min(20, decimals), maximumFractionDigits: Math.min(20, decimals) }),
    ...(isPercent ? { style: 'percent' as const } : {}),
  })
    .format(value)
    .replace('−', '-');
}

/** @param instant `2026-03-17T13:05:00`, with or without more; midnight is no time of day */
export function writtenDate(instant: string): string {
  const [, year, month, day, time] = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d))?/.exec(instant) ?? [];
  if (!day) return instant;
  return `${day}.${month}.${year}${time && time !== '00:00' ? ` ${time}` : ''}`;
}
