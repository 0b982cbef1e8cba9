import { Option } from 'commander'

import { type BaselineRun, baselineText, GO_ON_RULES, type GoOnRule, needsAnswer } from '../../shared/baseline.ts'
import type { TerminalQuestion } from './terminal-question.ts'

/** Who says whether to go on after what a test has shown before any request. */
export interface GoOnAnswers {
  /** Of `--go-on`; undefined: it was not given. */
  readonly goOn: GoOnRule | undefined
  /** Null: there is no terminal. */
  readonly ask: TerminalQuestion | null
}

/** The option `--go-on`. */
export function goOnOption(): Option {
  const said =
    'do not ask before any request if the test passes already (if_passes), or also if it cannot start (always); without a terminal if_passes'
  return new Option('--go-on <when>', said).choices([...GO_ON_RULES])
}

/** Returns the rule of a run. Without a terminal and without `--go-on` a test that passes already is only said. */
export function goOnRule({ goOn, ask }: GoOnAnswers): GoOnRule | undefined {
  return goOn ?? (ask === null ? 'if_passes' : undefined)
}

/** Returns whether to go on; null: nobody has said it. */
export async function answerToGoOn(baseline: BaselineRun, answers: GoOnAnswers): Promise<boolean | null> {
  if (!needsAnswer(baseline, goOnRule(answers))) return true
  const line = (await answers.ask?.('Go on all the same? [y/N] ')) ?? null
  return line === null ? null : /^\s*y(?:es)?\s*$/i.test(line)
}

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
