import type { Manifest } from './manifest.ts';
import { writeMetricsFile } from './metrics-file.ts';

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

/** Writes the metrics of a backup for Prometheus. */
export const writeBackupMetrics = (file: string, manifest: Manifest): Promise<void> =>
  writeMetricsFile(
    file,
    metricsOf(manifest).map(([name, help, value]) => ({ name, help, values: [{ value }] })),
  );
