export { RenderingBusy, RenderingFailure, type RenderingReason } from './failure.ts';
export type { RenderingLimits } from './limits.ts';
export type { PageImage, PageSize, Part, Reading, TextSource } from './reading.ts';
export { openRendering, type PageRange, type ReadOptions, type Rendering } from './rendering.ts';
