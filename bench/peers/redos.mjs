// The patterns of redos_patterns.tsv on ajv:
//
//   node redos.mjs LIMIT_MS BYTES...
//
// A line of output is the pattern's name, the bytes of the text, and nanoseconds
// for one match or "stopped", separated by tabs. Every match runs in a thread of
// its own, which is ended at the limit; larger texts are then not tried.
import fs from 'node:fs';
import {Worker, isMainThread, parentPort, workerData} from 'node:worker_threads';

function textOf([, , prefix, pump, suffix], bytes) {
  return prefix + pump.repeat(Math.floor(bytes / pump.length)) + suffix;
}

async function measure() {
  const {default: Ajv2020} = await import('ajv/dist/2020.js');
  const {row, bytes} = workerData;
  const validate = new Ajv2020().compile({type: 'string', pattern: row[1]});
  const text = textOf(row, bytes);
  parentPort.postMessage('ready');
  let best = Infinity, valid;
  for (const begin = performance.now(); performance.now() - begin < 20;) {
    const start = process.hrtime.bigint();
    valid = validate(text);
    best = Math.min(best, Number(process.hrtime.bigint() - start));
  }
  parentPort.postMessage({best, valid});
}

// The limit counts from when the pattern is compiled and the text made.
function matchWithin(limit, row, bytes) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), {workerData: {row, bytes}});
    let timer;
    worker.on('message', message => {
      if (message === 'ready') {
        timer = setTimeout(() => { resolve(null); worker.terminate(); }, limit);
      } else {
        clearTimeout(timer);
        resolve(message.best);
      }
    });
    // V8 gives a match up whose stack of choices has grown too large.
    worker.on('error', error => { clearTimeout(timer); error.name === 'RangeError' ? resolve(null) : reject(error); });
  });
}

async function main() {
  const [limit, ...sizes] = process.argv.slice(2).map(Number);
  const rows = fs.readFileSync(new URL('redos_patterns.tsv', import.meta.url), 'utf8').split('\n').filter(Boolean).map(line => line.split('\t'));
  for (const row of rows) {
    for (const bytes of sizes) {
      const best = await matchWithin(limit, row, bytes);
      console.log([row[0], bytes, best ?? 'stopped'].join('\t'));
      if (best === null) break;
    }
  }
}

await (isMainThread ? main() : measure());
