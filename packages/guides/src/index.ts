export type { Token, Tokens } from 'marked';
export type { Guide } from './guide.ts';
export { anchorOf, plainText, type Section, sectionsOf } from './plain-text.ts';
export { contentFolder, type Guides, guideNames, readGuides } from './read.ts';
export { type Block, blockOf, type Step, stepsOf } from './steps.ts';
