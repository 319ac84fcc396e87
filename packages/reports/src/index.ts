export { compareNames, formatDate, formatDecimal, formatPeriod, longDate, shortMonth } from '@app/paper';
export { type Grouping, grouped, type Level, type RunningBalance, type TotalText } from './levels.ts';
export { createRenderer, type Renderer, type RenderLimits, SHORT_ROWS } from './renderer.ts';
export { inPieces, type Rows } from './rows.ts';
export * from './serve.ts';
export * from './table.ts';
