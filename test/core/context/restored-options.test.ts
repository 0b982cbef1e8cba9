import { memorySettings } from '../../support/memory-settings.ts'
import { describe, expect, it } from 'vitest'

import { AgentContexts } from '../../../src/main/core/context/agent-contexts.ts'
import { withoutRestoredTools } from '../../../src/main/core/context/restored-options.ts'
import { RESTORED_UNTIL } from '../../../src/main/core/ports/backup-ports.ts'
import type { JsonValue } from '../../../src/shared/json.ts'
import type { ModelOptions } from '../../../src/shared/model-options.ts'
import { ok } from '../../../src/shared/result.ts'
import { eventLog } from '../../support/event-log-builder.ts'

/** The options of a context whose log holds these, of which the first `restored` came with a backup. */
async function optionsAfter(stored: readonly ModelOptions[], restored: JsonValue | null): Promise<ModelOptions> {
  const { add } = eventLog()
  const log = stored.map((options) => add({ kind: 'options', data: { options } }))
  const settings = { ...memorySettings(), get: async (key: string) => ok(key === RESTORED_UNTIL ? restored : null) }
  const contexts = new AgentContexts(withoutRestoredTools({ events: async () => ok(log) }, settings), () => undefined)
  const context = await contexts.contextOf('a')
  if (!context.ok) throw new Error(context.error.message)
  return context.value.options
}

const SEARCH = { web_search: true } as const
const BOTH = { web_search: true, code_execution: true, temperature: 0.5, max_output_tokens: 9 } as const

describe('tools of providers after a restore', () => {
  it.each<[string, readonly ModelOptions[], JsonValue | null, ModelOptions]>([
    ['are kept where nothing was restored', [SEARCH], null, SEARCH],
    ['are kept of a verified backup', [BOTH], 0, BOTH],
    ['are off where they came with the backup', [SEARCH], 1, {}],
    ['are off, and the other options are kept', [BOTH], 1, { temperature: 0.5, max_output_tokens: 9 }],
    ['are off where later events came with it too', [SEARCH, BOTH], 2, { temperature: 0.5, max_output_tokens: 9 }],
    ['are on again once a user switches them on', [BOTH, SEARCH], 1, SEARCH],
    ['are off where an earlier choice of the backup had them', [SEARCH, { temperature: 1 }], 1, { temperature: 1 }],
    ['are off where the log ends before that event', [SEARCH], 900, {}],
    ['are off where the setting is damaged', [SEARCH], 'x', {}],
    ['are off where they were switched off', [{ web_search: false }], 1, {}],
  ])('%s', async (_name, stored, restored, expected) => {
    expect(await optionsAfter(stored, restored)).toEqual(expected)
  })
})
