/** What a test report says. Skipped tests are in neither of the others. */
export interface TestCounts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** One run of the test command. */
export interface TestRun {
  readonly passed: boolean
  /** Null: it did not exit by itself. */
  readonly exit_code: number | null
  /** Null: its output is no report that is known. */
  readonly counts: TestCounts | null
  /** How it ended if it did not exit by itself, as a sentence. */
  readonly note?: string
  readonly duration_ms: number
  /** For which reason of the environment the command failed, such as a package that is missing. Missing: for none. */
  readonly missing?: string
}
