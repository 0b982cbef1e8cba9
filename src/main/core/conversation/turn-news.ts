import type { AppError } from '../../../shared/app-error.ts'
import { readWithRetry, recordWithRetry } from './retry-storage.ts'
import type { Turn } from './turn.ts'
import type { TurnServices } from './turn-services.ts'

/** Records which servers are missing at the beginning of a turn. Returns the error of a failed database. */
export async function sayMissingServers(turn: Turn, services: TurnServices): Promise<AppError | null> {
  const { agentId, turnId, signal } = turn
  const missing = services.toolBox.missing?.(agentId) ?? []
  const read = () => services.instructions.missingServers(agentId, missing)
  const news = await readWithRetry(read, signal, services)
  if (!news.ok) return signal.aborted ? null : news.error
  const events = news.value.map((event) => ({ ...event, turnId }))
  if (events.length > 0) await recordWithRetry({ events }, signal, services)
  return null
}

/** Asks about the project of the agent's folder and records what follows. Returns the error of a failed database. */
export async function askForTrust(turn: Turn, services: TurnServices): Promise<AppError | null> {
  const { agentId, turnId, signal } = turn
  const ask = () => services.instructions.ask(agentId, signal)
  const answered = await readWithRetry(ask, signal, services)
  if (!answered.ok) return signal.aborted ? null : answered.error
  const events = answered.value.map((event) => ({ ...event, turnId }))
  if (events.length > 0) await recordWithRetry({ events }, signal, services)
  return null
}
