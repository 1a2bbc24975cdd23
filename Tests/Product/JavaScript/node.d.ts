// The part of node that the tests of the page's modules use; @types/node is no package of Debian 12.

declare module 'node:test' {
  export default function test(name: string, body: () => void): void;

  /** An event for a reporter. */
  export type TestEvent =
    | { type: 'test:pass' | 'test:fail'; data: { name: string; file?: string; details: { error: Error } } }
    | { type: 'test:stdout' | 'test:stderr'; data: { message: string } }
    | { type: 'test:start'; data: object };
}

declare module 'node:fs' {
  export function readFileSync(file: URL, encoding: 'utf8'): string;
  export function readdirSync(folder: URL, options?: { recursive: boolean }): string[];
}

declare module 'node:process' {
  const process: {
    env: Record<string, string | undefined>;
    /** Microseconds since the start, or since another value. */
    cpuUsage(since?: { user: number; system: number }): { user: number; system: number };
  };
  export default process;
}

declare module 'node:assert/strict' {
  const assert: {
    ok(value: unknown, message?: string): asserts value;
    equal(found: unknown, expected: unknown, message?: string): void;
    deepEqual(found: unknown, expected: unknown, message?: string): void;
    match(text: string, pattern: RegExp): void;
  };
  export default assert;
}
