export { xmlText } from './text.ts';
