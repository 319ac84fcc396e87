import { unreadable } from './failure.ts';
import type { RenderingLimits } from './limits.ts';
import { openFile } from './open.ts';
import type { PageSource } from './page-source.ts';
import { bytesOf, LONG, openPaper, SHORT } from './paper.ts';
import { type Pixels, sharpOf } from './pixels.ts';
import type { Part } from './reading.ts';

/** A picture is as large as fits its sheet, and lies or stands as the sheet does. */
const MARGIN = 14;

/** Kinds of which the picture was photographed: those are no smaller without loss than they need to be with some. */
const PHOTOGRAPHS = ['image/jpeg', 'image/heic'];

/** @throws RenderingFailure, `unreadable` also for what has no looks */
export async function toPdf(part: Part, limits: RenderingLimits): Promise<Uint8Array> {
  const source = await openFile(part, limits);
  if (!source) throw unreadable(`Files of type ${part.mediaType} have no pages`);
  try {
    return source.pdf ?? (await sheetsOf(source, PHOTOGRAPHS.includes(part.mediaType)));
  } finally {
    source.close();
  }
}

/** A sheet for each picture. */
async function sheetsOf(source: PageSource, isPhotograph: boolean): Promise<Uint8Array> {
  const paper = openPaper();
  const bytes = bytesOf(paper);
  for (let index = 0; index < source.pageCount; index++) {
    const { pixels } = await source.draw(index);
    const whole = sharpOf(pixels);
    const picture = await (isPhotograph ? whole.jpeg({ quality: 90 }) : whole.png()).toBuffer();
    const { size, ...place } = placed(pixels);
    paper.addPage({ size, margin: 0 }).image(picture, place.x, place.y, place);
  }
  paper.end();
  return bytes;
}

function placed({ width, height }: Pixels) {
  const size = width > height ? ([LONG, SHORT] as const) : ([SHORT, LONG] as const);
  const scale = Math.min((size[0] - 2 * MARGIN) / width, (size[1] - 2 * MARGIN) / height);
  const drawn = { width: width * scale, height: height * scale };
  return { size, ...drawn, x: (size[0] - drawn.width) / 2, y: (size[1] - drawn.height) / 2 };
}
