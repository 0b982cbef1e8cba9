/** Names of test files by the customs of the languages. */
const TEST_FILE =
  /(?:^|\/)(?:tests?|spec|specs|__tests__|__snapshots__|testdata)\/|(?:[._-](?:test|tests|spec|e2e)|Tests?|Spec)\.[A-Za-z]+$|(?:^|\/)(?:test_[^/]*\.py|conftest\.py)$/

/**
 * Returns the changed files that are tests: those that the test command names, also by their folder, and those that are
 * named like tests. A user should look at them before the attempt is adopted.
 */
export function changedTests(command: string, paths: readonly string[]): readonly string[] {
  const words = command
    .split(/[\s;&|()<>"'`=]+/)
    .map((word) => word.replace(/^\.\//, '').replace(/\/+$/, ''))
    .filter((word) => /[./]/.test(word) && /[^./]/.test(word))
  const isNamed = (path: string): boolean => words.some((word) => path === word || path.startsWith(`${word}/`))
  return paths.filter((path) => isNamed(path) || TEST_FILE.test(path))
}
