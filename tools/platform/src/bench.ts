import { runCommand } from './command.ts';

const { runBench } = await import('../../../bench/src/main.ts');
await runCommand(() => runBench(process.argv.slice(2)));
process.exit();
