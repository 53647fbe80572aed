/** Where every case was told apart: a case that is added breaks the build here. */
export function assertNever(value: never): never {
  throw new Error(`not told apart: ${JSON.stringify(value)}`);
}
