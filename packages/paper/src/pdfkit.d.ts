// The part of pdfkit 0.20 that we draw with; the package brings no types.
declare module 'pdfkit' {
  import { Readable } from 'node:stream';

  export interface StructureElement {
    readonly dictionary: Reference;
    add(child: StructureElement | (() => void)): StructureElement;
    end(): void;
  }

  /** An object of the file, which others may name before it is written. */
  export interface Reference {
    data: Record<string, unknown>;
    end(content?: string): void;
  }

  /** Of `encode` and what is written of a font, nothing else of it is asked. */
  export interface Glyph {
    readonly id: number;
    /** In units of the font. */
    readonly advanceWidth: number;
    /** What it stands for where text is copied. */
    readonly codePoints: readonly number[];
  }

  /** A font as it was read from its file: nothing of it belongs to a document. */
  export interface ParsedFont {
    layout(text: string): unknown;
    hasGlyphForCodePoint(codePoint: number): boolean;
  }

  /** Glyphs in their order; measures in thousandths of the size. */
  export interface GlyphRun {
    readonly glyphs: readonly Glyph[];
    readonly positions: readonly { readonly xAdvance: number }[];
    readonly advanceWidth: number;
  }

  export interface EmbeddedFont {
    readonly font: ParsedFont;
    /** Its name in the resources of a page. */
    readonly id: string;
    /** Height above the baseline in thousandths of the size. */
    readonly ascender: number;
    ref(): Reference;
    /** Glyphs as hexadecimal numbers, and their places in thousandths of the size. */
    encode(text: string): readonly [readonly string[], readonly { advanceWidth: number; xAdvance: number }[]];
    widthOfString(text: string, size: number): number;
    /** Lays out one text; by way of `layout` texts are remembered word by word. */
    layoutRun(text: string): GlyphRun;
    layout: (text: string, features?: readonly string[], onlyWidth?: boolean) => GlyphRun;
  }

  export interface DocumentOptions {
    /** None until one is chosen. */
    readonly font: null;
    readonly pdfVersion: string;
    readonly subset: string;
    readonly tagged: boolean;
    /** `false`: laid out texts are not remembered. */
    readonly fontLayoutCache: boolean;
    readonly lang: string;
    readonly displayTitle: boolean;
    readonly autoFirstPage: boolean;
    readonly info: Readonly<Record<string, string | Date>>;
  }

  export interface TextOptions {
    readonly lineBreak?: boolean;
    readonly features?: readonly string[];
  }

  export default class PDFDocument extends Readable {
    constructor(options: DocumentOptions | { readonly font: string; readonly autoFirstPage: false });
    /** The page that is being drawn; none before the first. */
    readonly page: { readonly xobjects: Record<string, Reference>; readonly dictionary: Reference } | null;
    readonly _font: EmbeddedFont;
    ref(data: Record<string, unknown>): Reference;
    /** Operators for the current page as they are. */
    addContent(operators: string): this;
    addPage(options: {
      readonly size: string;
      readonly layout: 'portrait' | 'landscape';
      readonly margin: number;
    }): this;
    /** By the path of its file: fonts are kept under it. */
    font(path: string): this;
    /** Has `font(path)` take a font that was read before. */
    registerFont(path: string, font: ParsedFont): this;
    fontSize(size: number): this;
    fillColor(color: string): this;
    strokeColor(color: string): this;
    lineWidth(width: number): this;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    stroke(): this;
    roundedRect(x: number, y: number, width: number, height: number, radius: number): this;
    fill(color: string): this;
    /** A picture from its bytes. */
    image(picture: Buffer, x: number, y: number, options: { readonly width: number; readonly height: number }): this;
    text(text: string, x: number, y: number, options?: TextOptions): this;
    widthOfString(text: string, options?: TextOptions): number;
    /** Adds to the XMP of the document. */
    appendXML(xml: string): void;
    /** Adds what the document says of itself to its XMP. */
    _addInfo: () => void;
    markContent(tag: 'Artifact', options?: { readonly type?: string; readonly attached?: readonly string[] }): this;
    markContent(tag: 'Span', options: { readonly actual: string }): this;
    endMarkedContent(): this;
    struct(
      type: string,
      options?: {
        readonly title?: string;
        readonly scope?: string;
        readonly alt?: string;
        /** From the top left corner: left, top, right, bottom. */
        readonly bbox?: readonly [number, number, number, number];
      },
      children?: () => void,
    ): StructureElement;
    addStructure(element: StructureElement): this;
    end(): this;
  }
}
