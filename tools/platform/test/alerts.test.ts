import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMetrics } from '@app/runtime';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../src/root.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const { groups } = parse(read('deploy/alerts.yaml')) as { readonly groups: readonly { readonly rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

/** What Prometheus knows of its own accord, and what the functions and labels of its language are called. */
const LANGUAGE = /^(up|sum|by|rate|increase|time|max|absent|service|status|h|m)$/;

/** The names of our metrics, and the labels of each. */
async function ourMetrics(): Promise<ReadonlySet<string>> {
  const described = await createMetrics({ service: 'x' }).registry.getMetricsAsJSON();
  const names = described.flatMap(({ name }) => [name, `${name}_count`, `${name}_bucket`, `${name}_sum`]);
  const written = read('packages/backup/src/metrics.ts').match(/backup_\w+(?=')/g) ?? [];
  return new Set([...names, ...written]);
}

describe('an alert', () => {
  it.each(rules)('$alert asks for metrics that there are', async ({ expr }) => {
    const words = expr.replaceAll(/"[^"]*"/g, '').match(/[a-z_]+/g) ?? [];
    const known = await ourMetrics();
    expect(words.filter((word) => !known.has(word) && !LANGUAGE.test(word))).toEqual([]);
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
