import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
// Name the packages for the bundler, which links them beside the bundle.
import '@tesseract.js-data/eng/package.json' with { type: 'json' };
import '@tesseract.js-data/nor/package.json' with { type: 'json' };
import startTesseract from 'tesseract.js-core/tesseract-core-simd-lstm.js';
import { type Pixels, sharpOf, turned } from './pixels.ts';
import { cleanText, countLetters } from './text.ts';

/** The part of the engine that is used. Codes are its own (`tesseract.js-core`, TessBaseAPI). */
interface Engine {
  readonly FS: { writeFile(path: string, content: Uint8Array): void };
  readonly TessBaseAPI: new () => EngineApi;
}

interface EngineApi {
  /** @returns 0 when it succeeds */
  Init(path: null, languages: string, engine: number): number;
  /** Reads `/input`. @returns 1 when it fails */
  SetImageFile(orientation: number, angle: number): number;
  Recognize(monitor: null): number;
  GetUTF8Text(): string;
  /** From 0 to 100, over all words. */
  MeanTextConf(): number;
}

export interface Recognition {
  /**
   * The text of a page that is a picture, in Norwegian or English, however the page was turned; nothing when there is none,
   * when none is likely to be right, or when the time of the file is used up.
   */
  textOf(pixels: Pixels): Promise<string>;
}

const LANGUAGES = ['nor', 'eng'];
const NEURAL = 1;

/** Pixels of what the engine sees: print is recognised best when an A4 has 300 dots per inch. */
const PIXELS = 9_000_000;
const LARGEST_ENLARGEMENT = 2;

/** Confidence of print that stands upright is above the first, and of what is no print below the second. */
const GOOD = 75;
const POOR = 40;
/** With fewer nothing stands there, however the page is turned. */
const LEAST_LETTERS = 4;

/** A picture of anything but print can keep the engine busy for minutes. */
class OutOfTime extends Error {}

let engine: { readonly core: Engine; readonly api: EngineApi } | undefined;
let deadline = 0;

/**
 * Recognition of the pages of one file.
 * @param seconds of processor time, for all its pages
 */
export function startRecognition(seconds: number): Recognition {
  let left = seconds;

  async function attempt(pixels: Pixels): Promise<{ text: string; confidence: number }> {
    const { core, api } = await openEngine();
    const start = processorSeconds();
    deadline = start + left;
    try {
      core.FS.writeFile('/input', await greymapOf(pixels));
      if (api.SetImageFile(1, 0) === 1) throw new Error('the engine does not read its own picture format');
      api.Recognize(null);
      return { text: cleanText(api.GetUTF8Text()), confidence: api.MeanTextConf() };
    } finally {
      left -= processorSeconds() - start;
    }
  }

  async function best(pixels: Pixels): Promise<string> {
    let found = await attempt(pixels);
    if (countLetters(found.text) < LEAST_LETTERS) return '';
    for (const angle of [90, 270, 180] as const) {
      if (found.confidence >= GOOD) break;
      const other = await attempt(await turned(pixels, angle));
      if (other.confidence > found.confidence) found = other;
    }
    return found.confidence < POOR ? '' : found.text;
  }

  return {
    textOf: async (pixels) => {
      if (left <= 0 || isBlank(pixels)) return '';
      try {
        return await best(pixels);
      } catch (error) {
        // It was stopped in the middle of its work, and is in no state to go on.
        engine = undefined;
        if (error instanceof OutOfTime) return '';
        throw error;
      }
    },
  };
}

async function openEngine(): Promise<NonNullable<typeof engine>> {
  if (engine) return engine;
  const core = await startTesseract<Engine>({
    TesseractProgress: () => {
      if (processorSeconds() > deadline) throw new OutOfTime();
    },
  });
  const { resolve } = createRequire(import.meta.url);
  for (const language of LANGUAGES) {
    const packed = readFileSync(resolve(`@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`));
    core.FS.writeFile(`/${language}.traineddata`, gunzipSync(packed));
  }
  const api = new core.TessBaseAPI();
  if (api.Init(null, LANGUAGES.join('+'), NEURAL) !== 0) throw new Error('text recognition does not start');
  engine = { core, api };
  return engine;
}

/** Of this thread, so that a busy machine reads no less than an idle one. */
function processorSeconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000_000;
}

/** A portable greymap: the one format that costs nothing to write and to read. */
async function greymapOf(pixels: Pixels): Promise<Uint8Array> {
  const scale = Math.min(LARGEST_ENLARGEMENT, Math.max(1, Math.sqrt(PIXELS / (pixels.width * pixels.height))));
  const { data, info } = await sharpOf(pixels)
    .greyscale()
    .resize(Math.round(pixels.width * scale))
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.concat([Buffer.from(`P5\n${info.width} ${info.height}\n255\n`), data]);
}

/** Of one colour, or nearly. */
function isBlank({ data, channels }: Pixels): boolean {
  let [least, most] = [255, 0];
  for (let at = 1; at < data.length; at += channels) {
    const green = data[at]!;
    if (green < least) least = green;
    if (green > most) most = green;
    if (most - least > 48) return false;
  }
  return true;
}
