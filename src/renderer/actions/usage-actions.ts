import type { Result } from '../../shared/result.ts'
import type { StandingRow } from '../../shared/standing.ts'
import type { UsageReport, UsageRequest } from '../../shared/usage-report.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import type { UsagePageStore, UsageRevisionStore } from '../store/usage-store.ts'
import { callEngine } from './call-engine.ts'

export interface UsageActions {
  /** Opens the usage page and moves the focus to it. */
  open(): void
  close(): void
  query(request: UsageRequest): Promise<Result<UsageReport>>
  standing(): Promise<Result<readonly StandingRow[]>>
}

export function createUsageActions(needs: {
  readonly client: EngineClient
  readonly usage: UsageRevisionStore
  readonly usagePage: UsagePageStore
}): UsageActions {
  const { client, usage, usagePage } = needs
  return {
    open() {
      usagePage.setState({ open: true })
      usage.setState(({ opened }) => ({ opened: opened + 1 }))
    },
    close: () => usagePage.setState({ open: false }),
    query: (request) => callEngine(client.usage.query(request)),
    standing: () => callEngine(client.usage.standing()),
  }
}
