import manifest from '../../../package.json' with { type: 'json' };

/** The release of the platform. A bundle holds it: nothing is read when it starts. */
export const { version } = manifest;
