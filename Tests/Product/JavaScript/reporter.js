// The report of the tests: a line for each file, then the failures with their messages.

/**
 * Returns the report in parts.
 * @param {AsyncIterable<import('node:test').TestEvent>} events
 */
export default async function* report(events) {
  /** @type {Map<string, { passed: number, failed: number }>} */
  const files = new Map();
  /** @type {string[]} */
  const failures = [];
  const begin = performance.now();
  for await (const { type, data } of events) {
    if (type === 'test:stdout' || type === 'test:stderr') { yield data.message; }
    if (type !== 'test:pass' && type !== 'test:fail') { continue; }
    const file = fileName(data.file ?? data.name);
    const counts = files.get(file) ?? { passed: 0, failed: 0 };
    files.set(file, counts);
    if (type === 'test:pass') { counts.passed += 1; } else {
      counts.failed += 1;
      failures.push(`==> failed: ${file}: ${data.name}\n${message(data.details.error)}\n`);
    }
  }
  for (const [file, { passed, failed }] of [...files].sort()) {
    yield `${file}: ${passed} passed${failed > 0 ? `, ${failed} FAILED` : ''}\n`;
  }
  const count = [...files.values()].reduce((sum, { passed, failed }) => sum + passed + failed, 0);
  yield `${count} tests in ${((performance.now() - begin) / 1000).toFixed(1)} s, ${failures.length} failed\n` + failures.join('');
}

/** @param {string} path or an address */
const fileName = (path) => path.slice(path.lastIndexOf('/') + 1).replace('.test.js', '');

/**
 * Returns what failed and where, without the lines of node itself.
 * @param {Error & { cause?: any }} error
 */
function message({ stack, cause }) {
  const text = String(cause?.stack ?? cause ?? stack);
  return text.split('\n').filter((line) => !/^\s+at .*\bnode:/.test(line)).map((line) => '    ' + line).join('\n');
}
