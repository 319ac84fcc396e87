import { callTools } from './mcp.ts';
import { docs, live, makeCompany, openApi, ready, runJob, setClock } from './system.ts';

export * from './mcp.ts';
export * from './system.ts';

/** What the gateway answers itself. */
export const gatewayEndpoints = [callTools, live, ready, openApi, docs, setClock, runJob, makeCompany] as const;
