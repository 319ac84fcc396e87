import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root.ts';

/** The image with Node.js that ours stand on, unless who builds names another: as deploy/Dockerfile says. */
export const NODE_IMAGE: string = /^ARG NODE_IMAGE=(\S+)$/m.exec(
  readFileSync(join(ROOT, 'deploy', 'Dockerfile'), 'utf8'),
)![1]!;

/** The one that this build stands on. */
export const builtOn = (environment: Readonly<Record<string, string | undefined>>): string =>
  environment.NODE_IMAGE?.trim() || NODE_IMAGE;

/** The parts of an image's name: `registry.example:5000/base/node:26@sha256:…`, each but the name optional. */
export interface ImageName {
  readonly registry?: string;
  readonly name: string;
  readonly tag?: string;
  readonly digest?: string;
}

const NAME =
  /^(?:(?<registry>localhost|[^/]*[.:][^/]*)\/)?(?<name>[^:@]+)(?::(?<tag>[^:/@]+))?(?:@sha256:(?<digest>[0-9a-f]{64}))?$/;

/** Takes the name of an image apart. */
export function readImageName(text: string): ImageName {
  const groups = NAME.exec(text)?.groups;
  if (!groups) throw new Error(`NODE_IMAGE is not the name of an image: ${text}`);
  return Object.fromEntries(Object.entries(groups).filter(([, part]) => part !== undefined)) as unknown as ImageName;
}
