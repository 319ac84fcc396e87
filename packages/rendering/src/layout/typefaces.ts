import { createRequire } from 'node:module';
// Name the packages for the bundler, which links them beside the bundle.
import '@expo-google-fonts/source-code-pro/package.json' with { type: 'json' };
import '@expo-google-fonts/source-sans-3/package.json' with { type: 'json' };
import type { EmbeddedFace, Paper } from '../paper.ts';

export interface Typeface {
  /** Path of the font's file. */
  readonly file: string;
  readonly size: number;
  readonly leading: number;
  /** Points that a text takes on one line. */
  widthOf(text: string): number;
}

export interface Typefaces {
  readonly text: Typeface;
  readonly heading: Typeface;
  readonly typed: Typeface;
  readonly cell: Typeface;
}

export function typefacesOf(paper: Paper): Typefaces {
  const { resolve } = createRequire(import.meta.url);
  const regular = resolve('@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf');
  const bold = resolve('@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf');
  const even = resolve('@expo-google-fonts/source-code-pro/400Regular/SourceCodePro_400Regular.ttf');
  return {
    text: openTypeface(paper, regular, 10),
    heading: openTypeface(paper, bold, 13),
    typed: openTypeface(paper, even, 9),
    cell: openTypeface(paper, regular, 8.5),
  };
}

function openTypeface(paper: Paper, file: string, size: number): Typeface {
  layOutByCharacters(paper.font(file)._font);
  const widths = new Map<string, number>();
  const widthOfOne = (character: string): number => {
    const known = widths.get(character);
    if (known !== undefined) return known;
    const width = paper.font(file).fontSize(size).widthOfString(character);
    widths.set(character, width);
    return width;
  };
  return {
    file,
    size,
    leading: Math.ceil(size * 1.3),
    widthOf: (text) => {
      let width = 0;
      for (const character of text) width += widthOfOne(character);
      return width;
    },
  };
}

/**
 * Lays out texts character by character, without kerning and ligatures, instead of word by word: the library's own way
 * takes half a millisecond for every word that it has not met, and keeps it.
 */
function layOutByCharacters(face: EmbeddedFace): void {
  const runs = new Map<string, ReturnType<EmbeddedFace['layoutRun']>>();
  const runOf = (character: string) => {
    const known = runs.get(character);
    if (known) return known;
    const run = face.layoutRun(character);
    runs.set(character, run);
    return run;
  };
  face.layout = (text) => {
    const each = Array.from(text, runOf);
    return {
      glyphs: each.flatMap(({ glyphs }) => glyphs),
      positions: each.flatMap(({ positions }) => positions),
      advanceWidth: each.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0),
    };
  };
}
