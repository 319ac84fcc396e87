export * from './csp.ts';
export * from './failure-page.ts';
export { escapeText, Flag, flag, Html, html, type Piece, verbatim } from './html.ts';
export { icons } from './icons.ts';
export * from './moment.ts';
export * from './notice-page.ts';
export * from './page.ts';
export { theme } from './theme.ts';
