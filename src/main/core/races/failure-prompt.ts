import { fenced } from '../../../shared/fenced.ts'
import type { TestRun } from '../../../shared/race.ts'
import { plainText } from './test-report.ts'

/** The prompt that sends a failure back to an attempt. */
export function failurePrompt(command: string, run: TestRun, output: string): string {
  const printed = plainText(output).trimEnd()
  const said = printed === '' ? 'It printed nothing.' : `It printed:\n\n${fenced(printed)}`
  return `The test command \`${command}\` was run in your folder after your turn, and it failed: ${failureText(run)}.\n\n${said}\n\nFind the cause and fix it. The command is run again when your turn ends.`
}

function failureText({ counts, exit_code: code, note }: TestRun): string {
  const end = code === null ? (note ?? 'it did not exit').replaceAll(/^\[|\.?\]$/g, '') : `exit code ${code}`
  if (counts === null) return end
  return `${end}, ${counts.passed} of ${counts.passed + counts.failed} tests passed`
}
