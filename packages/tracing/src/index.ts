export { startTracing, type Tracing } from './start.ts';
