import type { RerunView } from '../../shared/rerun.ts'
import type { Result } from '../../shared/result.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import { answerQuestions, terminalLines } from './answer-questions.ts'
import { EXIT, type ExitCode } from './exit-code.ts'

/** Answers questions at the terminal, if that is possible, until the rerun has ended. */
export async function awaitRerun(
  engine: Engine,
  ended: Promise<Result<null>>,
  canAsk: boolean,
  output: Output,
): Promise<Result<null>> {
  const answering = new AbortController()
  if (canAsk) void answerQuestions(engine, { readLine: terminalLines(answering.signal), output }, answering.signal)
  const ran = await ended
  answering.abort()
  return ran
}

/** Says whether every call was the recorded one. */
export function rerunExitCode({ status, differences }: RerunView): ExitCode {
  if (status === 'stopped') return EXIT.cancelled
  return status === 'completed' && differences === 0 ? EXIT.done : EXIT.turnFailed
}
