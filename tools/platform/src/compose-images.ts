/**
 * Images that others make, by tag and digest: a tag may move, a digest cannot. The digests are those of the lists for
 * all architectures. `.env` may name another image by the variable, such as one of a mirror.
 */
export const IMAGES = {
  postgres: {
    tag: 'postgres:18.4-bookworm',
    digest: 'sha256:1961f96e6029a02c3812d7cb329a3b03a3ac2bb067058dec17b0f5596aca9296',
  },
  // Of alpine, since the plain one has no program that could ask the server how it is.
  nats: {
    tag: 'nats:2.14.4-alpine',
    digest: 'sha256:f2123f533c2b0cada0a5c5ec434fb2b8cfe1cf220215ef9d7517e1372917ad66',
  },
  mail: {
    tag: 'axllent/mailpit:v1.31.2',
    digest: 'sha256:74d609a42ec279aa63c6b4622a6fa9b5408d1ad5b1d76a1c4be40a265ce0863d',
  },
  collector: {
    tag: 'jaegertracing/jaeger:2.20.0',
    digest: 'sha256:46a886260e04002d8f45e213fc39063fa11a50446048fdaa64786fc0840cb9f8',
  },
  prometheus: {
    tag: 'prom/prometheus:v3.15.0',
    digest: 'sha256:efd719c99d83b060d9daefdcf00360461adf279f45ef5391f8d111892118753e',
  },
  grafana: {
    tag: 'grafana/grafana:13.2.3',
    digest: 'sha256:b28bae15e219c998fb0e0424ed724930cc61b1f61fb404d47c862f9a23f9e572',
  },
} as const;

/** A server of docker compose that is not ours. */
export type ForeignServer = keyof typeof IMAGES;

/** The image of a server, which `POSTGRES_IMAGE` and the like replace. */
export const imageOf = (server: ForeignServer): string =>
  `\${${server.toUpperCase()}_IMAGE:-${IMAGES[server].tag}@${IMAGES[server].digest}}`;
