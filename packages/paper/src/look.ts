export type Weight = 'regular' | 'bold';

/** The files of the two weights. */
export type Fonts = Readonly<Record<Weight, string>>;

/** Measures a text in one of the two weights at a size, in points. */
export type Measure = (text: string, weight: Weight, size: number) => number;

export type Orientation = 'portrait' | 'landscape';

export const INK = '#1b2420';
export const SOFT = '#55615b';
export const FAINT = '#6a756e';
export const HAIR = '#e4e6e1';
export const RULE = '#b6beb8';
export const ACCENT = '#0f5f49';

/** Points, from the top left corner of an A4 sheet. */
export const MARGIN = 42;
const SHEETS = { portrait: { width: 595.28, height: 841.89 }, landscape: { width: 841.89, height: 595.28 } } as const;

/** Where what is printed ends; the foot of the page lies below. */
export const bottomOf = (orientation: Orientation): number => SHEETS[orientation].height - 56;
export const widthOf = (orientation: Orientation): number => SHEETS[orientation].width - 2 * MARGIN;
