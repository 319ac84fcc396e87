import type { Command } from 'commander';
import type { OutputOptions } from './output.ts';
import type { SessionOptions } from './session.ts';
import type { Surroundings } from './surroundings.ts';

/** Options that every command takes. */
export type CommonOptions = SessionOptions & OutputOptions;

/** Adds a command to the program. */
export type AddCommand = (program: Command, surroundings: Surroundings) => void;

/** The examples below the help of a command. */
export const examples = (...lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}\n`;

/** What a field looks like on the command line, for the help of those that take some. */
export const FIELDS_HELP =
  'fields of path, query and body: name=value, name:=json, name=@file; "bilag describe <operation>" lists them';
