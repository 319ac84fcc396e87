export * from './csp.ts';
export { escapeText, Flag, flag, Html, html, type Piece, verbatim } from './html.ts';
export * from './notice-page.ts';
export * from './page.ts';
export { icons, theme } from './theme.ts';
