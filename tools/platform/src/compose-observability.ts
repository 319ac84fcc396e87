import { imageOf } from './compose-images.ts';
import { limitsOf } from './compose-sizes.ts';
import { hasDatabase, SERVICES } from './services.ts';
import type { WrittenFiles } from './written-files.ts';

const FOLDER = 'deploy/observability';
const WRITTEN =
  '# Written by "npm run check -- --write" from tools/platform/src/compose-observability.ts; do not edit it by hand.';

/** Of docker compose: what is started with the profile `observability` alone. Its pages open on this machine only. */
export const renderObservability = (): string => `\
  # An OpenTelemetry collector that keeps the newest traces in memory and shows them. Services send theirs with OTEL_EXPORTER_OTLP_ENDPOINT set to
  # http://collector:4318.
  collector:
    <<: *kept
    profiles: [observability]
    image: ${imageOf('collector')}
    ${limitsOf('collector')}
    ports: ["127.0.0.1:\${TRACES_PORT:-16686}:16686"]
    healthcheck: { <<: *asked, test: [CMD, wget, -q, -O, /dev/null, "http://127.0.0.1:13133/status"] }

  prometheus:
    <<: *kept
    profiles: [observability]
    image: ${imageOf('prometheus')}
    ${limitsOf('prometheus')}
    command:
      - --config.file=/etc/prometheus/prometheus.yml
      - --storage.tsdb.path=/prometheus
      - --storage.tsdb.retention.time=15d
    volumes:
      - prometheus:/prometheus
      - ./${FOLDER}/prometheus.yml:/etc/prometheus/prometheus.yml:ro
      - ./deploy/alerts.yaml:/etc/prometheus/alerts.yaml:ro
    ports: ["127.0.0.1:\${PROMETHEUS_PORT:-9090}:9090"]
    healthcheck: { <<: *asked, test: [CMD, wget, -q, -O, /dev/null, "http://127.0.0.1:9090/-/ready"] }

  # Signs in "admin" by GF_SECURITY_ADMIN_PASSWORD of .compose/grafana.env.
  grafana:
    <<: *kept
    profiles: [observability]
    image: ${imageOf('grafana')}
    ${limitsOf('grafana')}
    env_file: [.compose/grafana.env]
    environment:
      GF_ANALYTICS_REPORTING_ENABLED: "false"
      GF_ANALYTICS_CHECK_FOR_UPDATES: "false"
      GF_ANALYTICS_CHECK_FOR_PLUGIN_UPDATES: "false"
      GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH: /etc/grafana/dashboards/accounting-platform.json
    volumes:
      - grafana:/var/lib/grafana
      - ./${FOLDER}/sources.yml:/etc/grafana/provisioning/datasources/sources.yml:ro
      - ./${FOLDER}/dashboards.yml:/etc/grafana/provisioning/dashboards/dashboards.yml:ro
      - ./deploy/dashboard.json:/etc/grafana/dashboards/accounting-platform.json:ro
    ports: ["127.0.0.1:\${GRAFANA_PORT:-3000}:3000"]
    healthcheck: { <<: *asked, test: [CMD, wget, -q, -O, /dev/null, "http://127.0.0.1:3000/api/health"] }
    depends_on: { prometheus: { condition: service_healthy } }
`;

/** Where each process tells its measures, of the sandbox none (docs/operate/metrics.md). */
const targets = SERVICES.filter(hasDatabase).map(({ name, kind }) => `${name}:${kind === 'gateway' ? '8180' : '8100'}`);

/** The files that the containers of the profile `observability` are given. */
export const renderObservabilityFiles = (): WrittenFiles => ({
  [`${FOLDER}/prometheus.yml`]: `\
${WRITTEN}
global: { scrape_interval: 15s, evaluation_interval: 15s }
rule_files: [/etc/prometheus/alerts.yaml]
scrape_configs:
  - job_name: accounting
    static_configs:
      - targets:
${targets.map((target) => `          - ${target}`).join('\n')}
`,
  [`${FOLDER}/sources.yml`]: `\
${WRITTEN}
apiVersion: 1
datasources:
  - { name: Prometheus, uid: prometheus, type: prometheus, url: "http://prometheus:9090", isDefault: true }
  - { name: Traces, uid: traces, type: jaeger, url: "http://collector:16686" }
`,
  [`${FOLDER}/dashboards.yml`]: `\
${WRITTEN}
apiVersion: 1
providers:
  - { name: accounting, type: file, options: { path: /etc/grafana/dashboards } }
`,
});
