import type { AgentRecord } from '../../../shared/agent-summary.ts'
import { type Home, type HomeId, type HomeState, leftToHome } from '../../../shared/home.ts'
import { type Err, mapOk, refuse } from '../../../shared/result.ts'
import type { Homes, SettingsStore } from '../ports/log-ports.ts'
import type { Logger } from '../ports/system-ports.ts'
import { keyAtHome } from '../../../shared/home-settings.ts'

/** An agent, as far as its home is concerned. */
type OfHome = Pick<AgentRecord, 'home'>

/** Which agents have this engine's home, and what is known of the other homes (docs/behaviour/homes.md). */
export class AgentHomes {
  readonly #homes: Homes
  readonly #logger: Logger
  #states: ReadonlyMap<HomeId, HomeState> = new Map()

  constructor(homes: Homes, logger: Logger) {
    this.#homes = homes
    this.#logger = logger
  }

  get own(): Home {
    return this.#homes.own
  }

  isHere(agent: OfHome | undefined): boolean {
    return agent?.home === undefined
  }

  /** Returns the agent's home; null: it is this one. */
  other(agent: OfHome | undefined): HomeState | null {
    const home = agent?.home
    if (home === undefined) return null
    return this.#states.get(home) ?? { id: home, label: home, seenAt: null, isOpen: false }
  }

  /** Returns the refusal of what only the agent's home does; null: it is this home. */
  refusal(agent: OfHome | undefined): Err | null {
    const other = this.other(agent)
    return other === null ? null : refuse(leftToHome(other.label))
  }

  /** Whether the home of an agent has not been read yet. */
  isUnknown(agent: OfHome): boolean {
    return agent.home !== undefined && !this.#states.has(agent.home)
  }

  /** Reads the homes again: their names, and which of them are in use. */
  async update(): Promise<void> {
    const read = await this.#homes.list()
    if (read.ok) this.#states = new Map(read.value.map((home) => [home.id, home]))
    else this.#logger.warn('The homes of agents could not be read', { reason: read.error.message })
  }
}

/** Returns the settings as one home sees them: what each home has for itself is stored under a key of its own. */
export function homeSettings(settings: SettingsStore<string>, homeId: string): SettingsStore<string> {
  const at = (key: string): string => keyAtHome(key, homeId)
  return {
    ...settings,
    get: (key) => settings.get(at(key)),
    getAll: async (keys) => {
      const own = new Map(keys.map((key) => [at(key), key]))
      const stored = await settings.getAll([...own.keys()])
      return mapOk(stored, (values) => new Map([...values].map(([key, value]) => [own.get(key) ?? key, value])))
    },
    set: (key, value) => settings.set(at(key), value),
    replace: (key, expected, value) => settings.replace(at(key), expected, value),
  }
}
