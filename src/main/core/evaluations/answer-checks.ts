import type { CheckResult } from '../../../shared/evaluation.ts'
import type { EvaluationCheck } from '../../../shared/evaluation-file.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { jsonAnswer } from '../../../shared/json-answer.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { runText } from '../../../shared/race.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import type { CheckAnswer, MatchPattern } from '../ports/tool-ports.ts'
import { testAttempt, type TestDependencies } from '../races/attempt-tests.ts'

export interface CheckDependencies extends TestDependencies {
  readonly checkAnswer: CheckAnswer
  readonly matchPattern: MatchPattern
}

/** An answer and what it is checked by. */
export interface CheckedAnswer {
  readonly agentId: AgentId
  readonly text: string
  readonly unconfined: boolean
  readonly signal: AbortSignal
  /** Asks the judge of the check with this index. */
  readonly judge: (check: JudgeCheck, index: number) => Promise<Result<CheckResult>>
}

export type JudgeCheck = Extract<EvaluationCheck, { judge: string }>

/** The results of the checks of one answer, and what test commands printed. */
export interface AnswerChecks {
  readonly passed: boolean
  readonly checks: readonly CheckResult[]
  readonly output: string
}

/** Makes all checks of an answer. Judges come last, and are asked only if everything else has passed. */
export async function checkAnswerBy(
  checks: readonly EvaluationCheck[],
  answer: CheckedAnswer,
  dependencies: CheckDependencies,
): Promise<Result<AnswerChecks>> {
  const results: CheckResult[] = []
  const outputs: string[] = []
  const numbered = checks.map((check, index) => ({ check, index }))
  const [judges, others] = [
    numbered.filter(({ check }) => isJudge(check)),
    numbered.filter(({ check }) => !isJudge(check)),
  ]
  for (const { check, index } of [...others, ...judges]) {
    if (isJudge(check) && results.some(({ passed }) => !passed)) break
    const made = isJudge(check) ? await answer.judge(check, index) : await madeBy(check, answer, dependencies, outputs)
    if (!made.ok) return made
    results.push(made.value)
  }
  return ok({ passed: results.every(({ passed }) => passed), checks: results, output: outputs.join('\n') })
}

function isJudge(check: EvaluationCheck): check is JudgeCheck {
  return 'judge' in check
}

async function madeBy(
  check: Exclude<EvaluationCheck, JudgeCheck>,
  answer: CheckedAnswer,
  dependencies: CheckDependencies,
  outputs: string[],
): Promise<Result<CheckResult>> {
  if ('matches' in check) return matches(check.matches, answer.text, dependencies)
  if ('schema' in check) return followsSchema(check.schema, answer.text, dependencies)
  const { test, timeout } = check
  const plan = { test, timeout_ms: timeout * 1_000, unconfined: answer.unconfined }
  const tested = await testAttempt(answer.agentId, plan, answer.signal, dependencies)
  if (!tested.ok) return tested
  outputs.push(tested.value.output)
  return ok({ check: 'test', passed: tested.value.data.passed, note: runText(tested.value.data) })
}

async function matches(
  pattern: string,
  text: string,
  { matchPattern }: CheckDependencies,
): Promise<Result<CheckResult>> {
  const found = await matchPattern(pattern, text)
  if (found === null) return refuse(`The pattern ${pattern} took too long on this answer. Write a simpler one.`)
  return ok({ check: 'matches', passed: found, ...(!found && { note: `no match for ${pattern}` }) })
}

/** Most problems that a note names. */
const MAX_PROBLEMS = 3

async function followsSchema(
  schema: JsonObject,
  text: string,
  { checkAnswer }: CheckDependencies,
): Promise<Result<CheckResult>> {
  const json = jsonAnswer(text)
  if (json === null) return ok({ check: 'schema', passed: false, note: 'the answer is not one JSON value' })
  const problems = await checkAnswer(schema, json.value)
  if (problems === null) return refuse('The answer could not be checked against the schema: that took too long.')
  if (problems.length === 0) return ok({ check: 'schema', passed: true })
  return ok({ check: 'schema', passed: false, note: problems.slice(0, MAX_PROBLEMS).join('; ') })
}
