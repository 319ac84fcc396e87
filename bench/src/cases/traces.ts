import { createServer } from 'node:http';
import { type Bench, openBench } from '../bench.ts';
import type { BenchCase } from '../bench-case.ts';
import { rates } from '../rounds.ts';
import { httpPosting } from '../world/posting-loads.ts';
import { compareLoads } from './compare-loads.ts';

export const traces: BenchCase = {
  name: 'traces',
  title: 'Single postings through the gateway, 32 connections, one trace of a hundred recorded and sent',
  reference: 'the same without traces, on a platform beside it',
  unit: 'entries/s',
  goal: { of: 'ratio', better: 'more', must: 0.98 },
  run: async (bench) => {
    await using collector = await startSink();
    await using recording = openBench(bench.scale, bench.say, {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.01',
    });
    const outcome = await compareLoads(bench, {
      measured: await postingOf(recording),
      reference: await postingOf(bench),
      figures: rates,
    });
    if (collector.requests() === 0) throw new Error('no trace was sent');
    return { ...outcome, note: `${collector.requests()} requests to the collector` };
  },
};

async function postingOf(bench: Bench) {
  const { gatewayUrl: origin } = await bench.platform();
  const { all: companies } = await bench.companies();
  return httpPosting(bench, { origin, companies, connections: 32 });
}

/** A collector that takes everything and keeps nothing. */
async function startSink() {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    request.resume().on('end', () => response.writeHead(200, { 'Content-Type': 'application/x-protobuf' }).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    requests: () => requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
