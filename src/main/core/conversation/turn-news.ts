import type { AppError } from '../../../shared/app-error.ts'
import { readWithRetry, recordWithRetry } from './retry-storage.ts'
import type { Turn, TurnDependencies } from './turn.ts'

/** Records which servers are missing at the beginning of a turn. Returns the error of a failed database. */
export async function sayMissingServers(turn: Turn, dependencies: TurnDependencies): Promise<AppError | null> {
  const { agentId, turnId, signal } = turn
  const missing = dependencies.toolBox.missing?.(agentId) ?? []
  const read = () => dependencies.instructions.missingServers(agentId, missing)
  const news = await readWithRetry(read, signal, dependencies)
  if (!news.ok) return signal.aborted ? null : news.error
  const events = news.value.map((event) => ({ ...event, turnId }))
  if (events.length > 0) await recordWithRetry({ events }, signal, dependencies)
  return null
}

/** Asks about the project of the agent's folder and records what follows. Returns the error of a failed database. */
export async function askForTrust(turn: Turn, dependencies: TurnDependencies): Promise<AppError | null> {
  const { agentId, turnId, signal } = turn
  const ask = () => dependencies.instructions.ask(agentId, signal)
  const answered = await readWithRetry(ask, signal, dependencies)
  if (!answered.ok) return signal.aborted ? null : answered.error
  const events = answered.value.map((event) => ({ ...event, turnId }))
  if (events.length > 0) await recordWithRetry({ events }, signal, dependencies)
  return null
}
