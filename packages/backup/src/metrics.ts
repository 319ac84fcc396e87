import { rename, writeFile } from 'node:fs/promises';
import type { Manifest } from './manifest.ts';

/** The metrics of a backup, by name: what each means, and its value. */
const metricsOf = ({ moment, schemas, files }: Manifest): readonly (readonly [string, string, number])[] => [
  ['backup_moment_timestamp_seconds', 'Moment whose rows the newest backup holds', Date.parse(moment) / 1_000],
  [
    'backup_rows',
    'Rows of the newest backup',
    schemas.flatMap(({ tables }) => tables).reduce((sum, { rows }) => sum + rows, 0),
  ],
  ['backup_files', 'Files of the newest backup', files.count],
];

/**
 * Writes what Prometheus shall know of a backup, in its text format, for the textfile collector of node_exporter: the
 * command has ended by the time somebody asks. A reader finds the old file or the new one, never half of it.
 */
export async function writeBackupMetrics(file: string, manifest: Manifest): Promise<void> {
  const lines = metricsOf(manifest).flatMap(([name, help, value]) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} gauge`,
    `${name} ${value}`,
  ]);
  await writeFile(`${file}.new`, `${lines.join('\n')}\n`);
  await rename(`${file}.new`, file);
}
