// What draws, for the threads that do: it loads the library.
export { measureWith, openDocument, written } from './document.ts';
export { breakLines } from './lines.ts';
export * from './look.ts';
export { PageTotal } from './page-total.ts';
export { type Element, Pen } from './pen.ts';
