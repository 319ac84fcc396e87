import { expect, it } from 'vitest';
import { theme } from '../src/index.ts';

/** The colours of one mode by name. */
const coloursOf = (block: string): ReadonlyMap<string, string> =>
  new Map([...block.matchAll(/--([\w-]+):(#[0-9a-f]{3,6})[;}]/g)].map((match) => [match[1]!, match[2]!]));

const light = coloursOf(/:root\{[^}]*\}/.exec(theme)![0]);
const dark = new Map([...light, ...coloursOf(/prefers-color-scheme:dark\)\{(:root\{[^}]*\})/.exec(theme)![1]!)]);

/** Relative luminance (WCAG 2.2, section 1.4.3). */
function luminance(colour: string): number {
  const digits =
    colour.length === 4 ? [...colour.slice(1)].map((digit) => digit + digit) : colour.slice(1).match(/../g)!;
  const [red, green, blue] = digits.map((pair) => {
    const channel = Number.parseInt(pair, 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter! + 0.05) / (darker! + 0.05);
}

const texts = [
  ...['paper', 'card', 'wash'].flatMap((back) => ['ink', 'soft', 'green'].map((text) => [text, back] as const)),
  ['ink', 'red-wash'],
  ['ink', 'amber-wash'],
  ['amber', 'amber-wash'],
  ['red', 'card'],
  ['red', 'paper'],
  ['on-green', 'green'],
  ['on-green', 'green-deep'],
] as const;
const edges = ['card', 'paper'].flatMap((back) => ['edge', 'ring', 'green'].map((edge) => [edge, back] as const));

for (const [mode, colours] of [
  ['light', light],
  ['dark', dark],
] as const) {
  it.each(texts)(`in ${mode}, %s can be read on %s`, (text, back) => {
    expect(contrast(colours.get(text)!, colours.get(back)!)).toBeGreaterThanOrEqual(4.5);
  });
  it.each(edges)(`in ${mode}, a field and its focus can be seen: %s on %s`, (edge, back) => {
    expect(contrast(colours.get(edge)!, colours.get(back)!)).toBeGreaterThanOrEqual(3);
  });
}
