import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { EventId } from '../../../shared/ids.ts'
import { withoutProviderTools } from '../../../shared/model-options.ts'
import { mapOk, ok, type Result } from '../../../shared/result.ts'
import { RESTORED_UNTIL } from '../ports/backup-ports.ts'
import type { SettingsStore, EventReader } from '../ports/log-ports.ts'

type Events = EventReader

/**
 * Reads events for contexts: options that came with a backup that is not verified switch no tool of a provider on. The log
 * keeps them as they were.
 */
export function withoutRestoredTools(store: Events, settings: SettingsStore): Events {
  let restored: EventId | null = null
  const restoredUntil = async (): Promise<Result<EventId>> => {
    if (restored !== null) return ok(restored)
    const stored = await settings.get(RESTORED_UNTIL)
    if (!stored.ok) return stored
    // A database is restored before an engine opens it.
    restored = stored.value === null ? 0 : typeof stored.value === 'number' ? stored.value : Number.MAX_SAFE_INTEGER
    return ok(restored)
  }
  return {
    async events(range) {
      const [read, until] = await Promise.all([store.events(range), restoredUntil()])
      if (!until.ok) return until
      return mapOk(read, (found) => (until.value === 0 ? found : found.map((event) => limited(event, until.value))))
    },
  }
}

function limited(event: AgentEvent, until: EventId): AgentEvent {
  if (event.kind !== 'options' || event.id > until) return event
  return { ...event, data: { ...event.data, options: withoutProviderTools(event.data.options) } }
}
