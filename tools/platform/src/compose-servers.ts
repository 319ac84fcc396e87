import { MAX_CONNECTIONS } from '@app/embedded';
import { imageOf } from './compose-images.ts';
import { limitsOf } from './compose-sizes.ts';

/** Of docker compose: PostgreSQL, NATS and the server that keeps mails for people to read. */
export const renderServers = (): string => `\
  postgres:
    <<: *kept
    image: ${imageOf('postgres')}
    ${limitsOf('postgres')}
    # Room for two of each process with DATABASE_POOL_SIZE 16, and for migrations and the operator.
    command: [postgres, -c, max_connections=${MAX_CONNECTIONS}]
    env_file: [.compose/postgres.env]
    environment:
      POSTGRES_INITDB_ARGS: --locale-provider=builtin --builtin-locale=C.UTF-8 --encoding=UTF8
    volumes: ["postgres:/var/lib/postgresql"]
    # Workers of one question share what they found here; Docker's own 64 MB end the question of a long report.
    shm_size: 256m
    stop_grace_period: 60s
    # By TCP: the server that makes the database first answers on its socket alone, and then goes.
    healthcheck: { <<: *asked, test: [CMD, pg_isready, -h, 127.0.0.1, -U, postgres] }

  nats:
    <<: *kept
    image: ${imageOf('nats')}
    ${limitsOf('nats')}
    command: ["-c", "/etc/nats/accounting.conf"]
    # Who may connect and what each may do.
    volumes: ["nats:/data", "./.compose/nats.conf:/etc/nats/accounting.conf:ro"]
    healthcheck: { <<: *asked, test: [CMD, wget, -q, -O, /dev/null, "http://127.0.0.1:8222/healthz"] }

  # Keeps every mail and delivers none: http://127.0.0.1:8025. Not asked once SMTP_URL names another server.
  mail:
    <<: *kept
    image: ${imageOf('mail')}
    ${limitsOf('mail')}
    user: "65534:65534"
    read_only: true
    tmpfs: [/tmp]
    cap_drop: [ALL]
    environment:
      MP_MAX_MESSAGES: "1000"
      MP_SMTP_DISABLE_RDNS: "true"
      MP_DISABLE_VERSION_CHECK: "true"
    ports: ["127.0.0.1:\${MAIL_PORT:-8025}:8025"]
    healthcheck: { <<: *asked, test: [CMD, /mailpit, readyz] }
`;
