import type { AgentId } from '../../../shared/ids.ts'
import { mapOk, type Result } from '../../../shared/result.ts'
import { parseJudges } from '../../../shared/usage-report.ts'
import type { SettingsStore } from '../ports/log-ports.ts'
import { StoredSetting } from '../stored-setting.ts'

const JUDGES = {
  key: 'judges',
  empty: [],
  parse: parseJudges,
  damaged: 'The stored list of judges is damaged.',
}

/** The agents that were forked to judge the answers of others. */
export class Judges {
  readonly #judges: StoredSetting<AgentId[]>

  constructor(settings: SettingsStore) {
    this.#judges = new StoredSetting<AgentId[]>(settings, JUDGES)
  }

  add(agentIds: readonly AgentId[]): Promise<Result<unknown>> {
    return this.#judges.change((before) => [...new Set([...before, ...agentIds])])
  }

  async all(): Promise<Result<ReadonlySet<AgentId>>> {
    return mapOk(await this.#judges.read(), (ids) => new Set(ids))
  }
}
