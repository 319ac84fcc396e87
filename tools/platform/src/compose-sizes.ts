import { type Service, services } from '@app/registry';
import { hasDatabase, SERVICES } from './services.ts';

/** What a container may take: megabytes of memory, and cores. */
export interface Size {
  readonly megabytes: number;
  readonly cores: number;
}

/** How much the containers of docker compose may take together. */
export type Scale = 'usual' | 'small';

/** Services that keep files draw papers and read them, which takes the memory of a page and of what recognises text. */
const keepers: readonly string[] = services.filter((service: Service) => service.keepsFiles).map(({ name }) => name);

/** Of what is not a service behind the gateway. A container that may take more cores than there are does not start. */
const OTHERS: Readonly<Record<string, Readonly<Record<Scale, Size>>>> = {
  postgres: { usual: { megabytes: 2048, cores: 2 }, small: { megabytes: 640, cores: 1 } },
  nats: { usual: { megabytes: 512, cores: 1 }, small: { megabytes: 96, cores: 1 } },
  provision: { usual: { megabytes: 256, cores: 1 }, small: { megabytes: 128, cores: 1 } },
  gateway: { usual: { megabytes: 512, cores: 1 }, small: { megabytes: 256, cores: 1 } },
  sandbox: { usual: { megabytes: 512, cores: 1 }, small: { megabytes: 160, cores: 1 } },
  mail: { usual: { megabytes: 128, cores: 1 }, small: { megabytes: 64, cores: 1 } },
  // Only with the profile observability, so not part of the small scale.
  collector: { usual: { megabytes: 1024, cores: 1 }, small: { megabytes: 512, cores: 1 } },
  prometheus: { usual: { megabytes: 1024, cores: 1 }, small: { megabytes: 512, cores: 1 } },
  grafana: { usual: { megabytes: 512, cores: 1 }, small: { megabytes: 256, cores: 1 } },
};

const SERVICE: Readonly<Record<Scale, Size>> = {
  usual: { megabytes: 512, cores: 1 },
  small: { megabytes: 224, cores: 1 },
};
const KEEPER: Readonly<Record<Scale, Size>> = {
  usual: { megabytes: 1024, cores: 2 },
  small: { megabytes: 576, cores: 1 },
};

/** What a container may take at a scale. */
const sizeOf = (name: string, scale: Scale): Size =>
  (OTHERS[name] ?? (keepers.includes(name) ? KEEPER : SERVICE))[scale];

const limits = ({ megabytes, cores }: Size): string =>
  `deploy: { resources: { limits: { memory: ${megabytes}m, cpus: "${cores}" } } }`;

/** The line with the limits of a container at the usual scale. */
export const limitsOf = (name: string): string => limits(sizeOf(name, 'usual'));

const ours = SERVICES.filter(hasDatabase).map(({ name }) => name);

/** The text of `deploy/compose.small.yml`, which is laid over `docker-compose.yml`. */
export const renderSmallCompose = (): string => `\
# The whole installation within 4 GB: docker compose -f docker-compose.yml -f deploy/compose.small.yml up, or in .env
# COMPOSE_FILE=docker-compose.yml:deploy/compose.small.yml. Written by "npm run check -- --write" from tools/platform/src/compose-sizes.ts; do not edit
# it by hand.
services:
${['postgres', 'nats', 'provision', 'sandbox', 'mail', ...ours, 'collector', 'prometheus', 'grafana']
  .map(
    (name) => `  ${name}:
    ${limits(sizeOf(name, 'small'))}
`,
  )
  .join('')}`;
