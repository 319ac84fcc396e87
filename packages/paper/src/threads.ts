// The threads that draw, for those who order.
export { createLane, type Lane, type LaneLimits, type LaneWork } from './lane.ts';
export { fontFiles, startThread } from './thread.ts';
