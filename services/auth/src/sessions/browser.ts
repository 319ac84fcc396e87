import type { IncomingHttpHeaders } from 'node:http';
import { digestOf } from '../credentials/opaque.ts';
import { networkOf } from '../passwords/network.ts';

/**
 * What makes two requests of a few seconds come from one browser: the network of its address, and what it calls itself.
 */
export const browserDigest = (headers: IncomingHttpHeaders, address: string): Buffer =>
  digestOf(JSON.stringify([networkOf(address), headers['user-agent'] ?? '']));
