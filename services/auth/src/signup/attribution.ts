import { createHash } from 'node:crypto';

/** One thing a visitor did before signing up, as far as it may be kept. */
export interface Touch {
  readonly type: 'first' | 'last' | 'click';
  readonly clickIdType: string | null;
  readonly clickId: string | null;
  /** Milliseconds since the epoch. */
  readonly ts: number;
  readonly utm: Readonly<Record<(typeof UTM)[number], string | null>>;
  readonly landingPath: string | null;
  readonly referrerDomain: string | null;
}

/** In the order in which they claim a touch (ATT-R07). */
const CLICK_IDS = ['gclid', 'gbraid', 'wbraid', 'li_fat_id', 'twclid', 'fbclid', 'msclkid'] as const;
const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

const AHEAD_MILLIS = 10 * 60 * 1000;
const AGE_MILLIS = 366 * 24 * 3600 * 1000;
/** Characters (docs/contract/general.md, "Values"). */
const MAX_VALUE = 1000;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The touches to keep: none without consent, and of the rest those that pass rules 2 and 3. Whatever is odd about them
 * is dropped; nothing here fails a signup (rule 5).
 */
export function keptTouches(consent: unknown, attribution: unknown, now: number): readonly Touch[] {
  if (!isRecord(consent) || consent.ads !== true || !isRecord(attribution)) return [];
  const touches = [readTouch('first', attribution.first, now), readTouch('last', attribution.last, now)];
  if (isRecord(attribution.clicks)) {
    for (const key of CLICK_IDS) {
      const touch = Object.hasOwn(attribution.clicks, key)
        ? readTouch('click', attribution.clicks[key], now)
        : undefined;
      if (touch?.clickIdType === key) touches.push(touch);
    }
  }
  return touches.filter((touch) => touch !== undefined);
}

function readTouch(type: Touch['type'], value: unknown, now: number): Touch | undefined {
  if (!isRecord(value) || !isRecord(value.params)) return undefined;
  const { ts, params } = value;
  if (typeof ts !== 'number' || !Number.isSafeInteger(ts) || ts > now + AHEAD_MILLIS || ts < now - AGE_MILLIS)
    return undefined;
  const clickIdType = CLICK_IDS.find((key) => typeof params[key] === 'string' && params[key] !== '') ?? null;
  const named = [
    ...(clickIdType === null ? [] : [clickIdType]),
    ...UTM.filter((key) => params[key] !== undefined && params[key] !== null && params[key] !== ''),
  ];
  // A value that cannot be stored takes the whole touch with it.
  if (named.length === 0 || !named.every((key) => isStorable(params[key]))) return undefined;
  const utm = Object.fromEntries(
    UTM.map((key) => [key, named.includes(key) ? String(params[key]) : null]),
  ) as Touch['utm'];
  return {
    type,
    clickIdType,
    clickId: clickIdType === null ? null : String(params[clickIdType]),
    ts,
    utm,
    landingPath: isStorable(value.landing_path) ? value.landing_path : null,
    referrerDomain: isStorable(value.referrer_domain) ? value.referrer_domain : null,
  };
}

const isStorable = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_VALUE && value.isWellFormed() && !value.includes('\0');

/** Rule 4: what two touches are compared by. */
export const samenessOf = ({ type, clickIdType, clickId, ts, utm }: Touch): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([type, clickIdType, clickId, ts, utm.utm_source, utm.utm_medium, utm.utm_campaign]))
    .digest();
