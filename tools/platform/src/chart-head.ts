export const CHARTS = 'deploy/charts';
export const VERSION = '0.1.0';
export const WRITTEN =
  'Written by "npm run check -- --write" from tools/platform/src/chart-files.ts; do not edit it by hand.';

/** The beginning of a chart's own file; what it depends on follows. */
export const head = (name: string, description: string): string => `# ${WRITTEN}
apiVersion: v2
name: ${name}
description: ${description}
type: application
version: ${VERSION}
appVersion: ${VERSION}
kubeVersion: ">=1.30.0-0"
dependencies:
`;
