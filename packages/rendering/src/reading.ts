export interface PageSize {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** A page as it looks: 150 dots per inch where the file says how large it is. */
export interface PageImage extends PageSize {
  readonly png: Uint8Array;
}

/** Where text comes from: the file itself, its pictures in whole or in part, or nowhere. */
export type TextSource = 'FILE' | 'OCR' | 'NONE';

/** Bytes and what they are, as media types are kept (`services/documents/src/files/media-type.ts`). */
export interface Part {
  readonly content: Uint8Array;
  readonly mediaType: string;
}

/** What a file looks like and says. A file of a kind that has no looks has no pages. */
export interface Reading<Page extends PageSize = PageImage> {
  readonly pageCount: number;
  readonly pages: readonly Page[];
  /** PNG of the first page, at most 256 pixels a side. */
  readonly thumbnail: Uint8Array | null;
  /** PNG of the first page: the same bytes as its image. */
  readonly preview: Uint8Array | null;
  /** Of all pages; lines end with `\n`, and no character is a control one. */
  readonly text: string;
  readonly textPages: readonly string[];
  readonly textSource: TextSource;
  /** The same in a form that every program opens, of those that few do: HEIC as JPEG, HTML as PDF. */
  readonly converted: Part | null;
}
