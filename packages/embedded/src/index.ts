export { explainFileError, removeDataFolder } from './data-folder.ts';
export { StartFailure } from './failure.ts';
export { findRunningPostgres } from './find-postgres.ts';
export {
  type EmbeddedNats,
  findNatsServer,
  type NatsOptions,
  type NatsUser,
  renderNatsUsers,
  startNats,
} from './nats.ts';
export { describePortHolder, findFreePort, findFreePorts, isPortFree, portTaken, requireFreePort } from './ports.ts';
export { type EmbeddedPostgres, MAX_CONNECTIONS, type PostgresOptions, startPostgres } from './postgres.ts';
export { identifyProcess, isAlive, type ProcessId, signalProcess, waitForEnd } from './process-id.ts';
export { type Exit, type ServerProcess, tieToThisProcess } from './server-process.ts';
export { makeThrownAwayFolder } from './thrown-away.ts';
