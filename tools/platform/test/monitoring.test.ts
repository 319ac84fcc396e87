import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMetrics } from '@app/runtime';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../src/root.ts';

const promtool = process.env.PROMTOOL_BIN ?? 'promtool';
const hasPromtool = spawnSync(promtool, ['--version']).status === 0;

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const { groups } = parse(read('deploy/alerts.yaml')) as { readonly groups: readonly { readonly rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const { panels } = JSON.parse(read('deploy/dashboard.json')) as { readonly panels: readonly Panel[] };

/** What Prometheus knows of its own accord, and what the functions of its language are called. */
const LANGUAGE =
  /^(up|sum|by|or|on|group_left|topk|count|rate|increase|time|max|min|absent|histogram_quantile|service|le|instance|h|m)$/;

/** The names of our metrics and of their labels, as far as somebody could ask for them. */
async function ourWords(): Promise<ReadonlySet<string>> {
  const { registry } = createMetrics({ service: 'x', isProcess: true });
  const described = await registry.getMetricsAsJSON();
  const names = described.flatMap(({ name }) => [name, `${name}_count`, `${name}_bucket`, `${name}_sum`]);
  const labels = described.flatMap(
    ({ name }) => (registry.getSingleMetric(name) as unknown as { labelNames?: readonly string[] }).labelNames ?? [],
  );
  const files = ['packages/backup/src/metrics.ts', 'tools/platform/src/verification-metrics.ts'];
  const written = files.flatMap((file) => read(file).match(/(?<=')(backup|platform)_\w+(?=')/g) ?? []);
  return new Set([...names, ...labels, ...written]);
}

const ours = ourWords();

/** Words of a question to Prometheus that stand for nothing. */
async function strangeWords(expr: string): Promise<readonly string[]> {
  const known = await ours;
  const words = expr.replaceAll(/"[^"]*"/g, '').match(/[a-z_]+/g) ?? [];
  return words.filter((word) => !known.has(word) && !LANGUAGE.test(word));
}

describe('an alert', () => {
  it.each(rules)('$alert asks for metrics that there are', async ({ expr }) => {
    expect(await strangeWords(expr)).toEqual([]);
  });

  it('has a section in the runbook, a severity and a sentence; and every section is of an alert', () => {
    const headings = [...read('docs/operate/alerts.md').matchAll(/^## (\w+)$/gm)].map(([, heading]) => heading);
    expect(headings.sort()).toEqual(rules.map(({ alert }) => alert).sort());
    for (const { alert, labels, annotations } of rules) {
      expect(annotations.runbook).toBe(`docs/operate/alerts.md#${alert.toLowerCase()}`);
      expect(['page', 'ticket']).toContain(labels.severity);
      expect(annotations.summary).not.toBe('');
    }
  });
});

interface AlertTests {
  readonly tests: readonly {
    readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly unknown[] }[];
  }[];
}

describe('the tests of the alerts', () => {
  const { tests } = parse(read('deploy/alerts.test.yaml')) as AlertTests;
  const looks = tests.flatMap((test) => test.alert_rule_test);

  it.each(rules)('look when $alert speaks, and when it does not', ({ alert }) => {
    const own = looks.filter(({ alertname }) => alertname === alert);
    expect(new Set(own.map(({ exp_alerts }) => exp_alerts.length > 0))).toEqual(new Set([true, false]));
  });

  it.skipIf(!hasPromtool)('hold (needs promtool on PATH or PROMTOOL_BIN)', () => {
    const { status, stdout, stderr } = spawnSync(promtool, ['test', 'rules', join(ROOT, 'deploy/alerts.test.yaml')]);
    expect([status, `${stdout}${stderr}`]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });
});

it('the page of metrics names those of a process, each with its labels, and no other', async () => {
  const { registry } = createMetrics({ service: 'x' });
  const labelsOf = (name: string): readonly string[] =>
    (registry.getSingleMetric(name) as unknown as { labelNames?: readonly string[] }).labelNames ?? [];
  const measured = (await registry.getMetricsAsJSON()).map(({ name }) => [name, [...labelsOf(name)].sort()] as const);
  let above: readonly string[] = [];
  const described = [...read('docs/operate/metrics.md').matchAll(/^\| (`.*?) \| (.*?) ?\| /gm)].flatMap(
    ([, names, labels]) => {
      const words = (text: string): string[] => [...text.matchAll(/`(\w+)`/g)].map(([, word]) => word!);
      above = labels === 'the same' ? above : words(labels!).sort();
      const own = above;
      return words(names!).map((name) => [name, own] as const);
    },
  );
  const sorted = (list: readonly (readonly [string, readonly string[]])[]) =>
    [...list].sort(([a], [b]) => (a < b ? -1 : 1));
  expect(sorted(described)).toEqual(sorted(measured));
});

it.each(panels)('the panel "$title" of the dashboard asks for metrics that there are', async ({ targets }) => {
  expect(targets.length).toBeGreaterThan(0);
  for (const { expr, legendFormat } of targets) {
    expect(await strangeWords(expr)).toEqual([]);
    // A line is named by labels that the question keeps.
    const [, kept = 'service instance'] = /by \(([^)]*)\)/.exec(expr) ?? [];
    for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) expect(kept).toContain(label);
  }
});
