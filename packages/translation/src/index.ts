export { inLanguageOf, inWordsOf, prefersNorwegian } from './answer.ts';
export { norwegianError } from './body.ts';
export { errorsInNorwegian } from './error-codes.ts';
export { norwegian } from './norwegian.ts';
