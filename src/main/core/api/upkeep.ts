import type { EngineApi } from '../../../shared/engine-api.ts'
import type { EngineWiring } from '../wiring/engine-wiring.ts'
import { UPDATE_REFUSALS } from '../../../shared/app-update.ts'
import { counted } from '../../../shared/counted.ts'
import { DONE, mapOk, ok, refuse } from '../../../shared/result.ts'
import { ROOM_KINDS } from '../../../shared/room.ts'
import type { Updates } from '../ports/update-ports.ts'
import { machineFacts } from '../health/machine-facts.ts'
import { removedOutputs } from '../content/keep-room.ts'
import { createHelpLibrary } from '../../../shared/help-library.ts'

/** Scheduled backups of all data. */
export function createBackupsApi({ backupSchedule }: EngineWiring): EngineApi['backups'] {
  return { run: () => backupSchedule.backUp() }
}

/** Checks of the database's files. */
export function createHealthApi(services: EngineWiring): EngineApi['health'] {
  const { healthWatch, storage } = services
  return { check: () => healthWatch.check(), machine: () => machineFacts(services, storage.state()) }
}

/** What takes room on the disk. */
export function createRoomApi({ room, settings, folderSizes }: EngineWiring): EngineApi['room'] {
  return {
    free: (_input, signal) => room.free(signal),
    sizes: async () => {
      const [database, folders] = await Promise.all([room.sizes(), folderSizes()])
      const removed = await removedOutputs(settings).read()
      if (!removed.ok) return removed
      return mapOk(database, ({ events, bytes, unused }) => {
        const known = { ...bytes, ...folders }
        const parts = ROOM_KINDS.map((kind) => ({ kind, bytes: known[kind] }))
        return {
          events,
          parts,
          total: parts.reduce((sum, part) => sum + (part.bytes ?? 0), 0),
          unused,
          removedOutputs: removed.value,
        }
      })
    },
  }
}

/** Removing content from the log. */
export function createRedactionApi({ redactions }: EngineWiring): EngineApi['redaction'] {
  return {
    preview: ({ agentId, eventId = null }) => redactions.preview({ agentId, eventId }),
    run: ({ agentId, eventId = null, reason = null }) => redactions.run({ agentId, eventId }, reason),
  }
}

interface UpdateServices {
  readonly updates: Updates
  readonly loop: { running(): readonly unknown[] }
}

/** Newer versions of ikigai. */
export function createUpdatesApi({ updates, loop }: UpdateServices): EngineApi['updates'] {
  const running = (): number => loop.running().length
  return {
    state: async () => updates.state(),
    check: (_input, signal = new AbortController().signal) => updates.check(signal),
    news: () => updates.news(),
    async install({ whileRunning }, signal = new AbortController().signal) {
      const loaded = await updates.load(signal)
      if (!loaded.ok) return refuse(UPDATE_REFUSALS[loaded.error])
      const state = updates.state()
      if (state.way !== 'app') return ok(state)
      if (running() > 0 && !whileRunning) {
        return refuse(`${counted(running(), 'agent')} still run. Wait until they are done, or restart nevertheless.`)
      }
      updates.restart()
      return ok(updates.state())
    },
  }
}

/** The flight recorder. */
export function createRecorderApi({ flight }: EngineWiring): EngineApi['recorder'] {
  return {
    read: async () => flight.recorder.recording(),
    set: async ({ isOn }) => {
      flight.switch(isOn)
      return DONE
    },
  }
}

/** The pages of the help. */
export function createHelpApi({ helpFiles }: EngineWiring): EngineApi['help'] {
  const library = createHelpLibrary(helpFiles)
  return {
    pages: () => library.pages(),
    page: ({ page }) => library.page(page),
    search: ({ query }) => library.search(query),
  }
}
