import type { Pixels } from './pixels.ts';
import type { Part } from './reading.ts';

/** A page of a file, drawn. */
export interface DrawnPage {
  readonly pixels: Pixels;
  /** What the file itself says that stands there; may be nothing. */
  readonly text: string;
  /** Text may stand there that the file does not say: its image is read when there is little else. */
  readonly isPicture: boolean;
}

/** A file that was opened, whose pages are drawn one by one. */
export interface PageSource {
  readonly pageCount: number;
  /** @param index counted from 0 */
  draw(index: number): Promise<DrawnPage>;
  /** The file as a PDF, where its pages are drawn from one. */
  readonly pdf: Uint8Array | null;
  /** @see Reading.converted */
  readonly converted: Part | null;
  close(): void;
}
