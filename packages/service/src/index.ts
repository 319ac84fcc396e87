export { type GeneralConfig, generalConfig } from './config.ts';
export type { Dependencies, Parts, ServiceDefinition } from './definition.ts';
export { healthInDetail, measure, readinessAnswer } from './health.ts';
export { closeServer } from './http.ts';
export { defineJob, type Job, type Schedule } from './jobs.ts';
export { main } from './main.ts';
export { awaitSchema } from './schema.ts';
export { type RunningService, startService } from './start.ts';
export { followClock, storeClock } from './test-clock.ts';
