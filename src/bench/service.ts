import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressOf } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { randomBelow, readNumbers } from './numbers.ts';
import { setUpService } from './service-process.ts';
import { measureThroughput } from './throughput.ts';

// The service alone over its demo data: pages of 25 inquiries.

const PAGES = 99;
const { seconds } = readNumbers({ seconds: 8 });

await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrina-bench-'));
const setup = await setUpService({ DATA_DIR: folder.path, DEMO: '1' });
await using service = await setup.start();
console.log(`Started, with its demo data, in ${service.startMs} ms`);
const page = () =>
  addressOf(v3.listInquiries, { adminMail: BUSY_AGENCY }, { pagina: 1 + randomBelow(PAGES) });
console.table({ 'pages 1 to 99': await measureThroughput(setup, seconds, page) });
