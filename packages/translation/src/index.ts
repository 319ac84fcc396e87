export { inLanguageOf, inWordsOf, prefersNorwegian } from './answer.ts';
export { norwegianError } from './body.ts';
export { norwegian } from './norwegian.ts';
