export { type GeneralConfig, generalConfig } from './config.ts';
export type { Dependencies, Parts, ServiceDefinition } from './definition.ts';
export { defineJob, type Job, type Schedule } from './jobs.ts';
export { main } from './main.ts';
export { type RunningService, startService } from './start.ts';
export { followClock, storeClock } from './test-clock.ts';
