import { type BaselineRun, baselineText } from '../../shared/baseline.ts'

/** What a run before any request has shown, and what the worktrees got of the installed dependencies. */
export function baselineLines(baseline: BaselineRun): readonly string[] {
  const { copied = [], left = [] } = baseline.dependencies ?? {}
  const printed = baseline.outcome === 'cannot_start' ? (baseline.last_lines ?? '') : ''
  return [
    ...(copied.length === 0 ? [] : [`Copied into each worktree: ${copied.join(', ')}`]),
    ...left.map(({ path, reason }) => `Not copied into the worktrees: ${path}. ${reason}`),
    baselineText(baseline),
    ...(printed === '' ? [] : ['It printed at the end:', ...printed.split('\n').map((line) => `  ${line}`)]),
  ]
}
