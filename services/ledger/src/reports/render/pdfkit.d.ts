// The part of pdfkit 0.20 that the reports draw with; the package brings no types.
declare module 'pdfkit' {
  import { Readable } from 'node:stream';

  export interface StructureElement {
    add(child: StructureElement | (() => void)): StructureElement;
    end(): void;
  }

  export interface DocumentOptions {
    readonly font: string;
    readonly pdfVersion: string;
    readonly subset: string;
    readonly tagged: boolean;
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
    constructor(options: DocumentOptions);
    readonly page: { readonly width: number; readonly height: number };
    addPage(options: { readonly size: string; readonly layout: 'portrait' | 'landscape'; readonly margin: number }): this;
    /** By the path of its file: fonts are kept under it. */
    font(path: string): this;
    fontSize(size: number): this;
    fillColor(color: string): this;
    strokeColor(color: string): this;
    lineWidth(width: number): this;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    stroke(): this;
    text(text: string, x: number, y: number, options?: TextOptions): this;
    widthOfString(text: string, options?: TextOptions): number;
    markContent(tag: 'Artifact', options?: { readonly type?: string; readonly attached?: readonly string[] }): this;
    endMarkedContent(): this;
    struct(type: string, options?: { readonly title?: string; readonly scope?: string }, children?: () => void): StructureElement;
    addStructure(element: StructureElement): this;
    end(): this;
  }
}
