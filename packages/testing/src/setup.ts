// Runs in a worker before its first test file is read.
import './drizzle-imports.ts';
