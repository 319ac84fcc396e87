import { rename, writeFile } from 'node:fs/promises';

/** A gauge in a file: its values by their labels. */
interface FileMetric {
  readonly name: string;
  readonly help: string;
  readonly values: readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: number }[];
}

const escaped = (text: string): string => text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');

const labelled = (labels: Readonly<Record<string, string>> = {}): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
};

/**
 * Writes what Prometheus shall know of a command, in its text format, for the textfile collector of node_exporter: the
 * command has ended by the time somebody asks. A reader finds the old file or the new one, never half of it.
 */
export async function writeMetricsFile(file: string, metrics: readonly FileMetric[]): Promise<void> {
  const lines = metrics.flatMap(({ name, help, values }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} gauge`,
    ...values.map(({ labels, value }) => `${name}${labelled(labels)} ${value}`),
  ]);
  await writeFile(`${file}.new`, `${lines.join('\n')}\n`);
  await rename(`${file}.new`, file);
}
