import { RenderingFailure } from '../failure.ts';
import { bytesOf, LONG, type Paper, SHORT } from '../paper.ts';
import type { Typeface } from './typefaces.ts';

const MARGIN = 42;

/** Sheets of paper that are written from the top to the bottom, one after the other. */
export interface Sheets {
  readonly paper: Paper;
  /** Between the margins; of sheets that lie, when they are wide. */
  readonly width: number;
  /** Makes room for a line, on a new sheet when need be. @returns where its top is */
  line(height: number): number;
  /** Leaves room, unless a sheet has just begun. */
  leaveRoom(height: number): void;
  /** Writes on the line that was last made. @param x from the left margin */
  write(line: string, x: number, y: number, face: Typeface): void;
  rule(y: number): void;
  /** What is said on the sheet of the last line. */
  say(text: string): void;
  end(): Promise<LaidOut>;
}

export interface LaidOut {
  readonly pdf: Uint8Array;
  readonly textPages: readonly string[];
}

/**
 * @param most sheets
 * @throws RenderingFailure `too_many_pages`, by its functions
 */
export function openSheets(paper: Paper, isWide: boolean, most: number): Sheets {
  const [width, height] = isWide ? [LONG, SHORT] : [SHORT, LONG];
  const bytes = bytesOf(paper);
  const texts: string[][] = [];
  let y = height;

  const turn = (): void => {
    if (texts.length === most)
      throw new RenderingFailure('too_many_pages', `The file has more than ${most} pages as it is printed`);
    paper.addPage({ size: [width, height], margin: 0 });
    texts.push([]);
    y = MARGIN;
  };

  return {
    paper,
    width: width - 2 * MARGIN,
    line: (needed) => {
      if (y + needed > height - MARGIN) turn();
      const top = y;
      y += needed;
      return top;
    },
    leaveRoom: (room) => {
      if (y > MARGIN) y += room;
    },
    write: (line, x, top, face) => {
      if (line.trim() !== '')
        paper
          .font(face.file)
          .fontSize(face.size)
          .text(line.replaceAll('\t', '    '), MARGIN + x, top, { lineBreak: false });
    },
    rule: (top) => {
      paper
        .lineWidth(0.5)
        .strokeColor('#888888')
        .moveTo(MARGIN, top)
        .lineTo(width - MARGIN, top)
        .stroke();
    },
    say: (text) => {
      texts.at(-1)!.push(text);
    },
    end: async () => {
      if (texts.length === 0) turn();
      paper.end();
      return { pdf: await bytes, textPages: texts.map((each) => each.join('\n')) };
    },
  };
}
