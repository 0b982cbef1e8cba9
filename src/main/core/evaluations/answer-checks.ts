import type { BaselineRun } from '../../../shared/baseline.ts'
import type { CheckResult } from '../../../shared/evaluation.ts'
import type { EvaluationCheck } from '../../../shared/evaluation-file.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { jsonAnswer } from '../../../shared/json-answer.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { runText } from '../../../shared/race.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import { testAttempt } from '../races/attempt-tests.ts'
import { isNotJudged } from '../races/next-steps.ts'
import type { RunServices } from '../races/run-services.ts'

/** An answer and what it is checked by. */
export interface CheckedAnswer {
  readonly agentId: AgentId
  readonly text: string
  readonly unconfined: boolean
  /** What a test command has shown before any request; null: it was not run. */
  readonly baselineOf: (command: string) => BaselineRun | null
  readonly signal: AbortSignal
  /** Asks the judge of the check with this index. */
  readonly judge: (check: JudgeCheck, index: number) => Promise<Result<CheckResult>>
}

export type JudgeCheck = Extract<EvaluationCheck, { judge: string }>
type TestCheck = Extract<EvaluationCheck, { test: string }>

/** The results of the checks of one answer, and what test commands printed. */
export interface AnswerChecks {
  readonly passed: boolean
  readonly checks: readonly CheckResult[]
  readonly output: string
  /** Why the answer is not judged: the environment made a test fail. Null: it is. */
  readonly notJudged: string | null
}

/** Makes all checks of an answer. Judges come last, and are asked only if everything else has passed. */
export async function checkAnswerBy(
  checks: readonly EvaluationCheck[],
  answer: CheckedAnswer,
  services: RunServices,
): Promise<Result<AnswerChecks>> {
  const results: CheckResult[] = []
  const outputs: string[] = []
  const missing: string[] = []
  const numbered = checks.map((check, index) => ({ check, index }))
  const [judges, others] = [
    numbered.filter(({ check }) => isJudge(check)),
    numbered.filter(({ check }) => !isJudge(check)),
  ]
  for (const { check, index } of [...others, ...judges]) {
    if (isJudge(check) && results.some(({ passed }) => !passed)) break
    if ('test' in check) {
      const tested = await testedBy(check, answer, services)
      if (!tested.ok) return tested
      results.push(tested.value.result)
      outputs.push(tested.value.output)
      if (tested.value.missing !== null) missing.push(tested.value.missing)
      continue
    }
    const made = isJudge(check) ? await answer.judge(check, index) : await madeBy(check, answer, services)
    if (!made.ok) return made
    results.push(made.value)
  }
  const wrong = results.filter(({ passed }) => !passed).length
  // What failed for a reason of the answer itself is judged by that.
  const notJudged = wrong === missing.length ? (missing[0] ?? null) : null
  return ok({ passed: wrong === 0, checks: results, output: outputs.join('\n'), notJudged })
}

function isJudge(check: EvaluationCheck): check is JudgeCheck {
  return 'judge' in check
}

async function madeBy(
  check: Exclude<EvaluationCheck, JudgeCheck | TestCheck>,
  answer: CheckedAnswer,
  services: RunServices,
): Promise<Result<CheckResult>> {
  if ('matches' in check) return matches(check.matches, answer.text, services)
  return followsSchema(check.schema, answer.text, services)
}

async function testedBy(
  { test, timeout }: TestCheck,
  answer: CheckedAnswer,
  services: RunServices,
): Promise<Result<{ result: CheckResult; output: string; missing: string | null }>> {
  const plan = { test, timeout_ms: timeout * 1_000, unconfined: answer.unconfined }
  const tested = await testAttempt(answer.agentId, plan, answer.signal, services)
  if (!tested.ok) return tested
  const { data, output } = tested.value
  const missing = isNotJudged(data, answer.baselineOf(test)) ? (data.missing ?? null) : null
  return ok({ result: { check: 'test', passed: data.passed, note: runText(data) }, output, missing })
}

async function matches(pattern: string, text: string, { matchPattern }: RunServices): Promise<Result<CheckResult>> {
  const found = await matchPattern(pattern, text)
  if (found === null) return refuse(`The pattern ${pattern} took too long on this answer. Write a simpler one.`)
  return ok({ check: 'matches', passed: found, ...(!found && { note: `no match for ${pattern}` }) })
}

/** Most problems that a note names. */
const MAX_PROBLEMS = 3

async function followsSchema(
  schema: JsonObject,
  text: string,
  { checkAnswer }: RunServices,
): Promise<Result<CheckResult>> {
  const json = jsonAnswer(text)
  if (json === null) return ok({ check: 'schema', passed: false, note: 'the answer is not one JSON value' })
  const problems = await checkAnswer(schema, json.value)
  if (problems === null) return refuse('The answer could not be checked against the schema: that took too long.')
  if (problems.length === 0) return ok({ check: 'schema', passed: true })
  return ok({ check: 'schema', passed: false, note: problems.slice(0, MAX_PROBLEMS).join('; ') })
}
