/** Assert that all cases are handled: an added case breaks the build where this is called. */
export function assertNever(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`);
}
